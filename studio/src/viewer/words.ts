// Words of the viewer, in English.
export const words = {
  nothing: 'There is no result in this page: tensio run scene.json --page run.html writes one with a result.',
  label: 'The net',
  result: 'Result',
  time: 'Time',
  moment: 'Moment shown',
  states: 'State shown',
  everything: 'Show everything',
  theme: 'Light or dark',
  every: (count: number) => `every ${count}th frame`,
  energy: 'Energy',
  end: {
    finished: 'finished', blew_up: 'blown up', not_converged: 'a step did not converge', interrupted: 'stopped',
  } as Record<string, string>,
  values: {
    position: 'position', displacement: 'displacement', fixed: 'fixed', tension: 'tension', length: 'length', strain: 'strain',
    density: 'force density', law: 'law', set: 'set', broken: 'broken', slack: 'slack',
  },
  fromFirst: 'since the first moment',
  cure: (step: string) => `Cure: --time-step ${step}`,
  cureIntegrator: (name: string, step: string) => `Cure: --integrator ${name} --time-step ${step}`,
  about: 'Made with Tensio. Results are those of the program, in single precision.',
};
