// The members of the sections of a scene that are plain numbers, words and truth values.
#pragma once

#include "io/scene/fields.hpp"
#include "tensio/model/placement.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

// ---- nodes ----

struct NodeRows {
  const char* key;
  std::vector<double> Nodes::*member;
  Dimension dimension;
};
inline constexpr NodeRows kNodeRows[] = {
    {"start", &Nodes::start, kLength},
    {"velocity", &Nodes::velocity, kVelocity},
};

struct NodeValues {
  const char* key;
  Column Nodes::*member;
  Dimension dimension;
};
inline constexpr NodeValues kNodeValues[] = {
    {"mass", &Nodes::mass, kMass},
    {"area", &Nodes::area, kArea},
};

// ---- springs ----

inline constexpr Field<Viscous> kViscousFields[] = {
    {"stiffness", &Viscous::stiffness, "a number [N/m]", kStiffness, Rule::none,
     "`stiffness` is missing in `viscous`; give that of its spring [N/m]"},
    {"viscosity", &Viscous::viscosity, "a number [N s/m]", kDamping},
    {"time", &Viscous::time, "a number [s]", kTime},
};
inline constexpr Field<Yield> kYieldFields[] = {
    {"strain", &Yield::strain, "a number", kPlain},
    {"force", &Yield::force, "a number [N]", kForce},
    {"hardening", &Yield::hardening, "a number from 0 to below 1", kPlain},
};
inline constexpr Field<Break> kBreakFields[] = {
    {"strain", &Break::strain, "a number", kPlain},
    {"force", &Break::force, "a number [N]", kForce},
    {"compression", &Break::compression},
};

// ---- statics ----

inline constexpr Field<Stage> kStageFields[] = {
    {"rest_length_change", &Stage::rest_length_change, "a number [m], negative for shorter",
     kLength},
    {"fit", &Stage::fit},
    {"steps", &Stage::steps, "a whole number from 1"},
};
inline constexpr Field<EquilibriumOptions> kEquilibriumFields[] = {
    {"method",
     word_member<EquilibriumOptions, Method, &EquilibriumOptions::method, kMethodCount>()},
    {"tolerance", &EquilibriumOptions::tolerance, "a positive number such as 1e-10", kPlain},
    {"max_iterations", &EquilibriumOptions::max_iterations, "a whole number such as 10000"},
    {"load_steps", &EquilibriumOptions::load_steps, "a whole number from 1"},
    {"relaxation", &EquilibriumOptions::relaxation, "a number above 0 and at most 1", kPlain},
    {"stability", &EquilibriumOptions::stability},
};

// ---- motion ----

/// What amplitude and offset measure depends on where the waveform is used.
inline constexpr Field<Waveform> kSineFields[] = {
    {"amplitude",
     &Waveform::amplitude,
     "a number",
     {},
     Rule::none,
     "`amplitude` is missing in `sine`"},
    {"frequency", &Waveform::frequency, "a number", kRate, Rule::none,
     "`frequency` is missing in `sine`"},
    {"phase", &Waveform::phase, "a number", kAngle},
    {"offset", &Waveform::offset, "a number"},
};
inline constexpr Field<Wind> kWindFields[] = {
    {"density", &Wind::density, "a number [kg/m3]", kDensity},
    {"drag_coefficient", &Wind::drag_coefficient, "a number", kPlain},
};
inline constexpr Field<Obstacle> kObstacleFields[] = {
    {"friction", &Obstacle::friction, "a number, Coulomb's coefficient", kPlain},
    {"restitution", &Obstacle::restitution, "a number from 0 to 1", kPlain},
    {"thickness", &Obstacle::thickness, "a number [m]", kLength},
};
inline constexpr Field<Event> kEventFields[] = {
    {"at", &Event::at, "a number [s]", kTime, Rule::none,
     "`at` is missing in an event; give the time at which it happens [s]"},
};
inline constexpr Field<SimulationOptions> kSimulationFields[] = {
    {"integrator", word_member<SimulationOptions, Integrator, &SimulationOptions::integrator,
                               kIntegratorCount>()},
    {"time_step", &SimulationOptions::time_step, "a positive number [s], or \"auto\"", kTime,
     Rule::automatic},
    {"start_time", &SimulationOptions::start_time, "a number [s]", kTime},
    {"duration", &SimulationOptions::duration, "a number [s]", kTime},
    {"output_every", &SimulationOptions::output_every, "a positive number [s]", kTime,
     Rule::not_zero},
    {"probe_every", &SimulationOptions::probe_every, "a positive number [s]", kTime,
     Rule::not_zero},
    {"start", word_member<SimulationOptions, StartFrom, &SimulationOptions::start, 2>()},
    {"method", word_member<SimulationOptions, StepMethod, &SimulationOptions::method, 3>()},
    {"accuracy", word_member<SimulationOptions, Accuracy, &SimulationOptions::accuracy, 2>()},
    {"blowup_strain", &SimulationOptions::blowup_strain, "a positive number", kPlain},
    {"tolerance", &SimulationOptions::tolerance, "a positive number such as 1e-10", kPlain},
    {"max_iterations", &SimulationOptions::max_iterations, "a whole number from 1"},
    {"substeps", &SimulationOptions::substeps},
    {"warm_start", &SimulationOptions::warm_start},
    {"precision", word_member<SimulationOptions, Precision, &SimulationOptions::precision, 2>()},
    {"backend", word_member<SimulationOptions, BackendKind, &SimulationOptions::backend, 4>()},
};

// ---- what was recorded ----

inline constexpr Field<RecordedMotion> kRecordedMotionFields[] = {
    {"integrator",
     word_member<RecordedMotion, Integrator, &RecordedMotion::integrator, kIntegratorCount>()},
    {"time_step", &RecordedMotion::time_step, "a positive number [s]", kTime, Rule::not_zero,
     "`time_step` is missing in `motion`; record the scene again with `tensio verify --record`"},
    {"steps", &RecordedMotion::steps, "a whole number from 1"},
};

// ---- parts ----

inline constexpr Field<Placement> kPlacementFields[] = {
    {"scale", &Placement::scale, "a number above 0"},
    {"join", &Placement::join, "a distance [m]", kLength},
};

}  // namespace tensio::io
