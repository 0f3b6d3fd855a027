// The engine's curves of a lesson's sketches, each computed once, in a worker of their own.
import { engineCode, startWorker } from '@shell';
import { EngineClient, EngineFailure } from '../worker/client';
import { energyCurve } from './curve';
import type { Lesson } from './format';

/** Null where there is none: the step asks for no sketch, or its scene does not run. */
export async function curveFor(lesson: Lesson, index: number): Promise<number[] | null> {
  const engine = new EngineClient(startWorker(), engineCode());
  try {
    return await energyCurve(engine, lesson, index, async (name) => {
      const { scenes } = await import('../gallery/gallery');
      return scenes.find((scene) => scene.id === name)?.files[0]?.text ?? '';
    });
  } catch (error) {
    if (error instanceof EngineFailure) return null;
    throw error;
  } finally {
    engine.close();
  }
}
