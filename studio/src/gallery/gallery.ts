// The examples as the gallery shows them: their scenes as text, and small pictures of real runs. Load this module by
// import('../gallery/gallery'): it is as large as the rest of the page, and needed only once the gallery opens.
import { cards } from './cards';
import { type PackedThumbnail, type Thumbnail, unpacked } from './thumbnail';
import packed from './thumbnails.json';

export type Group = 'Begin' | 'Build' | 'Move' | 'Break' | 'Wonder';

export const groups: readonly Group[] = ['Begin', 'Build', 'Move', 'Break', 'Wonder'];

/** A file of a scene, by its path relative to the scene's folder. */
export type SceneFile = { name: string; text: string };

export type GalleryScene = {
  /** Name of the example's folder, such as `02_hanging_chain`: stable, used in links. */
  id: string;
  group: Group;
  title: string;
  /** One line for the card. */
  line: string;
  dimension: 2 | 3;
  nodes: number;
  springs: number;
  /** Whether the scene has a `simulation` of its own. */
  moves: boolean;
  /** scene.json first, then every file that it names. */
  files: SceneFile[];
  /** Draw it with drawThumbnail(); made when asked for. */
  thumbnail(): Thumbnail;
  /** The frame that shows most while nothing plays: the rest state, or some way into the motion. */
  cover: number;
};

// Paths are "../../../examples/02_hanging_chain/scene.json".
const texts = import.meta.glob<string>('../../../examples/*/*.{json,csv}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const thumbnails = packed as Record<string, PackedThumbnail>;

function filesOf(id: string): SceneFile[] {
  const begin = `../../../examples/${id}/`;
  const files = Object.entries(texts)
    .filter(([path]) => path.startsWith(begin))
    .map(([path, text]) => ({ name: path.slice(begin.length), text }));
  return files.sort((a, b) => Number(b.name === 'scene.json') - Number(a.name === 'scene.json'));
}

/** All of them, in the order in which they are shown. */
export const scenes: readonly GalleryScene[] = cards.map((card) => {
  const data = thumbnails[card.id];
  if (data === undefined) throw new Error(`${card.id} has no thumbnail: run studio/tools/make_thumbnails.py`);
  return {
    ...card,
    dimension: data.dimension === 2 ? 2 : 3,
    nodes: data.nodes,
    springs: data.springs,
    moves: data.moves,
    files: filesOf(card.id),
    thumbnail: () => unpacked(data),
    cover: data.moves ? Math.floor(0.55 * data.frames.length) : data.frames.length - 1,
  };
});

/** The order in which they follow each other. */
const ORDER = ['rest_by_newton', 'fixed_points_and_matrix', 'why_explicit_steps_explode', 'damping_and_implicit_steps', 'cloth_plastic_broken'];

/** Lessons that the page has, by name. */
export const lessons: readonly { name: string; text: string }[] = Object.entries(import.meta.glob<string>('./lessons/*.json', { query: '?raw', import: 'default', eager: true }))
  .map(([path, text]) => ({ name: path.replace(/^.*\/|\.json$/g, ''), text }))
  .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
