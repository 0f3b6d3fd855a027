// Words of results that are recorded and verified, in English.
import type { VerifyReport } from '../protocol';

export const verify = {
  verifying: 'Verifying', same: 'Same bits', different: 'Other bits', ended: 'Not verified', again: 'Go on without a limit',
  title: 'What the scene has recorded',
  about: 'A scene can have hashes of its rest state and of its motion, from whoever shared it. This page computes both again with its own engine and compares.',
  slow: 'It takes long, so it was stopped.',
  program: 'The program does the same: tensio verify, with this scene’s file or link.',
  /** One line for each result, as `tensio verify` prints it. */
  lines: ({ results }: VerifyReport): string[] => results.map(({ name, about, recorded, computed, reason, same }) => {
    const line = `${same ? 'same:' : 'different:'} ${name}: ${about}`;
    if (same) return `${line}, ${recorded}`;
    return computed === '' ? `${line}; there is no result here: ${reason}` : `${line}; recorded ${recorded}, here ${computed}`;
  }),
  verdict: ({ recordedBy, results, sceneChanged }: VerifyReport): string[] => {
    const same = results.every((result) => result.same);
    const by = recordedBy === '' ? '' : ` that Tensio ${recordedBy} recorded`;
    const first = same ? `This browser gives the same bits${by}.` : `This browser does not give the bits${by}.`;
    if (!sceneChanged) return [first];
    return [first, same ? 'The scene was changed since, in a part that these results do not depend on.' : 'The scene was changed after they were recorded: that may be why.'];
  },
  record: 'Add hashes of its results', recording: 'Computing its results …',
  recorded: (rest: boolean, steps: number): string => `With hashes of ${[rest ? 'the rest state' : '', steps > 0 ? `the motion after ${steps} ${steps === 1 ? 'step' : 'steps'}` : ''].filter(Boolean).join(' and of ')}. Who opens it sees whether their computer gives the same bits.`,
};
