// Whether Compare is open. Its code is loaded only when it is opened; who asks whether it is needs none of it.
import type { Compare } from './compare';

let current: Compare | null = null;

/** Compare while it is open, for the bar, for lessons and for tests. */
export const openedCompare = (): Compare | null => current;
export const setOpened = (compare: Compare | null): void => {
  current = compare;
};
