// The examples as the gallery shows them. `scenes.ts` is made from the folder `examples` by studio/tools/make_gallery.mjs
// when the page is built (`node tools/make_gallery.mjs` in studio/ makes it alone).

export type Group = 'Begin' | 'Build' | 'Move' | 'Break' | 'Wonder';

export const groups: readonly Group[] = ['Begin', 'Build', 'Move', 'Break', 'Wonder'];

/// A file of a scene, by its path relative to the scene's folder.
export type SceneFile = { name: string; text: string };

export type GalleryScene = {
  /// Name of the example's folder, such as `02_hanging_chain`: stable, used in links.
  id: string;
  group: Group;
  /// As in the scene file.
  title: string;
  /// One line for the card.
  line: string;
  dimension: 2 | 3;
  nodes: number;
  springs: number;
  /// Whether the scene has a `simulation`: the card's scene can be played as it is.
  moves: boolean;
  /// scene.json first, then every file it includes.
  files: SceneFile[];
  /// A 4:3 picture of at most some kilobytes: an SVG text without scripts, for an <img> with a data: or blob: address.
  /// Its colours are of the light theme; `thumbnailDark` is the same picture for dark stages.
  thumbnail: string;
  thumbnailDark: string;
};

export { scenes } from './scenes';
