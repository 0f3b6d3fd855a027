// What the text of a wrong function shows by itself: signs of JavaScript that mean something else than they do on paper.
import { write as words } from '../text/en_write';

/** The code without its comments and texts. */
const bare = (code: string): string => code.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, ' ');

/** Sentences on code that was found to be wrong; code that is right is not asked about. */
export function hintsOf(code: string): string[] {
  const text = bare(code), found: string[] = [];
  if (/[^^]\^[^^]/.test(text)) found.push(words.hints.power);
  if (/\bMath\.atan\s*\(/.test(text)) found.push(words.hints.angle);
  return found;
}
