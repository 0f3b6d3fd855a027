// Words of Compare, in English.
import { plural } from './plural';

export const compare = {
  name: 'Compare',
  command: 'Compare integrators or steps',
  leave: 'Leave',
  title: 'What differs',
  about: 'the same net, the same start, one clock',
  label: 'Compare',
  pane: (letter: string, integrator: string, step: string, result: string) => `Pane ${letter}: ${integrator}, step ${step}, ${result}`,
  differ: 'Panes differ in',
  by: { integrator: 'Integrator', step: 'Step' },
  rows: { step: 'Step', stable: 'Stable to', order: 'Order', drift: 'Energy, %', cost: 'Cost of a step', second: 'Cost of a second' },
  none: 'none', any: 'any', unknown: '–',
  all: 'In all panes',
  panes: 'Panes',
  paneCount: (n: number) => plural(n, 'pane', 'panes'),
  chooseIntegrator: (letter: string, shown: string) => `${shown}, integrator of pane ${letter}`,
  chooseStep: (letter: string, shown: string) => `${shown}, step of pane ${letter}`,
  results: {
    waiting: 'not started', kept: 'energy is kept', swings: 'energy swings', grows: 'energy grows', lost: 'energy is lost',
    stopped: (time: string) => `stopped at ${time}`,
  },
  graph: 'Energy made or lost by the integrator, in % of the largest kinetic energy',
  blows: (letter: string) => `${letter} blows up`,
  legend: 'in all panes',
  node: 'Click a node in a pane: its numbers are filled in.',
  notHere: 'leave Compare first',
  takes: (letter: string) => `Leave: the scene takes integrator and step of pane ${letter}`,
  notes: {
    same: 'All panes take the same step: what differs comes from the integrator alone.',
    steps: 'All panes have the same integrator: what differs comes from the step alone.',
    both: 'Integrator and step differ: compare with care.',
  },
};
