// A film of the stage: what it shows is recorded while time runs, until the user stops. MP4 where the browser encodes it, else WebM.
import { t } from '../text';
import { film as filmWords } from '../text/en_share';
import { el, setText } from './dom';
import { download, stem } from './files';
import { filmKind } from './film_kind';
import type { Studio } from './studio';

let running: { stop: () => void } | null = null;

export const filming = (): boolean => running !== null;

/** Starts a film, and time where it stands still; a second call ends and saves it. */
export function toggleFilm(studio: Studio, stage: HTMLElement): void {
  if (running) {
    running.stop();
    return;
  }
  const kind = filmKind();
  if (!kind) return;
  const stream = studio.stage.canvas.captureStream(60);
  const recorder = new MediaRecorder(stream, { mimeType: kind.type, videoBitsPerSecond: 8_000_000 });
  const pieces: Blob[] = [];
  const seconds = el('span');
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const strip = el('div', { class: 'strip card', role: 'status' }, el('span', { class: 'dot alarm' }), el('span', { text: filmWords.recording }), seconds,
    el('button', { class: 'btn small main', type: 'button', text: filmWords.stop, onclick: stop }));
  const began = performance.now();
  const show = (): void => setText(seconds, filmWords.seconds((performance.now() - began) / 1000));
  show();
  const timer = window.setInterval(show, 100);
  // A stage that is not drawn again gives no pictures.
  const draws = window.setInterval(() => studio.stage.draw(), 100);
  recorder.ondataavailable = (event) => {
    if (event.data.size > 0) pieces.push(event.data);
  };
  recorder.onstop = () => {
    clearInterval(timer);
    clearInterval(draws);
    strip.remove();
    running = null;
    for (const track of stream.getTracks()) track.stop();
    download(`${stem(studio)}${kind.ending}`, new Blob(pieces), kind.type.split(';')[0]!);
    studio.say(t.said.saved);
    studio.signals.emit('notice');
  };
  running = { stop };
  stage.append(strip);
  recorder.start(500);
  if (!studio.playing && studio.state?.mode !== 'blown') studio.togglePlay();
}
