// Lessons: a question before its answer, a task that is done in the studio, Reset, links with lessons and answers, a file
// that is dropped, and lessons that mean harm.
import { expect, onTestFinished, test } from 'vitest';
import { encodeScene } from '../src/app/share_link';
import { decodeAnswers, decodeLesson, hashPart } from '../src/lesson/answers';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();

/** Until the step's scene, settings and acts are there. */
const entered = (strip: ReturnType<Watched['page']['locator']>): Promise<void> => strip.and(strip.page().locator(':not([aria-busy])')).waitFor();

async function open(query: string, options: Parameters<typeof Watched.open>[2] = {}): Promise<{ watched: Watched; net: Net; strip: ReturnType<Watched['page']['locator']> }> {
  const watched = await Watched.open(served.browser, `${served.address}${query}`, { viewport: { width: 1280, height: 720 }, permissions: ['clipboard-read', 'clipboard-write'], ...options });
  onTestFinished(() => watched.closeWithoutComplaints());
  const net = new Net(watched.page);
  await net.ready();
  return { watched, net, strip: watched.page.getByRole('region', { name: 'Lesson' }) };
}

test('asks before it explains, sees a task done, resets to the teacher\'s state, and gives the answers as a link that a teacher reads', async () => {
  const { watched: { page }, net, strip } = await open('?lesson=rest_by_newton');
  await strip.getByText('1 of 6.').waitFor();
  await entered(strip);
  expect(await net.get('nodes')).toBe(6);
  const button = (name: string) => strip.getByRole('button', { name, exact: true });
  await page.mouse.click(...await net.nodeAt(4));
  await strip.locator('.task.done').waitFor();
  await button('Next').click();
  // Not before an answer; and the task after it.
  expect(await button('Next').getAttribute('aria-disabled')).toBe('true');
  expect(await strip.locator('.reveal, .task').count()).toBe(0);
  await button('About 50').click();
  expect(await strip.locator('.reveal').count()).toBe(0);
  await entered(strip);
  await page.getByRole('button', { name: /^Find rest/ }).click();
  await strip.getByText('Not quite.').waitFor();
  // What was answered stays.
  await button('About 5').click({ force: true });
  expect(await button('About 50').getAttribute('aria-pressed')).toBe('true');
  await button('Reset').click();
  await entered(strip);
  await net.until((tensio) => tensio.rest === null && tensio.mode === 'editing' && tensio.nodes === 6, null);
  await button('Next').click();
  await button('Many more').click();
  await button('Show the answer').click();
  await strip.getByText('Yes.').waitFor();
  await button('Next').click();
  const field = strip.getByLabel('Your answer, in m');
  await field.fill('a quarter');
  await button('Answer').click();
  await strip.getByText('Write a number, such as 0.25.').waitFor();
  await field.fill('0,25');
  await button('Answer').click();
  await button('Show the answer').click();
  await strip.getByText('Yes.').waitFor();
  for (const answer of ['No, the smallest disturbance moves it away', 'Zero, wherever the nodes are']) {
    await button('Next').click();
    await button(answer).click();
  }
  await button('Answers').click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByText('3 of 5 questions right, 5 answered.').or(page.getByText('4 of 5 questions right, 5 answered.')).first().waitFor();
  const link = await net.copiedBy(() => page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click());
  await net.said('Copied');
  expect(link.startsWith(`${served.address}?lesson=rest_by_newton#a=`)).toBe(true);
  expect(await decodeAnswers(hashPart(new URL(link).hash, 'a')!)).toEqual({ lesson: 'rest_by_newton', who: 'Ada', given: [null, 1, 2, 0.25, 1, 0] });
  // Who opens it reads what was answered.
  await page.goto('about:blank');
  await page.goto(link);
  const sheet = page.getByRole('dialog', { name: 'Answers of Ada' });
  await sheet.getByText('4 of 5 questions right, 5 answered.').waitFor();
  expect(await sheet.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [row.children[0]!.textContent, row.children[2]!.textContent, row.children[3]!.textContent]))).toEqual([
    ['2', 'About 50', 'no'], ['3', 'Many more', 'yes'], ['4', '0.25 m', 'yes'], ['5', 'No, the smallest disturbance moves it away', 'yes'], ['6', 'Zero, wherever the nodes are', 'yes']]);
});

