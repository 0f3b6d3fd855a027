// The scene as a program in C++ and in Python: it compiles and runs, and computes what the library does.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cppProgram, pythonProgram } from '../src/app/copy_code';

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

/** The module as its build leaves it, and the Python that it is for. */
const module = process.env.TENSIO_PYTHON_MODULE ?? join(root, 'build/release/python');
const python = process.env.TENSIO_PYTHON ?? '/usr/bin/python3';

test.skipIf(!existsSync(python))('a scene with quotes and line ends of every kind is the same text in Python', () => {
  for (const text of ['{"a": "x"}', '{"a": "\'\'\'", "b": "\\n"}', '{"a": "\'\'\'", "b": """}', '{"ü": "漢"}', '{"a":\r\n1}']) {
    const program = pythonProgram(text, 'T', null).replace(/^import tensio$/m, '').split('net = ')[0]!;
    const read = spawnSync(python, ['-c', `${program}\nimport sys\nsys.stdout.buffer.write(SCENE.encode())`]);
    expect(read.stdout.toString(), String(read.stderr)).toBe(`${text}\n`);
  }
});

describe.skipIf(!existsSync(join(module, 'tensio')) || !existsSync(python))('the Python program', () => {
  test('runs, and finds the rest and the motion that the library finds', () => {
    const run = (name: string, moves: { until: number } | null): string => {
      const text = readFileSync(join(root, 'examples', name, 'scene.json'), 'utf8');
      return execFileSync(python, ['-c', pythonProgram(text, name, moves)], { encoding: 'utf8', env: { ...process.env, PYTHONPATH: module } });
    };
    const rest = run('01_springsys', null);
    expect(rest).toMatch(/^Equilibrium\(converged in \d+ iterations/);
    expect(rest).toContain('spring 0: tension 0.356286');
    expect(run('11_wave_on_a_string', { until: 0.2 })).toMatch(/\nRecording\(finished, .* time 0 to 0\.2/);
  });
});
