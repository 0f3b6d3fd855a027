// Folding inspector and deck, and reporting to the camera what the panels leave free.
import { isPhone } from './dom';
import type { Layout } from './layout';
import type { Studio } from './studio';

export interface PanelsLayout {
  toggleSide: () => void;
  toggleDeck: () => void;
  measure: () => void;
}

export function panelsLayout(studio: Studio, layout: Layout): PanelsLayout {
  const { app, stage } = layout;
  const measure = (): void => {
    const height = stage.clientHeight, width = stage.clientWidth;
    if (isPhone()) {
      studio.stage.setInsets({ top: 118, right: 24, bottom: 112, left: 24 });
      return;
    }
    // Verdict above, tools left, legend below. What lies in space leaves the corners free by itself.
    const plane = studio.info?.dimension === 2;
    const least = studio.stage.palette.projector ? 96 : 34;
    studio.stage.setInsets({
      top: 84, right: Math.max(36, 0.09 * width), bottom: plane ? 108 : Math.max(least, Math.min(0.09 * height, 60)), left: Math.max(84, 0.13 * width),
    });
  };
  new ResizeObserver(measure).observe(stage);
  studio.signals.on(['layout', 'opened', 'theme'], measure);
  return {
    toggleSide: () => {
      if (window.matchMedia('(max-width: 1100px)').matches) app.classList.toggle('drawer');
      else app.classList.toggle('no-side');
      studio.signals.emit('layout');
    },
    toggleDeck: () => {
      app.classList.toggle('no-deck');
      studio.signals.emit('layout');
    },
    measure,
  };
}
