// Lessons as files: what is read, what is refused with which words and at which place; answers and lessons in links.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answers, answersLink, decodeAnswers, decodeLesson, fitting, hashPart, isRight, lessonLink, SKETCH_POINTS, trendOf } from '../src/lesson/answers';
import { ACTS, type Lesson, PANELS, readLesson } from '../src/lesson/format';
import { isLesson } from '../src/lesson/is_lesson';
import { Misplaced, readJson } from '../src/lesson/json';
import { encodeScene } from '../src/app/share_link';
import type { Problem } from '../src/protocol';
import { root } from './engine';

const read = (text: string): Lesson => {
  const lesson = readLesson(text, 'a.json');
  if (Array.isArray(lesson)) throw new Error(JSON.stringify(lesson));
  return lesson;
};
const problems = (text: string): Problem[] => {
  const found = readLesson(text, 'a.json');
  expect(Array.isArray(found), text).toBe(true);
  return found as Problem[];
};
const step = (fields: object): string => JSON.stringify({ tensio_lesson: 1, title: 'T', steps: [{ text: 'One.', ...fields }] });
const refused = (fields: object): string => problems(step(fields)).map(({ pointer, message }) => `${pointer} ${message}`).join('\n');

describe('a lesson', () => {
  it('is read with its questions, tasks and scenes', () => {
    const lesson = read(JSON.stringify({
      tensio_lesson: 1, title: 'T', line: 'L', note: 'for teachers', scenes: { bar: { tensio: 1 } },
      steps: [
        { text: 'a', scene: 'bar', set: { integrator: 'rk4', time_step: 0.1, parameters: { k: 2 } }, do: ['play', 'solve.newton'], show: ['deck'] },
        { text: 'b', ask: { choices: ['x', 'y'], answer: 1 }, reveal: 'r' },
        { text: 'c', ask: { number: 0.5, within: 0.1, unit: 's' }, reveal: 'r', task: 'Do it.', until: { time: 1, parameter: { name: 'k', above: 3 } } },
        { text: 'd', ask: { sketch: 'energy', seconds: 2 }, reveal: 'r', scene: 'example:02_hanging_chain' },
      ],
    }));
    expect(lesson.steps[0]).toMatchObject({ scene: { tensio: 1 }, set: { integrator: 'rk4', timeStep: 0.1, parameters: { k: 2 } }, acts: ['play', 'solve.newton'], show: ['deck'] });
    expect(lesson.steps[1]!.ask).toEqual({ kind: 'choice', choices: ['x', 'y'], answer: 1 });
    expect(lesson.steps[2]!.until).toEqual({ time: 1, parameter: { name: 'k', above: 3, below: Infinity } });
    expect(lesson.steps[3]!.ask).toEqual({ kind: 'sketch', seconds: 2 });
  });

  it('is refused with the line and the column of the key that is wrong', () => {
    const [first, second, ...others] = problems('{"tensio_lesson": 1,\n "title": "T",\n "steps": [\n  {"text": "One.", "tasc": "x"},\n  {"text": 7}\n ]}');
    expect(first).toMatchObject({ file: 'a.json', line: 4, column: 20, pointer: '/steps/0/tasc', value: '"x"' });
    expect(first!.message).toMatch(/^"tasc" is not known here; did you mean "task"\? A step has "text", "scene", /);
    expect(second).toMatchObject({ line: 5, column: 12, pointer: '/steps/1/text', message: '"text" is a text of 1 to 2000 characters.' });
    expect(others).toEqual([]);
  });

  it.each([
    [{ text: '' }, '/steps/0/text "text" is a text of 1 to 2000 characters.'],
    [{ do: ['plai'] }, '/steps/0/do/0 "plai" is not known in "do"; did you mean "play"? It has '],
    [{ do: ['save'] }, '/steps/0/do/0 "save" is not known in "do"'],
    [{ show: 'deck' }, `/steps/0/show "show" is a list of ${PANELS.map((name) => `"${name}"`).join(', ')}.`],
    [{ scene: 'https://example.org/x.json' }, '/steps/0/scene "scene" is a whole scene, a name of "scenes", or "example:" with the name of an example.'],
    [{ scene: 'toString' }, '/steps/0/scene "scene" is a whole scene'],
    [{ set: { time_step: -1 } }, '/steps/0/set/time_step "time_step" is a number: positive, in seconds.'],
    [{ set: { integrator: 'verlet' } }, '/steps/0/set/integrator "integrator" is one of "auto", '],
    [{ ask: {}, reveal: 'r' }, '/steps/0/ask A question has one of "choices", "number" and "sketch".'],
    [{ ask: { choices: ['a'], answer: 0 }, reveal: 'r' }, '/steps/0/ask/choices "choices" is a list of 2 to 6 texts of up to 200 characters.'],
    [{ ask: { choices: ['a', 'b'], answer: 2 }, reveal: 'r' }, '/steps/0/ask/answer "answer" is a number: the number of a choice, from 0 to 1.'],
    [{ ask: { choices: ['a', 'b'], answer: 0, within: 1 }, reveal: 'r' }, '/steps/0/ask/within "within" does not go with "choices"'],
    [{ ask: { number: 1 }, reveal: 'r' }, '/steps/0/ask A question of this kind has "within": how far an answer may be off: not negative.'],
    [{ ask: { sketch: 'energy' }, reveal: 'r' }, '/steps/0/ask A question of this kind has "seconds"'],
    [{ ask: { choices: ['a', 'b'], answer: 0 } }, '/steps/0 A step that asks has a "reveal" for after the answer.'],
    [{ task: 'x' }, '/steps/0 A step with a "task" has "until": what is true once it is done.'],
    [{ until: { blown: true } }, '/steps/0 A step with "until" has a "task" that says what to do.'],
    [{ task: 'x', until: {} }, '/steps/0/until "until" names at least one thing that becomes true.'],
    [{ task: 'x', until: { blown: false } }, '/steps/0/until/blown "blown" is true.'],
    [{ task: 'x', until: { springs: {} } }, '/steps/0/until/springs "springs" has "above", "below", or both.'],
    [{ task: 'x', until: { parameter: { above: 1 } } }, '/steps/0/until/parameter "parameter" has a "name".'],
  ])('with %j is refused in words', (fields, words) => {
    expect(refused(fields)).toContain(words);
  });

  it('that is not JSON is refused at the place where it ends to be', () => {
    expect(problems('{')[0]).toMatchObject({ line: 1, column: 2, message: 'The lesson is not JSON: A key in quotation marks is expected here, not the end of the text.' });
    expect(problems('{"tensio_lesson": 1,\n "title": "T" "steps": []}')[0]).toMatchObject({ line: 2, column: 15, message: 'The lesson is not JSON: A comma or “}” is expected here, not “"”.' });
    expect(problems('[]')[0]!.message).toBe('A lesson is an object: { ... }.');
    expect(problems('{"tensio_lesson": 2, "title": "T", "steps": []}').map(({ message }) => message)).toEqual(['Only lessons of version 1 are read.', '"steps" is a list of 1 to 100 steps.']);
    expect(problems('['.repeat(100_000))[0]!.message).toMatch(/more than 200 brackets/);
    expect(problems(`{"tensio_lesson": 1, "title": "${'x'.repeat(1_000_001)}"`)[0]!.message).toMatch(/^A lesson has at most 1000000 characters/);
  });

  it('of the manual is read, and its keys are those that the manual has', () => {
    const manual = readFileSync(`${root}docs/lessons.md`, 'utf8');
    expect(read(/<!-- lesson -->\n```json\n([\s\S]*?)```/.exec(manual)![1]!).steps.length).toBe(2);
    const schema = JSON.parse(readFileSync(`${root}schema/lesson.schema.json`, 'utf8')) as { $defs: Record<string, { properties: object }> };
    for (const name of ['step', 'until', 'ask']) for (const key of Object.keys(schema.$defs[name]!.properties)) expect(manual, key).toMatch(new RegExp(`[\`"]${key}[\`"]`));
    for (const act of ACTS) if (!act.includes('.')) expect(manual, act).toContain(`\`${act}\``);
  });

  it('is not confused with a scene', () => {
    expect(isLesson('{"tensio": 1, "title": "tensio_lesson"}')).toBe(false);
    expect(isLesson(' {\n "tensio_lesson" : 1}')).toBe(true);
  });

  it('is read or refused with a place, whatever was done to its text', () => {
    let seed = 4711;
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 8) % n;
    };
    const signs = ['"', '{', '}', '[', ']', ',', ':', '\\', '\n', '0', '-', '1e999', 'null', '"__proto__":', '"constructor"', '\u0000', '<script>'];
    const folder = new URL('../src/gallery/lessons/', import.meta.url);
    let refusals = 0;
    for (const file of readdirSync(folder)) {
      const good = readFileSync(new URL(file, folder), 'utf8');
      for (let i = 0; i < 400; i += 1) {
        let text = good;
        for (let changes = 1 + random(3); changes > 0; changes -= 1) {
          const at = random(text.length);
          text = text.slice(0, at) + signs[random(signs.length)]! + text.slice(at + random(3));
        }
        const found = readLesson(text, 'a.json');
        if (!Array.isArray(found)) continue;
        refusals += 1;
        for (const { line, column, message } of found) {
          expect(message.length).toBeGreaterThan(10);
          expect([line > 0, column > 0]).toEqual([true, true]);
        }
      }
    }
    expect(refusals).toBeGreaterThan(1000);
  });

  it('can do nothing that saves, sends, or runs code', () => {
    const may = new Set<string>(ACTS);
    for (const act of ['save', 'share', 'open', 'delete', 'film', 'paste', 'reset', 'text', 'undo', 'picture', 'gif', 'record', 'run']) expect(may.has(act), act).toBe(false);
  });

  it('has the keys that its schema has', () => {
    const schema = JSON.parse(readFileSync(`${root}schema/lesson.schema.json`, 'utf8')) as { properties: Record<string, unknown>; $defs: Record<string, { properties: object; items?: { enum: string[] } }> };
    const keysOf = (message: string): string[] => [...message.slice(message.indexOf(' has "')).matchAll(/"(\w+)"/g)].map((match) => match[1]!);
    const known = (text: string, pointer: string): string[] => keysOf(problems(text).find((problem) => problem.pointer === pointer)!.message).sort();
    expect(Object.keys(schema.properties).sort()).toEqual(known('{"tensio_lesson": 1, "title": "T", "steps": [{"text": "a"}], "zzzzzzzz": 1}', '/zzzzzzzz'));
    const of = (name: string): string[] => Object.keys(schema.$defs[name]!.properties).sort();
    expect(of('step')).toEqual(known(step({ zzzzzzzz: 1 }), '/steps/0/zzzzzzzz'));
    expect(of('set')).toEqual(known(step({ set: { zzzzzzzz: 1 } }), '/steps/0/set/zzzzzzzz'));
    expect(of('ask')).toEqual(known(step({ ask: { zzzzzzzz: 1 } }), '/steps/0/ask/zzzzzzzz'));
    expect(of('until')).toEqual(known(step({ until: { zzzzzzzz: 1 } }), '/steps/0/until/zzzzzzzz'));
    expect(schema.$defs['acts']!.items!.enum).toEqual([...ACTS]);
  });
});

