// Words of the editor for one's own step, in English.
export const write = {
  what: 'What you write',
  kinds: {
    force: 'Force of a spring', block: 'Stiffness block of a spring', explicit_euler: 'Explicit Euler step', symplectic_euler: 'Symplectic Euler step',
    velocity_verlet: 'Velocity Verlet step', rk4: 'Runge-Kutta step', linearly_implicit_euler: 'Linearly implicit Euler step',
  },
  begin: 'Begin with',
  empty: 'An empty function', solution: 'A right one',
  code: 'Code, in JavaScript',
  run: 'Run', stop: 'Stop', link: 'Copy link', copied: 'Link copied',
  yours: 'Yours', engine: 'The engine’s own',
  energy: 'Energy since the start: yours in violet, the engine’s in grey',
  untouched: 'This code came with a link. It has not been run: read it, then press Run.',
  trying: 'Trying it in many cases …',
  passed: (cases: number) => `Right, in all ${cases} cases.`,
  failed: (right: number, cases: number) => `Not right yet: ${right} of ${cases} cases are.`,
  endless: 'It gave no answer within one second, and was ended. Does a loop never end?',
  line: (line: number, message: string) => (line > 0 ? `Line ${line}: ${message}` : message),
  grown: (time: string) => `Yours has become unstable at ${time}.`,
  at: (time: string, step: string) => `${time}, step ${step}`,
  instead: {
    large: 'This scene is too large for JavaScript, so a chain is shown.',
    laws: 'This scene has springs of other laws, so a chain is shown.',
    parts: 'This scene has more in it than springs, loads and supports, so a chain is shown.',
  },
  hints: {
    power: 'Your code has the sign ^. In JavaScript it is no power, but works on bits: write x ** 2 or x * x.',
    angle: 'Math.atan gives angles of half a circle only: a spring that points to the left gets the direction to the right. Use Math.atan2(dy, dx), or divide by the length.',
  },
  notJudged: 'The engine is not there to judge it.',
};
