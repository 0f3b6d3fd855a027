// A running net as bytes, and back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bytes.hpp"
#include "core/index.hpp"
#include "solve/motion/simulation_impl.hpp"

namespace tensio {

namespace {
constexpr std::uint32_t kVersion = 8;

// The number of the next multiple of `every` after `time`.
std::int64_t next_due(double time, double every) {
  auto next = static_cast<std::int64_t>(std::floor(time / every));
  while (time >= static_cast<double>(next) * every * (1 - 1e-12)) ++next;
  return next;
}

// The numbers of a run that are saved and restored, in this order.
template <class Run, class Each>
void for_each_number(Run& run, const Each& each) {
  each(run.stepper.past.known);
  each(run.stepper.past.h);
  each(run.stepper.guess.known);
  each(run.stepper.next_step);
  each(run.stepper.methods.other_first);
  each(run.stepper.methods.trying);
  each(run.stepper.methods.compared);
  each(run.stepper.methods.left);
  each(run.stepper.methods.stay);
  each(run.stepper.methods.newton_work);
  each(run.stepper.methods.other_work);
  each(run.stepper.halves.left);
  each(run.stepper.halves.stay);
  each(run.stepper.halves.work);
  each(run.stepper.balance.dissipated);
  each(run.stepper.balance.work);
  each(run.t0);
  each(run.time);
  each(run.steps);
  each(run.steps0);
  each(run.next_event);
  each(run.next_frame);
  each(run.next_probe);
  each(run.shown_frame);
  each(run.shown_events);
}

template <class Each>
void for_each_field(MotionEvent& event, const Each& each) {
  each(event.time);
  each(event.kind);
  each(event.node);
  each(event.spring);
  each(event.value);
  each(event.detail);
}

template <class Each>
void for_each_count(MotionReport& report, const Each& each) {
  each(report.iterations);
  each(report.linear_iterations);
  each(report.projected_steps);
  each(report.newton_steps);
  each(report.unsettled_friction_steps);
  each(report.retried_steps);
  each(report.split_steps);
  each(report.preview_steps);
}

// Writes and reads values in types that are the same on all machines.
template <class T>
using Stored = std::conditional_t<
    std::is_same_v<T, bool>, std::uint8_t,
    std::conditional_t<std::is_enum_v<T>, int,
                       std::conditional_t<std::is_same_v<T, std::size_t>, std::uint64_t, T>>>;

struct Put {
  ByteWriter& out;
  template <class T>
  void operator()(const T& value) const {
    out.put(static_cast<Stored<T>>(value));
  }
  void operator()(const std::string& text) const { out.put(std::string_view(text)); }
};

struct Get {
  ByteReader& in;
  template <class T>
  void operator()(T& value) const {
    value = static_cast<T>(in.get<Stored<T>>());
  }
  void operator()(std::string& text) const { text = in.get_text(); }
};

void refuse_other_net(ByteReader& in, const NetworkData& net) {
  if (const auto version = in.get<std::uint32_t>(); version != kVersion)
    throw Error(fmt::format("the saved state has the version {}; this program knows {}", version,
                            kVersion));
  const int nodes = in.get<int>(), springs = in.get<int>(), dimension = in.get<int>();
  if (nodes != net.node_count || springs != net.spring_count || dimension != net.dimension)
    throw Error(fmt::format(
        "the saved state has {} nodes and {} springs in {}D, the scene has {} and {} in {}D: a run "
        "can continue with other values, not with another topology",
        nodes, springs, dimension, net.node_count, net.spring_count, net.dimension));
}

}  // namespace

std::string Simulation::Impl::save() {
  ByteWriter out;
  const Put put_value{out};
  out.put(kVersion);
  out.put(net.data.node_count);
  out.put(net.data.spring_count);
  out.put(net.data.dimension);
  for (VectorId id : {stepper.x, stepper.v, stepper.past.x, stepper.past.v})
    out.put(id < 0 ? std::vector<double>(net.data.constrained.size()) : in_user_order(id));
  out.put(stepper.guess.known ? in_user_order(stepper.guess.v) : std::vector<double>());
  for_each_number(*this, put_value);
  out.put(static_cast<std::uint64_t>(events.size()));
  for (MotionEvent& event : events) for_each_field(event, put_value);
  put(out, edits);
  out.put(histories().save());
  out.put(contact.save());
  out.put(options.time_step);
  out.put(static_cast<int>(options.integrator));
  for_each_count(report, put_value);
  return out.take();
}

void Simulation::Impl::restore(std::string_view bytes) {
  ByteReader in(bytes);
  const Get get_value{in};
  refuse_other_net(in, net.data);
  std::vector<std::vector<double>> vectors;
  for (int i = 0; i < 4; ++i) {
    vectors.push_back(in.get_vector<double>());
    if (vectors.back().size() != net.data.constrained.size())
      throw Error("the saved state is damaged");
  }
  vectors.push_back(in.get_vector<double>());
  for_each_number(*this, get_value);
  if (vectors.back().size() != (stepper.guess.known ? net.data.constrained.size() : 0))
    throw Error("the saved state is damaged");
  events.clear();
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.good(); ++i)
    for_each_field(events.emplace_back(), get_value);
  edits = get_edits(in);
  const std::vector<double> history = in.get_vector<double>();
  const std::vector<double> touches = in.get_vector<double>();
  const double saved_step = in.get<double>();
  const auto saved_integrator = static_cast<Integrator>(in.get<int>());
  for_each_count(report, get_value);
  if (!in.at_end()) throw Error("the saved state is damaged");
  set_restored_state(vectors);
  contact.restore(touches);
  carry_out(edits);
  if (!histories().load(history)) throw Error("the saved state is damaged");
  stop_fixed_axes();
  // With another step, time is counted again from here, and the states before are not used.
  if (saved_step != options.time_step || saved_integrator != options.integrator) {
    t0 = time;
    steps0 = steps;
    stepper.past.known = stepper.guess.known = false;
    stepper.next_step = 0;
    stepper.halves = {};
  }
  // An edited scene may have frames at other times.
  const bool shown = next_frame > 0 || next_probe > 0;
  if (shown && options.output_every > 0) next_frame = next_due(time, options.output_every);
  if (shown && options.probe_every > 0) next_probe = next_due(time, options.probe_every);
  // An edited scene may have fewer events.
  if (next_event > scene_events.size()) next_event = scene_events.size();
  net.set_time(time);
}

