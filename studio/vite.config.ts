// How the page is built. Two forms of the same sources:
//   vite build                a folder `dist` for any web server
//   vite build --mode single  one file `dist-single/index.html` that needs no server; tools/build_studio finishes it
// and of the viewer, which has no engine:
//   vite build --mode viewer  one file `dist-viewer/viewer.html`, into which the program puts results
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { finishedPage } from './tools/finished_page.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => {
  const viewer = mode === 'viewer';
  const single = mode === 'single' || viewer;
  return {
    // Addresses relative to the page, so that it works in any folder of a server.
    base: './',
    resolve: {
      alias: {
        // The engine as Emscripten made it; tools/build_studio puts it there.
        '@engine': at('./engine/out/engine.mjs'),
        // How the page gets its worker and the engine's code.
        '@shell': at(single ? './src/shell/parts_single.ts' : './src/shell/parts_folder.ts'),
      },
    },
    // A page opened from a file may start only classic scripts as workers.
    worker: { format: single ? ('iife' as const) : ('es' as const) },
    build: {
      target: 'es2022',
      outDir: viewer ? 'dist-viewer' : single ? 'dist-single' : 'dist',
      // Fonts of the single file are part of its style sheet.
      assetsInlineLimit: single ? 10_000_000 : 0,
      modulePreload: { polyfill: false },
      // The gallery is a file of its own, loaded when it is opened; the single file has it too.
      rolldownOptions: { ...(viewer ? { input: at('./viewer.html') } : {}), output: { codeSplitting: !single } },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
    },
    plugins: [finishedPage(viewer ? 'viewer' : single ? 'single' : 'folder')],
    server: { fs: { allow: ['..'] } },
    test: {
      include: ['tests/**/*.test.ts'],
      environment: 'node',
      // The machine may be busy; no test measures time.
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
});
