// Names and numbers that the page and the engine share.

export const LAWS = [
  'linear', 'cable', 'strut', 'force_density', 'constant_tension', 'polynomial', 'table', 'custom',
] as const;
export type Law = (typeof LAWS)[number];

export const INTEGRATORS = [
  'auto', 'explicit_euler', 'symplectic_euler', 'velocity_verlet', 'rk4', 'rk45',
  'linearly_implicit_euler', 'implicit_euler', 'implicit_midpoint', 'bdf2',
] as const;
export type Integrator = (typeof INTEGRATORS)[number];
export const IMPLICIT_INTEGRATORS: readonly Integrator[] = [
  'linearly_implicit_euler', 'implicit_euler', 'implicit_midpoint', 'bdf2',
];

export const METHODS = [
  'newton', 'linear', 'plain_newton', 'per_node_newton', 'fire', 'lbfgs',
] as const;
export type Method = (typeof METHODS)[number];

/** What colours the springs. */
export const QUANTITIES = [
  'tension', 'force_density', 'strain', 'energy', 'utilisation',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Vectors at the nodes. */
export const ARROWS = ['velocity', 'net_force', 'reaction'] as const;
export type Arrow = (typeof ARROWS)[number];

/** Bits of SceneInfo.fixed and of fix and free. */
export const AXIS_X = 1, AXIS_Y = 2, AXIS_Z = 4, ALL_AXES = 7;

/** Bits of Frame.flags, for each spring. */
export const SPRING_SLACK = 1, SPRING_BROKEN = 2, SPRING_YIELDED = 4;

/** Places in Frame.energies. */
export const ENERGIES = [
  'kinetic', 'elastic', 'gravity', 'load', 'contact', 'dissipated', 'work', 'total',
] as const;
export type EnergyName = (typeof ENERGIES)[number];

/** What a row of Frame.samples begins with: time, step, and the magnitude of the pull, NaN where
 *  nothing is pulled. */
export const SAMPLE_HEAD = 3;

export type Vector = [number, number, number];
