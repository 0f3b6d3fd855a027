// What the page must know of lessons before it loads them.

/** Whether a text claims to be a lesson. */
export const isLesson = (text: string): boolean => /^\s*\{\s*"tensio_lesson"\s*:/.test(text);

/** Whether the page's address names a lesson, has one in it, or answers to one. */
export const lessonIsAddressed = (): boolean => new URLSearchParams(location.search).has('lesson') || /^#([^&]*&)?[la]=/.test(location.hash);
