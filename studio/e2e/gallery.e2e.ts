// Every scene of the gallery opens, plays and looks for rest, on the page as any web server delivers it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cards } from '../src/gallery/cards';
import packed from '../src/gallery/thumbnails.json';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeAll(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 } });
  net = new Net(watched.page);
  await net.ready();
});
afterAll(async () => {
  await watched?.close();
});

describe('every scene of the gallery', () => {
  for (const card of cards) {
    test(`${card.id} opens, plays and looks for rest`, async () => {
      const size = (packed as Record<string, { nodes: number; springs: number }>)[card.id]!;
      await net.openNamed(card.title);
      await net.until((tensio, given) => tensio.ready && tensio.nodes === given.nodes && tensio.springs === given.springs && tensio.time === 0, size);
      expect(await net.get('problem')).toBe('');

      await net.button('Play');
      await net.until((tensio) => tensio.step >= 3 || tensio.mode === 'blown', null);
      expect(await net.get('mode')).not.toBe('blown');
      await net.pause();

      await net.page.keyboard.press('r');
      // The sentence follows the report by a moment.
      await net.until((tensio) => tensio.rest !== null && tensio.mode !== 'solving' && !/^(Looking|Paused)/.test(tensio.verdict), null);
      const rest = (await net.get('rest'))!;
      const verdict = await net.get('verdict');
      expect(rest.status, verdict).toBe('converged');
      expect(verdict).toMatch(/^At rest/);
      expect(watched.complaints).toEqual([]);
    });
  }
});
