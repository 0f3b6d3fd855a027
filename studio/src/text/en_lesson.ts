// Words of lessons, in English.
import { plural } from './plural';

export const lesson = {
  label: 'Lesson', of: (step: number, steps: number) => `${step} of ${steps}.`, choose: 'Choose an answer', right: 'Yes.', wrong: 'Not quite.',
  back: 'Back', next: 'Next', end: 'Finish', close: 'Close the lesson', reset: 'Reset', resetAbout: 'Back to the teacher’s state of this step',
  first: 'this is the first step', answerFirst: 'answer first', show: 'Show the answer',
  answer: 'Answer', number: (unit: string) => (unit ? `Your answer, in ${unit}` : 'Your answer'), notNumber: 'Write a number, such as 0.25.',
  rightNumber: (text: string) => `The answer is ${text}.`,
  done: 'done', toDo: 'to do',
  sketch: 'Energy over time', draw: 'Draw with the pointer or a finger, or take a straight line:', drawFirst: 'draw a curve first',
  trends: { rises: 'It rises', stays: 'It stays', falls: 'It falls' }, more: 'more', less: 'less',
  yourCurve: 'Your curve.', engineCurve: 'Black: as the engine computes it.',
  link: 'Link', linkTitle: 'Link to this lesson', follow: 'Open this lesson on your device',
  answers: 'Answers', answersTitle: 'Answers', who: 'Your name', copyAnswers: 'Copy answers as a link', copied: 'Copied',
  answersAbout: 'The link has your answers in it. Send it to your teacher, who opens it and reads them. Nothing is sent by this page.',
  answersTooLong: 'The lesson is too large for a link with it and the answers. Put it beside the page and open it by ?lesson=.',
  answersOf: (who: string) => (who ? `Answers of ${who}` : 'Answers'),
  count: (right: number, asked: number, given: number) => `${right} of ${plural(asked, 'question', 'questions')} right, ${given} answered.`,
  columns: { step: 'Step', question: 'Question', given: 'Answer', right: 'Right' }, none: 'none', yes: 'yes', no: 'no', open: 'Open the lesson',
  badAnswers: 'This link has answers that cannot be read: a part of it may have been cut off.',
  badLesson: 'This link has a lesson that cannot be read: a part of it may have been cut off.',
  notFound: (name: string) => `There is no lesson “${name}” here.`,
};
