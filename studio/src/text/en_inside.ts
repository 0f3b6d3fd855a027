// Words of what looks inside a step, a solve and a net, in English.
import { plural } from './plural';

export const inside = {
  newton: {
    label: 'Iterations of the solve',
    play: 'Play the iterations', back: 'One iteration back', on: 'One iteration on',
    about: 'The buttons show the shape before each iteration, and the step that it takes as arrows',
    steps: (n: number) => plural(n, 'iteration', 'iterations'),
    at: (k: number, n: number, longest: string, node: number, scale: string) =>
      `${k} of ${n}: largest step ${longest}, node ${node}${scale ? `, arrows \u00d7${scale}` : ''}`,
    detail: (from: number, to: number, length: number, projected: boolean) =>
      `From iteration ${from} to ${to}${Number.isFinite(length) ? `: ${length === 1 ? 'the whole step' : `${Number(length.toPrecision(3))} of the whole step`}` : ''}`
      + `${projected ? ', by a matrix that was made positive definite' : ''}`,
  },
  table: {
    mass: 'Mass', tension: 'Tension', length: 'Length', rest: 'Rest length', strain: 'Strain', stiffness: 'Stiffness', energy: 'Energy',
    sort: 'Sort by this column: down, up, as numbered',
    before: 'Before', after: 'After',
    range: (from: string, to: string, of: string) => `${from} to ${to} of ${of}`,
    csv: { node: 'Nodes as CSV', spring: 'Springs as CSV' },
  },
  sweep: {
    range: 'Range of the slider', min: 'from', max: 'to', largest: 'largest tension',
    empty: 'The range must end above its begin.',
    between: (low: string, high: string) => `${low} to ${high}`,
  },
  step: {
    plane: 'Eigenvalues of one step', curve: 'Largest magnitude by step',
    re: 'Re', im: 'Im',
    none: 'This scene has no springs and free nodes whose step has a matrix.',
    large: (axes: number, most: number) => `This net has ${axes} free axes. The eigenvalues of a step are computed up to ${most}.`,
    massless: 'A free node has no mass: its motion has no matrix of a step.',
    own: (integrator: string) => `${integrator} chooses its own steps: no one matrix belongs to it. Choose another integrator.`,
    wait: 'The matrix is being read.',
    with: (integrator: string, step: string) => `${integrator}, step ${step}`,
    inside: 'None lies outside the unit circle: no small motion grows by the step.',
    outside: (n: number, value: string, factor: string, tenfold: number, frequency: string) =>
      `${plural(n, 'eigenvalue lies', 'eigenvalues lie')} outside. The largest, ${value}, multiplies its motion${frequency ? ` of ${frequency}` : ''} by ${factor} in each step: `
      + `ten times in ${plural(tenfold, 'step', 'steps')}.`,
    grows: (n: number) => `${plural(n, 'other', 'others')} outside ${n === 1 ? 'belongs' : 'belong'} to motions that grow in the net itself: this shape is not stable.`,
    leaves: (step: string, value: string) => `The first one leaves the circle at a step of ${step}, at ${value}.`,
    never: 'None leaves it at any step.',
    always: 'Some are outside at any step.',
    stable: (step: string) => `The engine's largest stable step is ${step}.`,
    hovered: (value: string, size: string, frequency: string) => `${value}, magnitude ${size}${frequency ? `, a motion of ${frequency}` : ''}`,
    moves: 'About the shape shown; small motions.',
  },
};
