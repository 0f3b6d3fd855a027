// Times of a cloth of 10,000 springs in the studio's engine; TENSIO_MEASURE=1 prints them. Without it
// the test only sees that the runs work: no test may depend on how busy a machine is.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { checked } from '../src/worker/engine';
import { loadModule } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });
const measuring = process.env['TENSIO_MEASURE'] === '1';

// 42 x 42 cells: 1849 nodes, 10,584 springs of cloth (threads, shear, bending).
const cloth = (simulation: object, damped: boolean): string => JSON.stringify({ tensio: 1, dimension: 3,
  gravity: [0, 0, -9.81], drag: damped ? 0.5 : 0,
  generate: [{ kind: 'cloth', name: 'cloth', columns: 42, rows: 42, width: 1, height: 1,
    stiffness: 1000, shear_stiffness: 100, bending_stiffness: 1e-4, mass_per_area: 0.2,
    ...(damped ? { damping_time: 1e-5 } : {}) }],
  nodes: { fixed: ['cloth.corners'] }, simulation });

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

test.each([
  ['explicit, 1/60 s at the stable step', { integrator: 'velocity_verlet' }, 1 / 60],
  ['explicit with drag and dashpots, 1/60 s', { integrator: 'velocity_verlet' }, 1 / 60],
  ['linearly implicit step of 1/60 s', { integrator: 'linearly_implicit_euler', time_step: 1 / 60 }, 1 / 60],
  ['backward Euler step of 1/60 s, preview', { integrator: 'implicit_euler', time_step: 1 / 60,
    accuracy: 'preview' }, 1 / 60],
  ['backward Euler step of 1/60 s, full', { integrator: 'implicit_euler', time_step: 1 / 60 }, 1 / 60],
] as const)('%s', (name, simulation, seconds) => {
  const engine = new module.Engine();
  module.FS.mkdirTree('/measure');
  module.FS.writeFile('/measure/cloth.json', cloth({ duration: 2, ...simulation }, name.includes('dashpots')));
  checked(engine.open('/measure/cloth.json', 'cloth.json', 0));
  const scene = checked(engine.scene());
  expect(scene.springCount).toBeGreaterThan(10_000);
  const motion = checked(engine.prepare());
  const steps = Math.max(1, Math.ceil(seconds / motion.timeStep - 1e-9));
  checked(engine.run(steps));
  // Time of the processor, too: it depends less on what else the machine does.
  const times: number[] = [], works: number[] = [], fills: number[] = [];
  for (let i = 0; i < (measuring ? 40 : 2); ++i) {
    const begin = performance.now(), work = process.cpuUsage();
    expect(checked(engine.run(steps)).failed).toBe(false);
    times.push(performance.now() - begin);
    works.push(process.cpuUsage(work).user / 1000);
    const filling = performance.now();
    checked(engine.fill(0, -1, false));
    fills.push(performance.now() - filling);
  }
  if (measuring)
    console.log(`${name}: ${scene.springCount} springs, ${steps} steps of ${motion.timeStep.toPrecision(3)} s ` +
      `(stable ${motion.stableTimeStep?.toPrecision(3)}), median ${median(times).toFixed(1)} ms, ` +
      `best ${Math.min(...times).toFixed(1)} ms, of the processor ${median(works).toFixed(1)} ms; a frame's numbers ${median(fills).toFixed(2)} ms; ${motion.linearSolver}`);
  engine.delete();
});
