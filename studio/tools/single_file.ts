// Makes one HTML file of a build: scripts and styles stand in the page itself, the engine's code as a compressed text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const enginePath = fileURLToPath(new URL('../engine/out/engine.wasm', import.meta.url));

// A script's text ends at the first `</script`, also within a string.
const inScript = (text: string): string => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const inStyle = (text: string): string => text.replace(/<\/(style)/gi, '<\\/$1');

const data = (id: string, content: string): string =>
  `<script type="text/plain" id="${id}">${content}</script>`;

export function singleFile(): Plugin {
  return {
    name: 'tensio-single-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no index.html in the bundle');
      let html = String(page.source);
      const used = new Set<string>(['index.html']);
      let scripts = '';
      html = html.replace(/\s*<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/g, (_all, name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk') throw new Error(`${name} is not a script of the bundle`);
        if (chunk.imports.length + chunk.dynamicImports.length > 0) throw new Error(`${name} imports other files`);
        used.add(name);
        scripts += `<script type="module">${inScript(chunk.code)}</script>\n`;
        return '';
      });
      html = html.replace(/\s*<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g, (_all, name: string) => {
        const sheet = bundle[name];
        if (sheet?.type !== 'asset') throw new Error(`${name} is not a style sheet of the bundle`);
        used.add(name);
        return `\n<style>${inStyle(String(sheet.source))}</style>`;
      });
      // No header says when, so that the same sources give the same bytes.
      const engine = gzipSync(readFileSync(enginePath), { level: 9 });
      const parts = `${data('tensio-engine', engine.toString('base64'))}\n${scripts}`;
      html = html.replace('</body>', () => `${parts}</body>`);
      page.source = html;
      for (const name of Object.keys(bundle)) {
        if (used.has(name)) {
          if (name !== 'index.html') delete bundle[name];
          continue;
        }
        throw new Error(`${name} would be a second file`);
      }
    },
  };
}
