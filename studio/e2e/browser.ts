// Chromium and a web server for the tests in a browser.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { LATE, lateContext, latePage } from './late';

const studio = fileURLToPath(new URL('..', import.meta.url));
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const dist = join(studio, 'dist');
/** The single file: as just built, and as it stands in docs. */
export const singleFile = join(root, 'build/studio/tensio-studio.html');
export const docsFile = join(root, 'docs/tensio-studio.html');
export const addressOfFile = (path: string): string => pathToFileURL(path).href;

/** More than any load explains; what takes longer hangs. */
export const PATIENCE = Number(process.env.TENSIO_PATIENCE ?? 300) * 1000;

/** The program, where it is built. */
export const program = process.env.TENSIO ?? join(root, 'build/release/tensio');

const programs = [process.env.TENSIO_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromiumPath = programs.find((path): path is string => path !== undefined && existsSync(path));

export function startBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Chromium was not found');
  return chromium.launch({
    executablePath: chromiumPath,
    timeout: PATIENCE,
    args: [
      // Tests run as root in containers, which have no GPU.
      '--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader',
      // The browser asks nobody for anything.
      '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    ],
  });
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.woff2': 'font/woff2',
};

/** Any web server: files of a folder, no special headers. */
export class FolderServer {
  private constructor(private readonly server: Server) {}

  static start(folder: string): Promise<FolderServer> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
      const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      if (!file.startsWith(folder + sep) || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    });
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(new FolderServer(server)));
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  }
}

// Runs in the page before its scripts: every text without digits that is shown, also one that stands for a moment only.
function listen(): void {
  const said = new Set<string>();
  Object.defineProperty(window, '__said', { value: said });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of target instanceof Text ? [target] : addedNodes) {
        const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        for (let text: Node | null = node instanceof Text ? node : walk.nextNode(); text; text = walk.nextNode())
          if (!/\d/.test(text.nodeValue ?? '')) said.add((text.nodeValue ?? '').trim());
      }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** A page whose console is watched: `complaints` has every error, warning of the page's own, and failed request. */
export class Watched {
  readonly complaints: string[] = [];
  readonly requests: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`exception: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // Not a fault of who was asked: the page was left, or has ended its worker, before all of it was there.
      if (why === 'net::ERR_ABORTED') return;
      this.complaints.push(`request: ${request.url().slice(0, 200)} ${why}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('dialog', (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    if (LATE > 0) await lateContext(context);
    await context.addInitScript(listen);
    const watched = new Watched(await context.newPage());
    if (LATE > 0) latePage(watched.page);
    await watched.page.goto(address, { timeout: PATIENCE });
    return watched;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Fails where the page wrote an error, threw or asked for what is not there. */
  async closeWithoutComplaints(): Promise<void> {
    await this.close();
    expect(this.complaints).toEqual([]);
  }
}

/** A browser and the built page on a web server, from the first test of a file to its last. */
export function servedPage(): { browser: Browser; address: string } {
  const served = {} as { browser: Browser; address: string };
  let server: FolderServer;
  beforeAll(async () => {
    served.browser = await startBrowser();
    server = await FolderServer.start(dist);
    served.address = server.address;
  });
  afterAll(async () => {
    await served.browser?.close();
    await server?.stop();
  });
  return served;
}

/** Where pictures of the tests go. */
export function pictureFolder(): string {
  const folder = join(root, 'build/studio/pictures');
  mkdirSync(folder, { recursive: true });
  return folder;
}
