// Finishes the built page: states what it may load and run, and makes one HTML file of it where that is asked for.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { FRAME_SCRIPT } from '../src/write/frame_page.ts';

const enginePath = fileURLToPath(new URL('../engine/out/engine.wasm', import.meta.url));
const iconPath = fileURLToPath(new URL('../public/favicon.svg', import.meta.url));

// A script's text ends at the first `</script`, also within a string.
const inScript = (text: string): string => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const inStyle = (text: string): string => text.replace(/<\/(style)/gi, '<\\/$1');

// Scripts that stand in the page itself run only if their text has one of these hashes.
function hashes(html: string): string {
  let found = '';
  for (const [, attributes, text] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=|type="(text\/plain|application\/json)"/.test(attributes ?? '')) continue;
    found += ` 'sha256-${createHash('sha256').update(text ?? '').digest('base64')}'`;
  }
  return found;
}

// The frame that a student's code runs in inherits the page's policy, and has a narrower one of its own.
const frameHash = ` 'sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}'`;

// Titles, names and notes of scenes are shown as text; were one taken for markup nevertheless, no script would run and
// nothing would be loaded.
function withPolicy(html: string, form: Form): string {
  const own = form === 'folder' ? " 'self'" : '';
  const policy = [
    "default-src 'none'",
    `script-src${own}${hashes(html)}${form === 'viewer' ? '' : `${frameHash} 'wasm-unsafe-eval'`}`,
    ...(form === 'viewer' ? [] : [form === 'single' ? 'worker-src blob:' : "worker-src 'self' blob:", "connect-src 'self'"]),
    `style-src${own} 'unsafe-inline'`,
    `img-src${own} data: blob:`,
    `font-src${own} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  if (!/<meta charset="[^"]*"[^>]*>/i.test(html)) throw new Error('the page has no <meta charset>');
  return html.replace(/<meta charset="[^"]*"[^>]*>/i, (charset) => `${charset}\n${tag}`);
}

// The header of gzip says neither time nor system, so that the same sources give the same bytes.
function engineData(): string {
  const engine = gzipSync(readFileSync(enginePath), { level: 9 });
  return `<script type="text/plain" id="tensio-engine">${engine.toString('base64')}</script>\n`;
}

/** folder: for a web server; single: one file; viewer: one file without the engine. */
export type Form = 'folder' | 'single' | 'viewer';

export function finishedPage(form: Form): Plugin {
  const name = form === 'viewer' ? 'viewer.html' : 'index.html';
  return {
    name: 'tensio-page',
    enforce: 'post',
    apply: 'build',
    // After Vite's own plugins have finished the scripts.
    generateBundle: { order: 'post', handler(_options, bundle) {
      const page = bundle[name];
      // The worker is a bundle of its own.
      if (page?.type !== 'asset') return;
      let html = String(page.source);
      if (form === 'folder') {
        page.source = withPolicy(html, form);
        return;
      }
      const used = new Set<string>();
      let scripts = '';
      html = html.replace(/\s*<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/g, (_all, script: string) => {
        const chunk = bundle[script];
        if (chunk?.type !== 'chunk') throw new Error(`${script} is not a script of the bundle`);
        const others = [...chunk.imports, ...chunk.dynamicImports].filter((other) => other !== script);
        if (others.length > 0) throw new Error(`${script} imports ${others.join(', ')}`);
        used.add(script);
        scripts += `<script type="module">${inScript(chunk.code)}</script>\n`;
        return '';
      });
      html = html.replace(/\s*<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (_all, style: string) => {
        const sheet = bundle[style];
        if (sheet?.type !== 'asset') throw new Error(`${style} is not a style sheet of the bundle`);
        used.add(style);
        return `\n<style>${inStyle(String(sheet.source))}</style>`;
      });
      html = html.replace(/href="\.\/favicon\.svg"/, () => `href="data:image/svg+xml;base64,${readFileSync(iconPath).toString('base64')}"`);
      html = html.replace('</body>', () => `${form === 'single' ? engineData() : ''}${scripts}</body>`);
      page.source = withPolicy(html, form);
      for (const other of Object.keys(bundle)) {
        if (other === name) continue;
        if (!used.has(other)) throw new Error(`${other} would be a second file`);
        delete bundle[other];
      }
    } },
  };
}
