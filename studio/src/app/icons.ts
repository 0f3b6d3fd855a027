// The icons, drawn on a grid of 16; a path that begins with "!" is filled.
import { svg } from './dom';

const ICONS = {
  hand: ['M4.1 2.4 12.4 7.5 8.8 8.7 7 12.4Z'],
  node: ['M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z', 'M8 1v1.7M8 13.3V15M1 8h1.7M13.3 8H15'],
  spring: ['M1.6 14.4 4 12l.3-3.1 2.7.7.3-3.1 2.7.7.3-3.1L12 4l2.4-2.4'],
  fix: ['M8 3 3.3 10.5h9.4Z', 'M2 13.4h12'],
  load: ['M8 1.6v11', 'M4.3 9 8 12.7 11.7 9'],
  cut: ['M4 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z', 'M5.2 10.4 11 2M10.8 10.4 5 2'],
  measure: ['M1.8 11.2 11.2 1.8l3 3-9.4 9.4Z', 'M4.7 8.3 6 9.6M7 6l1.3 1.300M9.3 3.700l1.3 1.3'],
  probe: ['M1.5 9.5h2.6L6 4l3 8.4L11 7l1 2.500h2.5'],
  undo: ['M5.5 3 2.5 6l3 3', 'M2.8 6h6.700a3.7 3.7 0 0 1 0 7.400H6'],
  redo: ['m10.5 3 3 3-3 3', 'M13.2 6H6.500a3.7 3.7 0 0 0 0 7.400H10'],
  share: ['M8 10V1.8', 'M5 4.500l3-2.9 3 2.9', 'M3 8v5.200a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V8'],
  moon: ['M13.6 9.600A6 6 0 0 1 6.4 2.400a6 6 0 1 0 7.2 7.200Z'],
  sun: ['M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z', 'M8 1.200v1.300M8 13.500v1.300M1.2 8h1.300M13.5 8h1.300M3.2 3.200l.9.9M11.9 11.900l.9.9M3.2 12.800l.9-.9M11.9 4.100l.9-.9'],
  projector: ['M2.7 2.500h10.600a1.2 1.2 0 0 1 1.2 1.200v6.100a1.2 1.2 0 0 1-1.2 1.200H2.700a1.2 1.2 0 0 1-1.2-1.200V3.700a1.2 1.2 0 0 1 1.2-1.200Z', 'M8 11v3M5.5 14h5'],
  help: ['M8 1.700a6.3 6.3 0 1 1 0 12.600A6.3 6.3 0 0 1 8 1.700Z', 'M6.2 6.200a1.9 1.9 0 1 1 2.6 1.800c-.5.2-.8.6-.8 1.100v.3', '!M8 10.700a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.800Z'],
  search: ['M7 2.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z', 'm10.4 10.4 3.6 3.6'],
  down: ['m4.5 6.5 3.5 3.4 3.5-3.4'],
  close: ['m4 4 8 8M12 4l-8 8'],
  pause: ['!M4 2.800h2.900v10.400H4zM9.1 2.800H12v10.400H9.100z'],
  play: ['!M4.4 2.300v11.400L13.6 8Z'],
  first: ['M3.2 3v10', '!M13 3v10L5.2 8Z'],
  back: ['M12.6 3v10', '!M10 3v10L3 8Z'],
  forward: ['M3.4 3v10', '!M6 3v10l7-5Z'],
  rest: ['M1.5 4c1.8 6.4 4 8 6.5 8s4.7-1.6 6.5-8', '!M8 10.100a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.800Z'],
  fit: ['M2 5.500V2h3.500M10.5 2H14v3.500M14 10.500V14h-3.500M5.5 14H2v-3.5'],
  more: ['!M3 6.700a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600ZM8 6.700a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600ZM13 6.700a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600Z'],
  open: ['M2 12.500v-9a1 1 0 0 1 1-1h3.200l1.6 1.800H13a1 1 0 0 1 1 1v7.200a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z'],
  compare: ['M2.500 2.500h4.300v11H2.500zM9.200 2.500h4.300v11H9.200z'],
  empty: ['M8 3v10M3 8h10'],
  side: ['M2.7 2.500h10.600a1.2 1.2 0 0 1 1.2 1.200v8.600a1.2 1.2 0 0 1-1.2 1.200H2.700a1.2 1.2 0 0 1-1.2-1.200V3.700a1.2 1.2 0 0 1 1.2-1.200Z', 'M10 2.500v11'],
  clock: ['M8 1.700a6.3 6.3 0 1 1 0 12.600A6.3 6.3 0 0 1 8 1.700Z', 'M8 4.500V8l2.5 1.5'],
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGElement {
  return svg('svg', { class: 'i', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    ...ICONS[name].map((path: string) => (path.startsWith('!')
      ? svg('path', { class: 'f', d: path.slice(1) }) : svg('path', { d: path }))));
}

/** The mark: a spring with a ball at its end. */
export function mark(): SVGElement {
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', {
      d: 'M4 19.5 7.2 16.200l.5-3.7 3.4.8.5-3.7 3.4.8.5-3.7 2.6-1.9', fill: 'none',
      stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    }),
    svg('circle', { cx: '4', cy: '19.5', r: '2.3', fill: 'currentColor' }),
    svg('circle', { cx: '19.5', cy: '4.3', r: '2.5', class: 'ball' }));
}
