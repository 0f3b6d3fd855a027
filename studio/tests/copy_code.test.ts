// The scene as a C++ program: it compiles against the public headers and computes what the program does.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cppProgram } from '../src/app/copy_code';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = ['build/release', 'build/native'].map((path) => join(root, path)).find((path) => existsSync(join(path, 'libtensio.a')) && existsSync(join(path, 'build.ninja')));
/** What the program of that build is linked with: the library, and what it needs on this machine. */
const libraries = built === undefined ? [] : [...readFileSync(join(built, 'build.ninja'), 'utf8').matchAll(/^ {2}LINK_LIBRARIES = (.*libtensio\.a.*)$/gm)]
  .slice(0, 1).flatMap(([, line]) => line!.trim().split(/\s+/)).filter((word) => !word.startsWith('-Wl')).map((word) => (/^[\w.]+\.a$/.test(word) ? join(built, word) : word));
const compiler = ['g++', 'clang++'].find((name) => spawnSync(name, ['--version']).status === 0);

test('text of the scene cannot end its literal, nor its title the comment', () => {
  const text = `{"title": ")scene\\" )scene_\\"", "x": ")scene"", "y": 1}`;
  const program = cppProgram(text, 'One\nint main() {}\\', null);
  const [, mark] = /R"(\w+)\(/.exec(program)!;
  expect(text).not.toContain(`)${mark}"`);
  expect(program.split('\n')[0]).toBe('// One int main() {}: rest, with Tensio.');
});

describe.skipIf(libraries.length === 0 || compiler === undefined)('the program', () => {
  test('compiles, and finds the rest that the library finds', () => {
    const text = readFileSync(join(root, 'examples/01_springsys/scene.json'), 'utf8');
    const folder = mkdtempSync(join(tmpdir(), 'tensio-code-'));
    try {
      // A scene long enough for several pieces, with signs of many bytes.
      const long = JSON.stringify({ ...(JSON.parse(text) as object), note: 'ü )"'.repeat(6000) });
      writeFileSync(join(folder, 'scene.cpp'), cppProgram(long, 'Five springs', null));
      execFileSync(compiler!, ['-std=c++20', '-O0', '-I', join(root, 'include'), join(folder, 'scene.cpp'), ...libraries, '-lpthread', '-o', join(folder, 'scene')], { stdio: 'inherit' });
      const output = execFileSync(join(folder, 'scene'), { encoding: 'utf8' });
      expect(output).toMatch(/^converged, residual \d\.\de-1\d\n/);
      // The README's own number.
      expect(output).toContain('spring 0 (nodes 0-4): tension 0.356286');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
