// The page: puts its parts together, draws the first picture, starts the engine, opens a scene.
import './style/index.css';
import { engineCode, startWorker } from '@shell';
import { addActions } from './app/actions';
import { Autosave } from './app/autosave';
import { Commands } from './app/commands';
import { el } from './app/dom';
import { acceptDrops, lessonOpener } from './app/files';
import { isEmbedded, makeEmbed } from './app/embed';
import { showFirstFrame } from './app/first_frame';
import { Gestures } from './app/gestures';
import { startHints } from './app/hints';
import { installHook } from './app/hook';
import { listenToKeys } from './app/keys';
import { makeLayout } from './app/layout';
import { makeOpening } from './app/opening';
import { panelsLayout } from './app/panels_layout';
import { decodeScene, sharedCode, sharedWork } from './app/share_link';
import { showFrameLabels, showHoverLabel } from './app/stage_labels';
import { Start } from './app/start';
import { Studio } from './app/studio';
import { startTheme } from './app/theme';
import { Walk } from './app/walk';
import { isInPage } from './shell/served';
import { makeBar, type SavedState } from './panels/bar';
import { makeDeck } from './panels/deck';
import { swingNow } from './panels/graphs/modes';
import { makeInspector } from './panels/inspector/inspector';
import { makeLegend } from './panels/legend';
import { lessonIsAddressed } from './lesson/is_lesson';
import type { LessonStrip } from './lesson/strip';
import { makeHeld, makeTools, makeViews } from './panels/tools';
import { makeTouchBar } from './panels/touch_bar';
import { makeVerdict } from './panels/verdict';
import type { Verifier } from './take/verify';
import { Stage } from './view/stage';
import { t } from './text';
import { EngineClient } from './worker/client';

async function start(): Promise<void> {
  startTheme();
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no #app.');
  // The page is put together while the worker loads its engine.
  const engine = new EngineClient(startWorker(), engineCode());
  const layout = makeLayout(root);
  let stage: Stage;
  try {
    stage = new Stage(layout.canvas, layout.tags);
  } catch {
    engine.close();
    layout.stage.append(el('p', { class: 'no-picture', role: 'alert', text: t.noWebGl }));
    return;
  }
  const opening = makeOpening();
  let mine = false;
  try {
    mine = localStorage.getItem('tensio.scene') !== null;
  } catch {
    // Then there is nothing of one's own.
  }
  if (!mine && sharedCode() === null && location.search === '' && !isInPage()) showFirstFrame(stage, opening);

  const studio = new Studio(engine, stage);
  const broken = (error: unknown): void => studio.fail({ kind: 'internal', problems: [{ file: '', line: 0, column: 0, pointer: '', value: '', message: t.noEngine(String(error)) }] });
  engine.ready.catch(broken);
  const commands = new Commands();
  const saved: SavedState = { text: '' };
  const autosave = new Autosave(studio, saved);
  const begin = new Start(studio, autosave, opening, layout.stage, saved);
  const continuing = (): (() => void) | null => {
    const kept = autosave.kept();
    return kept ? () => void autosave.restore(kept) : null;
  };
  // What not every visit needs is loaded when it is.
  let comparing = false;
  const compare = async (by: 'integrator' | 'step'): Promise<void> => {
    if (comparing) return;
    comparing = true;
    const { openCompare } = await import('./panels/compare/compare');
    await openCompare(studio, commands, layout.app, by).finally(() => { comparing = false; });
  };
  const openText = (): void => void import('./panels/sheets').then((sheets) => sheets.openText(studio));
  const panels = panelsLayout(studio, layout);
  addActions(studio, commands, {
    gallery: () => void import('./panels/gallery').then(({ openGallery }) => openGallery(studio, { opening: () => void begin.openOpening(), continue: continuing(), lesson: (name) => void lesson().then((strip) => strip.openNamed(name)) })),
    palette: () => void import('./panels/palette').then(({ openPalette }) => openPalette(studio, commands)),
    help: () => void import('./panels/sheets').then(({ openHelp }) => openHelp(commands)),
    share: () => void import('./panels/share').then(({ openShare }) => openShare(studio, commands)),
    film: () => void import('./app/film').then(({ toggleFilm }) => toggleFilm(studio, layout.stage)),
    take: (ending) => void import('./take/take').then((take) => ({ svg: take.saveVector, gif: take.saveGif, glb: take.saveGltf })[ending](studio, layout.stage)),
    text: openText,
    side: panels.toggleSide,
    deck: panels.toggleDeck,
    compare: () => void compare('integrator'),
    write: () => void import('./write/write').then(({ openWrite }) => openWrite(studio)),
  });
  // Lessons come when one is opened.
  let strip: Promise<LessonStrip> | null = null;
  const lesson = (): Promise<LessonStrip> => (strip ??= import('./lesson/strip').then(({ LessonStrip }) => new LessonStrip(studio, {
    app: layout.app, stage: layout.stage, deck: layout.deck,
    run: async (act) => {
      if (act === 'compare' || act === 'compareSteps') await compare(act === 'compare' ? 'integrator' : 'step');
      else commands.run(act);
    },
    begin: () => Object.assign(autosave, { paused: true, pausedText: t.bar.lesson }),
    end: () => {
      autosave.pausedText = t.bar.shared;
      void begin.openMine();
    },
  })));
  lessonOpener.open = (text, name) => void lesson().then((opened) => opened.open(text, name));
  makeBar(studio, commands, layout.bar, saved);
  makeTools(studio, commands, layout.stage);
  makeVerdict(studio, layout.stage, { text: openText, gallery: () => commands.run('gallery') });
  makeLegend(studio, layout.stage);
  makeViews(studio, commands, layout.stage);
  makeHeld(studio, layout.stage);
  makeTouchBar(studio, layout.stage);
  makeInspector(studio, commands, layout.side);
  makeDeck(studio, commands, layout.deck, layout.side);
  new Gestures(studio, commands, layout.stage);
  new Walk(studio, layout.canvas, layout.spoken);
  listenToKeys(commands, layout.canvas);
  acceptDrops(studio, layout.stage);
  if (isEmbedded()) makeEmbed(studio, commands, layout);
  else startHints(studio, layout.stage);
  installHook(studio);
  let verifier: Promise<Verifier> | null = null;
  studio.signals.on('opened', () => {
    if (isEmbedded()) return;
    if (studio.info?.recorded) void (verifier ??= import('./take/verify').then((take) => new take.Verifier(studio, layout.bar))).then((one) => one.begin());
    else void verifier?.then((one) => one.leave());
  });
  panels.measure();

  stage.onTick = (now) => swingNow(studio, now);
  stage.onDraw = () => studio.signals.emit('camera');
  studio.signals.on(['frame', 'choice', 'blowUp'], () => showFrameLabels(studio));
  studio.signals.on(['hover', 'scene'], () => showHoverLabel(studio));

  engine.send('show', { quantity: studio.quantity, arrow: studio.arrow });
  const openLesson = async (): Promise<boolean> => lessonIsAddressed() && (await lesson()).openAddressed();
  window.addEventListener('hashchange', () => void openLesson());
  if (!(await openLesson())) {
    const { problem } = studio;
    await begin.begin();
    // What is wrong with the lesson is said over the scene that is shown instead.
    if (problem) studio.fail(problem);
  }
  // Code that came with a link is shown, and not run.
  const work = sharedWork();
  const code = work === null ? null : await decodeScene(work);
  if (code !== null) {
    const { openWrite, readWork } = await import('./write/write');
    const read = readWork(code);
    if (read) openWrite(studio, read);
  }
}

void start();
