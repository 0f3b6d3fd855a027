// A scene in a link: its text, deflated, in base64url after "#s=". Opening one never overwrites work.

const MARK = 's=';
/** Longer links are cut by mail programs and chats. */
export const LONGEST_LINK = 30_000;
/** A small text may inflate to a huge one: more than this is not read. */
const LARGEST_TEXT = 24_000_000;

export async function encodeScene(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function decodeScene(code: string): Promise<string | null> {
  if (code.length > 4 * LONGEST_LINK || !/^[A-Za-z0-9_-]+$/.test(code)) return null;
  try {
    const binary = atob(code.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LARGEST_TEXT) {
        await reader.cancel();
        return null;
      }
      pieces.push(value);
    }
    return await new Blob(pieces as Uint8Array<ArrayBuffer>[]).text();
  } catch {
    return null;
  }
}

const WORK = '&w=';
/** The code of a scene in the page's address; null where there is none. */
export function sharedCode(): string | null {
  const hash = location.hash.slice(1);
  return hash.startsWith(MARK) ? (hash.slice(MARK.length).split('&')[0] ?? '') : null;
}

/** What a student wrote, after the scene in a link, packed in the same way; null where there is nothing. */
export const workMark = (code: string): string => `${WORK}${code}`;
export function sharedWork(): string | null {
  const at = location.hash.indexOf(WORK);
  return at < 0 ? null : (location.hash.slice(at + WORK.length).split('&')[0] ?? '');
}

/** The page's own address, without what names a scene in it. */
function ownAddress(): URL {
  const url = new URL(location.href);
  url.hash = '';
  url.searchParams.delete('example');
  url.searchParams.delete('scene');
  return url;
}

export const linkOf = (code: string): string => `${ownAddress().href}#${MARK}${code}`;

/** A link to an example of the gallery by its name. */
export function exampleLink(id: string): string {
  const url = ownAddress();
  url.searchParams.set('example', id);
  return url.href;
}
