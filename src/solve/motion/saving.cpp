// A running net as bytes, and back.
#include <fmt/format.h>

#include <cmath>

#include "core/bytes.hpp"
#include "core/index.hpp"
#include "solve/motion/simulation_impl.hpp"

namespace tensio {

namespace {
constexpr std::uint32_t kVersion = 4;

// The number of the next multiple of `every` after `time`.
std::int64_t next_due(double time, double every) {
  auto next = static_cast<std::int64_t>(std::floor(time / every));
  while (time >= static_cast<double>(next) * every * (1 - 1e-12)) ++next;
  return next;
}

}  // namespace

std::string Simulation::Impl::save() {
  ByteWriter out;
  out.put(kVersion);
  out.put(net.data.node_count);
  out.put(net.data.spring_count);
  out.put(net.data.dimension);
  for (VectorId id : {stepper.x, stepper.v, stepper.past.x, stepper.past.v})
    out.put(id < 0 ? std::vector<double>(net.data.constrained.size()) : in_user_order(id));
  out.put(static_cast<std::uint8_t>(stepper.past.known));
  out.put(stepper.past.h);
  out.put(stepper.next_step);
  out.put(stepper.balance.dissipated);
  out.put(stepper.balance.work);
  out.put(t0);
  out.put(time);
  out.put(steps);
  out.put(steps0);
  out.put(static_cast<std::uint64_t>(next_event));
  out.put(next_frame);
  out.put(next_probe);
  out.put(shown_frame);
  out.put(static_cast<std::uint64_t>(shown_events));
  out.put(static_cast<std::uint64_t>(events.size()));
  for (const MotionEvent& event : events) {
    out.put(event.time);
    out.put(static_cast<int>(event.kind));
    out.put(event.node);
    out.put(event.spring);
    out.put(event.value);
    out.put(std::string_view(event.detail));
  }
  put(out, edits);
  out.put(histories().save());
  out.put(contact.save());
  out.put(options.time_step);
  out.put(static_cast<int>(options.integrator));
  out.put(report.iterations);
  out.put(report.projected_steps);
  out.put(report.newton_steps);
  out.put(report.unsettled_friction_steps);
  return out.take();
}

void Simulation::Impl::restore(std::string_view bytes) {
  ByteReader in(bytes);
  if (const auto version = in.get<std::uint32_t>(); version != kVersion)
    throw Error(fmt::format("the saved state has the version {}; this program knows {}", version,
                            kVersion));
  const int nodes = in.get<int>(), springs = in.get<int>(), dimension = in.get<int>();
  if (nodes != net.data.node_count || springs != net.data.spring_count ||
      dimension != net.data.dimension)
    throw Error(fmt::format(
        "the saved state has {} nodes and {} springs in {}D, the scene has {} and {} in {}D: a run "
        "can continue with other values, not with another topology",
        nodes, springs, dimension, net.data.node_count, net.data.spring_count, net.data.dimension));
  std::vector<std::vector<double>> numbers;
  for (int i = 0; i < 4; ++i) {
    numbers.push_back(in.get_vector<double>());
    if (numbers.back().size() != net.data.constrained.size())
      throw Error("the saved state is damaged");
  }
  stepper.past.known = in.get<std::uint8_t>() != 0;
  stepper.past.h = in.get<double>();
  stepper.next_step = in.get<double>();
  stepper.balance.dissipated = in.get<double>();
  stepper.balance.work = in.get<double>();
  t0 = in.get<double>();
  time = in.get<double>();
  steps = in.get<std::int64_t>();
  steps0 = in.get<std::int64_t>();
  next_event = usize(in.get<std::uint64_t>());
  next_frame = in.get<std::int64_t>();
  next_probe = in.get<std::int64_t>();
  shown_frame = in.get<std::int64_t>();
  shown_events = usize(in.get<std::uint64_t>());
  events.clear();
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.good(); ++i) {
    MotionEvent event;
    event.time = in.get<double>();
    event.kind = static_cast<MotionEvent::Kind>(in.get<int>());
    event.node = in.get<int>();
    event.spring = in.get<int>();
    event.value = in.get<double>();
    event.detail = in.get_text();
    events.push_back(std::move(event));
  }
  edits = get_edits(in);
  const std::vector<double> history = in.get_vector<double>();
  const std::vector<double> touches = in.get_vector<double>();
  const double saved_step = in.get<double>();
  const auto saved_integrator = static_cast<Integrator>(in.get<int>());
  report.iterations = in.get<std::int64_t>();
  report.projected_steps = in.get<std::int64_t>();
  report.newton_steps = in.get<std::int64_t>();
  report.unsettled_friction_steps = in.get<std::int64_t>();
  if (!in.at_end()) throw Error("the saved state is damaged");
  start_problem.clear();
  stepper.fresh = false;
  single_until = 0;
  backend.upload(numbers[0], stepper.x);
  backend.upload(numbers[1], stepper.v);
  if (stepper.past.known) {
    stepper.make_past();
    backend.upload(numbers[2], stepper.past.x);
    backend.upload(numbers[3], stepper.past.v);
  }
  contact.restore(touches);
  carry_out(edits);
  if (!histories().load(history)) throw Error("the saved state is damaged");
  // With another step, time is counted again from here, and the states before are not used.
  if (saved_step != options.time_step || saved_integrator != options.integrator) {
    t0 = time;
    steps0 = steps;
    stepper.past.known = false;
    stepper.next_step = 0;
  }
  // An edited scene may have frames at other times.
  const bool shown = next_frame > 0 || next_probe > 0;
  if (shown && options.output_every > 0) next_frame = next_due(time, options.output_every);
  if (shown && options.probe_every > 0) next_probe = next_due(time, options.probe_every);
  // An edited scene may have fewer events.
  if (next_event > scene_events.size()) next_event = scene_events.size();
  net.set_time(time);
}

std::string Simulation::save() const { return impl_->save(); }
void Simulation::restore(std::string_view bytes) { impl_->restore(bytes); }

}  // namespace tensio