void Simulation::Impl::set_restored_state(const std::vector<std::vector<double>>& vectors) {
  start_problem.clear();
  stepper.fresh = false;
  single_until = 0;
  backend.upload(vectors[0], stepper.x);
  backend.upload(vectors[1], stepper.v);
  if (stepper.guess.known) backend.upload(vectors[4], stepper.guess_vector());
  if (!stepper.past.known) return;
  stepper.make_past();
  backend.upload(vectors[2], stepper.past.x);
  backend.upload(vectors[3], stepper.past.v);
}

// Axes that the scene fixes now and did not then stand still from here on.
void Simulation::Impl::stop_fixed_axes() {
  const std::vector<int>& moving = net.moving_axes();
  std::vector<int> axes;
  for (std::size_t axis = 0; axis < net.data.constrained.size(); ++axis)
    if (net.data.constrained[axis] &&
        !std::binary_search(moving.begin(), moving.end(), static_cast<int>(axis)))
      axes.push_back(static_cast<int>(axis));
  std::vector<double> velocity(axes.size());
  backend.get_entries(axes, stepper.v, velocity);
  if (std::all_of(velocity.begin(), velocity.end(), [](double v) { return v == 0; })) return;
  backend.set_entries(axes, std::vector<double>(axes.size(), 0.0), stepper.v);
  stepper.forget();
}

std::string Simulation::save() const { return impl_->save(); }
void Simulation::restore(std::string_view bytes) { impl_->restore(bytes); }

}  // namespace tensio
