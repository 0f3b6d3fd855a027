// Lessons: what is read, what is refused with which words, and answers in a link.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersLink, isLesson, type Lesson, readAnswers, readLesson } from '../src/app/lesson';
import { cards } from '../src/gallery/cards';

const folder = new URL('../src/gallery/lessons/', import.meta.url);
const lesson = (step: unknown): string => JSON.stringify({ tensio_lesson: 1, title: 'T', steps: [{ text: 'One.' }, step] });

describe('the lessons of the page', () => {
  for (const file of readdirSync(folder))
    it(`${file} is whole: its examples exist, its answers are among the choices`, () => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      expect(isLesson(text)).toBe(true);
      const read = readLesson(text) as Lesson;
      expect(typeof read).toBe('object');
      for (const step of read.steps) {
        if (typeof step.scene === 'string') expect(cards.map(({ id }) => `example:${id}`)).toContain(step.scene);
        if (step.ask) expect(step.reveal).not.toBe('');
      }
    });
});

describe('a lesson', () => {
  it('is refused with the step and the reason', () => {
    expect(readLesson('{')).toMatch(/^The lesson is not JSON: /);
    expect(readLesson('{"tensio_lesson": 2}')).toBe('A lesson begins with "tensio_lesson": 1.');
    expect(readLesson('{"tensio_lesson": 1, "steps": []}')).toBe('A lesson has 1 to 100 steps.');
    expect(readLesson(lesson({}))).toBe('Step 2: it has no text.');
    expect(readLesson(lesson({ text: 'x', color: 1 }))).toBe('Step 2: "color" is not known; a step has text, scene, do, show, ask, reveal.');
    expect(readLesson(lesson({ text: 'x', do: ['save'] }))).toMatch(/^Step 2: "do" names some of play, /);
    expect(readLesson(lesson({ text: 'x', scene: 'https://example.org/x.json' }))).toMatch(/^Step 2: "scene" is a scene/);
    expect(readLesson(lesson({ text: 'x', ask: { choices: ['a', 'b'], answer: 2 } }))).toBe('Step 2: "answer" is the number of a choice, from 0.');
  });

  it('is not confused with a scene', () => {
    expect(isLesson('{"tensio": 1, "title": "tensio_lesson"}')).toBe(false);
    expect(isLesson(' {\n "tensio_lesson" : 1}')).toBe(true);
  });
});

describe('answers in a link', () => {
  it('come back as they were', () => {
    const link = answersLink('https://example.org/studio/?x=1#s=old', 'stable_step', [null, 0, 2, null]);
    expect(link).toBe('https://example.org/studio/?x=1#a=stable_step.-02-');
    expect(readAnswers(new URL(link).hash)).toEqual({ name: 'stable_step', answers: [null, 0, 2, null] });
  });

  it('are refused where they are none', () => {
    for (const hash of ['', '#s=abc', '#a=', '#a=x', '#a=x.', '#a=<b>.1', `#a=x.${'1'.repeat(101)}`, '#a=x.9']) expect(readAnswers(hash), hash).toBeNull();
  });
});
