// What was copied: a part of a net as a scene's text.

export const clipboard = { text: '', pasted: 0 };