describe('JSON with places', () => {
  it('gives the values of JSON.parse', () => {
    for (const text of ['null', ' [1, -2.5e3, "a\\u00e9\\n", true, {}] ', '{"a": {"b": [[]]}, "__proto__": 3}', '"\\"\\\\"']) expect(readJson(text).value).toEqual(JSON.parse(text));
  });
  it('refuses what JSON.parse refuses', () => {
    for (const text of ['', '01', '1.', '+1', 'tru', '[1,]', '{"a":1,}', '{a:1}', '"a\nb"', '"\\x"', '1 2', '[1 2]', '{"a" 1}', 'NaN', '"a']) {
      expect(() => readJson(text), text).toThrow(Misplaced);
      expect(() => JSON.parse(text) as unknown, text).toThrow();
    }
    expect(() => readJson('{"a": 1, "a": 2}')).toThrow('“a” stands here twice.');
  });
});

describe('answers and lessons in a link', () => {
  const heights = Array.from({ length: SKETCH_POINTS }, (_, i) => 50 + 2 * i);
  const answers: Answers = { lesson: 'explicit_steps', who: 'Ada & <b>', given: [null, 2, 0.628, heights] };

  it('come back as they were', async () => {
    const link = new URL(await answersLink('https://example.org/studio/?example=x#s=old', '', answers));
    expect(`${link.origin}${link.pathname}${link.search}`).toBe('https://example.org/studio/?lesson=explicit_steps');
    expect(await decodeAnswers(hashPart(link.hash, 'a')!)).toEqual(answers);
    // Without a name the lesson itself is in the link.
    const text = step({});
    const whole = new URL(await answersLink('https://example.org/', text, { ...answers, lesson: '' }));
    expect(await decodeLesson(hashPart(whole.hash, 'l')!)).toBe(text);
    expect((await decodeAnswers(hashPart(whole.hash, 'a')!))!.given).toEqual(answers.given);
    expect(await lessonLink('https://example.org/?lesson=old&embed#s=1', 'new', text)).toBe('https://example.org/?lesson=new');
  });

  it('are refused where they are none, and taken apart where they do not fit', async () => {
    for (const code of ['', 'abc', '<b>', await encodeScene('{'), await encodeScene('[]'), await encodeScene('null'), await encodeScene('{"l": 1, "n": "", "a": []}'), await encodeScene(`{"l":"","n":"","a":["${'x'.repeat(100_000)}"]}`)])
      expect(await decodeAnswers(code), code).toBeNull();
    const odd = await decodeAnswers(await encodeScene('{"l": "x", "n": "y", "a": ["<script>", {"a": 1}, [1, 2], 1e999, 7, 1.5, 3]}'));
    expect(odd!.given).toEqual([null, null, null, null, 7, 1.5, 3]);
    const lesson = read(JSON.stringify({ tensio_lesson: 1, title: 'T', steps: [
      { text: 'a', ask: { choices: ['x', 'y'], answer: 0 }, reveal: 'r' }, { text: 'b' }, { text: 'c', ask: { sketch: 'energy', seconds: 1 }, reveal: 'r' }, { text: 'd', ask: { number: 1, within: 0 }, reveal: 'r' }] }));
    expect(fitting(lesson, { ...answers, given: [2, 1, 5, 9] })).toEqual([null, null, null, 9]);
    expect(fitting(lesson, { ...answers, given: [1, null, heights] })).toEqual([1, null, heights, null]);
    expect(fitting(lesson, { ...answers, given: [0.5] })).toEqual([null, null, null, null]);
  });

  it('are right by choice, within a distance, or by where a curve goes', () => {
    expect(isRight({ kind: 'choice', choices: ['a', 'b'], answer: 1 }, 1)).toBe(true);
    expect(isRight({ kind: 'number', number: 0.628, within: 0.01, unit: '' }, 0.638)).toBe(true);
    expect(isRight({ kind: 'number', number: 0.628, within: 0.01, unit: '' }, 0.64)).toBe(false);
    expect(isRight({ kind: 'number', number: 0, within: 0, unit: '' }, null)).toBeNull();
    expect([10, 50, 90].map((end) => trendOf([50, end]))).toEqual(['falls', 'stays', 'rises']);
    const sketch = { kind: 'sketch', seconds: 1 } as const;
    expect(isRight(sketch, heights, [50, 90])).toBe(true);
    expect(isRight(sketch, heights, [50, 50])).toBe(false);
    expect(isRight(sketch, heights)).toBeNull();
  });
});