test('lets a curve be sketched, draws the engine\'s beside it, opens Compare, and returns to one\'s own scene', async () => {
  const { watched: { page }, net, strip } = await open('?lesson=why_explicit_steps_explode');
  const button = (name: string) => strip.getByRole('button', { name, exact: true });
  await strip.getByLabel('Your answer, in s').fill('1');
  await button('Answer').click();
  await button('Next').click();
  const canvas = strip.locator('canvas.sketch');
  await canvas.waitFor();
  await entered(strip);
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 8, box.y + 8, { steps: 6 });
  await page.mouse.up();
  await button('Answer').click();
  await button('Show the answer').click();
  await strip.getByText('Yes.').waitFor();
  await strip.getByText('Black: as the engine computes it.').waitFor();
  for (const answer of ['It grows more slowly', null, 'It falls to about a tenth']) {
    await button('Next').click();
    if (answer) await button(answer).click();
    else {
      await strip.getByLabel('Your answer, in s').fill('0.2');
      await button('Answer').click();
    }
  }
  await button('Next').click();
  await net.until((tensio) => tensio.compare !== null && tensio.compare.by === 'integrator' && tensio.compare.panes.length === 4, null);
  await button('Finish').click();
  await strip.waitFor({ state: 'hidden' });
  await net.until((tensio) => tensio.compare === null && tensio.title === 'Sail between two masts', null);
});

const hostile = '<img src=x onerror="window.__bad=1"><script>window.__bad=1</script>';
const lesson = (fields: object): string => JSON.stringify({
  tensio_lesson: 1, title: hostile, line: hostile,
  steps: [{ text: hostile, scene: { tensio: 1, dimension: 2, title: hostile, nodes: { position: [[0, 0], [1, 0]], name: [hostile, 'b'], mass: 1, fixed: [0] }, springs: [{ ends: [[0, 1]], stiffness: 1 }] }, ...fields }],
});

test('a lesson, its answers and its scenes from a link are text; one that is wrong is named by its line, and nothing runs', async () => {
  const ask = { ask: { choices: [hostile, 'b'], answer: 0 }, reveal: hostile };
  const code = await encodeScene(lesson(ask));
  const answers = await encodeScene(JSON.stringify({ l: '', n: hostile, a: [0] }));
  const { watched: { page, requests }, net, strip } = await open(`#l=${code}&a=${answers}`);
  const sheet = page.getByRole('dialog', { name: /^Answers of / });
  await sheet.getByText(hostile).first().waitFor();
  await sheet.getByRole('button', { name: 'Open the lesson' }).click();
  await strip.getByText(hostile).first().waitFor();
  await net.until((tensio) => tensio.nodes === 2, null);
  expect(await page.evaluate(() => [document.querySelectorAll('img, #app script').length, (window as { __bad?: number }).__bad])).toEqual([0, undefined]);
  // The lesson goes on in its own link.
  await strip.getByRole('button', { name: 'Link', exact: true }).click();
  const link = await page.getByRole('dialog').getByLabel('Link to this lesson').inputValue();
  expect(await decodeLesson(hashPart(new URL(link).hash, 'l')!)).toBe(lesson(ask));
  await page.keyboard.press('Escape');
  // Dropped, with a key that is not known.
  const wrong = lesson({ run: 'alert(1)' }).replace('"steps"', '\n"steps"');
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'mine.json', { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, wrong);
  await net.until((tensio) => tensio.problem.startsWith('"run" is not known here'), null);
  await page.getByText('mine.json, line 2, column ').first().waitFor();
  // A damaged link, and an address on another site.
  for (const [query, words] of [['?x#l=abc', 'This link has a lesson that cannot be read'], [`?lesson=${encodeURIComponent('https://example.org/l.json')}`, 'There is no lesson “https://example.org/l.json” here.']] as const) {
    await page.goto(`${served.address}${query}`);
    await net.until((tensio, given) => tensio.ready && tensio.problem.startsWith(given), words);
  }
  const addresses = requests.map((address) => new URL(address)).filter(({ protocol }) => protocol.startsWith('http'));
  expect(addresses.every(({ href }) => href.startsWith(served.address))).toBe(true);
});

test('on a wall the first step has a QR code of the lesson\'s link', async () => {
  const { watched: { page }, net, strip } = await open('?lesson=fixed_points_and_matrix');
  await strip.waitFor();
  expect(await page.locator('.lesson-qr').count()).toBe(0);
  await net.command('Projector');
  await page.locator('.lesson-qr svg').waitFor();
});
