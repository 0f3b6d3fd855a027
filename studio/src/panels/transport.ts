// The transport: back, play, step, the clock, the speed; Live and Find rest.
import { el, fill, setAttribute, setText } from '../app/dom';
import type { Commands } from '../app/commands';
import { icon, type IconName } from '../app/icons';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { tip } from './bar';
import { openMenu } from './menu';

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4];
const speedText = (speed: number): string => `×${speed}`;

export function makeTransport(studio: Studio, commands: Commands, tabs: HTMLElement): HTMLElement {
  const button = (id: string, name: IconName, label: string, extra = ''): HTMLButtonElement => el('button', {
    class: `ib ${extra}`, type: 'button', 'aria-label': label, title: tip(commands, id, label), onclick: () => commands.run(id),
  }, icon(name));
  const first = button('home', 'first', t.deck.first, 'wide');
  const back = button('back', 'back', t.deck.back);
  const forward = button('step', 'forward', t.deck.forward);
  const play = el('button', { class: 'play', type: 'button', onclick: () => commands.run('play') }, icon('play'));
  const seconds = el('span'), unit = el('small');
  const clock = el('div', { class: 'clock', role: 'timer', 'aria-label': t.deck.time }, seconds, unit);
  const speedLabel = el('span');
  const speed = el('button', {
    class: 'ib speed wide', type: 'button', 'aria-label': t.deck.speed, 'aria-haspopup': 'menu',
    onclick: () => openMenu(speed.getBoundingClientRect(), SPEEDS.map((value) => ({
      text: speedText(value), checked: value === studio.speed, run: () => studio.setSpeed(value),
    }))),
  }, speedLabel, icon('down'));
  const live = el('button', { class: 'switch', type: 'button', role: 'switch', title: tip(commands, 'live', t.deck.liveAbout), onclick: () => commands.run('live') },
    el('i'), el('span', { text: t.deck.live, class: 'wide' }));
  setAttribute(live, 'aria-label', t.deck.live);
  const restText = el('span', { text: t.deck.findRest });
  const rest = el('button', { class: 'btn main', type: 'button', title: tip(commands, 'rest', t.deck.findRest), onclick: () => commands.run('rest') },
    icon('rest'), restText, el('kbd', { text: 'R' }));
  const place = el('div', { class: 'tabs-place wide' }, tabs);

  const row = el('div', { class: 'transport' }, first, back, play, forward, clock, speed, el('span', { class: 'grow' }), place, el('span', { class: 'grow wide' }), live, rest);

  let shownIcon = '';
  const update = (): void => {
    const { state, info } = studio;
    const playing = state?.playing ?? false;
    const name: IconName = playing ? 'pause' : 'play';
    if (name !== shownIcon) {
      shownIcon = name;
      fill(play, icon(name));
    }
    const noNodes = !info || info.nodeCount === 0;
    const label = playing ? t.deck.pause : t.deck.play;
    setAttribute(play, 'aria-label', label);
    const why = noNodes ? t.deck.noNodes : '';
    setAttribute(play, 'title', why ? `${label}: ${why}` : tip(commands, 'play', label));
    for (const element of [play, rest, forward]) setAttribute(element, 'aria-disabled', why ? 'true' : null);
    const atStart = !state || state.time <= state.tape.start;
    for (const element of [first, back]) {
      setAttribute(element, 'aria-disabled', atStart ? 'true' : null);
      const own = element === first ? t.deck.first : t.deck.back;
      setAttribute(element, 'title', atStart ? `${own}: ${t.deck.atStart}` : tip(commands, element === first ? 'home' : 'back', own));
    }
    setAttribute(live, 'aria-checked', String(state?.live ?? false));
    const solving = state?.mode === 'solving';
    setText(restText, solving ? t.deck.stop : t.deck.findRest);
    // With Live on, rest needs no button of its own weight.
    rest.classList.toggle('main', !(state?.live ?? false));
    showTime();
  };
  const showTime = (): void => {
    const { now, info, state } = studio;
    setText(seconds, now.time.toFixed(3));
    setText(unit, info?.units.given ? info.units.time : '');
    const slow = (state?.playing ?? false) && now.keptUp < 0.93;
    speed.classList.toggle('slow', slow);
    setText(speedLabel, slow ? t.deck.slow(now.keptUp * studio.speed, speedText(studio.speed)) : speedText(studio.speed));
    setAttribute(speed, 'aria-label', `${t.deck.speed} ${speedLabel.textContent}`);
  };
  studio.signals.on(['state', 'scene'], update, true);
  studio.signals.on('frame', showTime);
  return row;
}
