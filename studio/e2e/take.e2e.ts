// Taking along and verifying in a browser: a scene with recorded results from a link, an animation, pictures and meshes.
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();

test('a scene is shared with its results, who opens it sees the same bits, and what was changed is named', async () => {
  const watched = await Watched.open(served.browser, `${served.address}?example=11_wave_on_a_string`, { viewport: { width: 1280, height: 720 } });
  onTestFinished(() => watched.closeWithoutComplaints());
  const { page } = watched, net = new Net(page);
  await net.until((tensio) => tensio.ready && tensio.title === 'Standing wave on a string', null);
  expect(await page.locator('.verify-mark').count()).toBe(0);
  await net.button('Share');
  await page.getByRole('button', { name: 'Add hashes of its results' }).click();
  await page.getByText('With hashes of the rest state and of the motion after 2000 steps.').waitFor();
  const link = await page.getByRole('textbox', { name: 'Link with the scene in it' }).inputValue();
  const text = inflateRawSync(Buffer.from(/#s=([\w-]+)/.exec(link)![1]!, 'base64url')).toString();
  const { recorded } = JSON.parse(text) as { recorded: { rest: string; motion: { state: string } } };
  await page.goto('about:blank');
  await page.goto(link);
  const mark = page.locator('.verify-mark[data-state="same"]');
  await mark.click();
  const sheet = page.getByRole('dialog', { name: 'What the scene has recorded' });
  await sheet.getByText(/^This browser gives the same bits that Tensio .* recorded\.$/).waitFor();
  await sheet.getByText(`same: rest: positions, tensions and reactions at rest, ${recorded.rest}`).waitFor();
  await sheet.getByText(recorded.motion.state).waitFor();
  await page.keyboard.press('Escape');
  // Another scene has no such mark.
  await net.openChain();
  await mark.waitFor({ state: 'hidden' });
});

test('a motion is saved as GIF and as glTF with its keyframes, the net as the library\'s SVG, and the moment stays', async () => {
  const watched = await Watched.open(served.browser, `${served.address}?example=02_hanging_chain`, { viewport: { width: 800, height: 600 } });
  onTestFinished(() => watched.closeWithoutComplaints());
  const { page } = watched, net = new Net(page);
  await net.until((tensio) => tensio.ready && tensio.nodes === 21, null);
  const saved = async (name: string): Promise<Buffer> => {
    await net.button('Share');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name }).click()]);
    const bytes = readFileSync(await download.path());
    if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape');
    return bytes;
  };
  // Nothing has moved yet.
  await net.button('Share');
  expect(await page.getByRole('button', { name: 'Animation (.gif)' }).getAttribute('title')).toBe('nothing has moved yet: press Play first');
  await page.keyboard.press('Escape');
  for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'One step', exact: true }).click();
  await net.until((tensio) => tensio.step === 3 && tensio.recorded === 3, null);
  const step = await net.get('step');
  const gif = await saved('Animation (.gif)');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  // A browser reads it, and sees as many pictures as there are moments.
  const frames = await page.evaluate(async (base64) => {
    const decoder = new ImageDecoder({ type: 'image/gif', data: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) });
    await decoder.tracks.ready;
    await decoder.completed;
    const { image } = await decoder.decode({ frameIndex: decoder.tracks.selectedTrack!.frameCount - 1 });
    return [decoder.tracks.selectedTrack!.frameCount, image.displayWidth];
  }, gif.toString('base64'));
  expect(frames).toEqual([step + 1, 640]);
  expect(await net.get('step')).toBe(step);
  const glb = await saved('Mesh in motion (.glb)');
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString()) as { animations: unknown[] };
  expect(json.animations.length).toBe(1);
  expect((await saved('Picture (.svg)')).toString()).toMatch(/<svg /);
});
