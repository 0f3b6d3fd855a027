// Sentences as elements: nodes and springs in them are links that light what they name, and choose it.
import { type Child, el } from '../app/dom';
import type { Studio } from '../app/studio';
import { type Sentence, t } from '../text';

export function sentence(studio: Studio, parts: Sentence): Child[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('b' in part) return el('b', { text: part.b });
    const name = nameOf(part);
    return 'node' in part ? link(studio, 'node', part.node, name) : link(studio, 'spring', part.spring, name);
  });
}

function nameOf(part: { node: number; first?: boolean } | { spring: number; first?: boolean }): string {
  const name = 'node' in part ? t.graphs.nodeName(part.node) : t.stage.spelled(part.spring);
  return part.first ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

export function link(studio: Studio, kind: 'node' | 'spring', id: number, text?: string): HTMLElement {
  const name = text ?? (kind === 'node' ? t.graphs.nodeName(id) : t.stage.spelled(id));
  return el('button', {
    class: 'e', type: 'button', text: name,
    onclick: () => studio.choose(kind === 'node' ? { nodes: [id] } : { springs: [id] }),
    onpointerenter: () => studio.setHover({ kind, id }),
    onpointerleave: () => studio.setHover(null),
    onfocus: () => studio.setHover({ kind, id }),
    onblur: () => studio.setHover(null),
  });
}

/** The same sentence as plain text, to compare and to speak. */
export const spokenText = (parts: Sentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : 'b' in part ? part.b
    : nameOf(part))).join('');
