// Springs whose stiffness and rest length change while a net moves: what they were given is kept,
// and what they have follows from it.
//
//   rest length = given x muscle's factor + plastic offset, never below 0
//   stiffness   = given x muscle's factor; 0 where the spring is broken
#pragma once

#include "network/network_data.hpp"

namespace tensio {

/// Keeps what the springs have now as what they were given; once is enough.
void keep_given(NetworkData& net);
/// Computes stiffness and rest length of spring s again.
void refresh_spring(NetworkData& net, std::size_t s);
/// The muscles as they are at a time.
void set_muscles(NetworkData& net, double time);
/// Muscles, pressure and wind as they are at a time.
void set_values_at(NetworkData& net, double time);

/// Values given by hand; a spring that is broken stays so.
void give_stiffness(NetworkData& net, std::size_t s, double stiffness);
void give_rest_length(NetworkData& net, std::size_t s, double rest_length);
void give_damping(NetworkData& net, std::size_t s, double damping);

/// The law of spring s.
Law law_of(const NetworkData& net, int s);
/// Spring s at length l with its stiffness and rest length now, or with others.
LawValue spring_value(const NetworkData& net, Law law, int s, double l);
LawValue spring_value(const NetworkData& net, Law law, int s, double l, double k, double l0);

}  // namespace tensio
