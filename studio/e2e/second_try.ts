// Names the tests that failed and are run again: ./test shows these lines.
import { afterEach } from 'vitest';

afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) === 0) return;
  const why = task.result?.errors?.[0]?.message?.split('\n')[0] ?? '';
  console.warn(`second try: ${task.file.name}: ${task.name}${why && `, since at first ${why}`}`);
});
