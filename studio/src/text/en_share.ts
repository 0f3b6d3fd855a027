// Words of help, Share and films, in English: loaded when one of them is opened.
import { count } from '../app/numbers';

export const help = {
  title: 'Keys and gestures', gestures: 'On the net', keys: 'Keys', singleKeys: 'Single keys',
  singleKeysAbout: 'Keys without Ctrl act on the page',
  rows: [
    ['Drag a node or a spring', 'pulls it with a spring'], ['Alt and drag', 'puts it somewhere else'],
    ['Shift and drag a node', 'pulls along one axis'], ['Double click a node', 'fixes or frees it'],
    ['Double click a spring', 'splits it by a node'], ['Drag elsewhere', 'turns the view, or moves it in the plane'],
    ['Shift and drag elsewhere', 'chooses what is inside a box'], ['Right click, or press long', 'opens a menu'],
    ['Wheel or pinch', 'zooms at the pointer'], ['Middle button, or two fingers', 'moves the view'],
  ] as [string, string][],
};

export const share = {
  title: 'Share', link: 'Link with the scene in it', copy: 'Copy', copied: 'Copied',
  length: (n: number) => `${count(n)} characters`, tooLong: (n: number) => `The scene is too large for a link: ${count(n)} characters. Save it as a file instead.`,
  save: 'Save', file: 'Scene (.json)', picture: 'Picture (.png)', film: (ending: string) => `Film (${ending})`, mesh: 'Mesh (.obj)', table: 'Table (.csv)',
  copyAs: 'Copy', asScene: 'As scene', asPython: 'As Python', asCpp: 'As C++', asEmbed: 'Embed code', qr: 'QR code', qrLabel: 'QR code of the link',
  qrTooLong: 'The link is too long for a QR code: 2,953 characters fit. An unchanged example of the gallery has a short link.',
  qrFile: 'This page is a file on this computer: a code of its address would open nothing on a phone.',
};

export const film = { recording: 'Recording the stage', stop: 'Stop and save', seconds: (s: number) => `${s.toFixed(1)}\u00a0s` };
