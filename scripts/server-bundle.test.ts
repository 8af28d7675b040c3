import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { asciiOf, findBundle, withoutNodeImports } from './server-bundle.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const MAIN = 'apps/server/src/main/main.ts';

test('starts a server from its bundle and names the sources in stack traces', () => {
  expect(node('scripts/server-bundle.mjs')).toMatchObject({ status: 0 });
  expect(findBundle(path.join(ROOT, MAIN))).toBe(path.join(ROOT, 'apps/server/dist/main.js'));
  const { stdout } = node('scripts/launch.mjs', MAIN);
  expect(stdout).toMatch(/at async start \(.*apps\/server\/src\/main\/start\.ts:\d+/);
  expect(stdout).not.toContain('/dist/');
}, 60_000);

test.for([
  ['a source file has changed', (root: string) => write(root, MAIN, 'changed')],
  ['a source file was saved again without changes', (root: string) => utimesSync(path.join(root, MAIN), 1, 1)],
  ['a source file was removed', (root: string) => rmSync(path.join(root, MAIN))],
  ['packages were installed', (root: string) => write(root, 'node_modules/.package-lock.json', '{ "changed": true }')],
  [
    'the list of its source files is missing',
    (root: string) => rmSync(path.join(root, 'apps/server/dist/built-from.json')),
  ],
] as const)('does not use the server bundle if %s', ([, change]) => {
  const root = mkdtempSync(path.join(tmpdir(), 'countersign-bundle-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const states = [MAIN, 'node_modules/.package-lock.json'].map((file) => {
    write(root, file, '{}');
    utimesSync(path.join(root, file), 1_700_000_000, 1_700_000_000);
    return [file, '2 1700000000000'];
  });
  write(root, 'apps/server/dist/built-from.json', JSON.stringify(Object.fromEntries(states)));
  const found = () => findBundle(path.join(root, MAIN), root);
  expect(found()).toBe(path.join(root, 'apps/server/dist/main.js'));
  expect(findBundle(path.join(root, 'apps/server/src/demo/demo.ts'), root)).toBeUndefined();
  change(root);
  expect(found()).toBeUndefined();
});

test.for([
  ["'Grüße – 日本語 𝔸'", 'Grüße – 日本語 𝔸'],
  ['`${1 + 1} × “a”\\n`', '2 × “a”\n'],
  ["'a\\\\– b'", 'a\\– b'],
  ['/^[。、]+\\–$/.test("。、–")', true],
  ['/^[\\p{Pe}。𝔸]$/u.test("𝔸")', true],
  ["({ größe: 'ß' }).größe", 'ß'],
] as const)('converts %s to ASCII with the same meaning', ([code, meaning]) => {
  expect(asciiOf(code)).toMatch(/^\p{ASCII}+$/u);
  expect(runInNewContext(asciiOf(code))).toEqual(meaning);
  expect(runInNewContext(code)).toEqual(meaning);
});

test.for([
  ['import { join as j, sep } from "node:path";', 'j("a", "b") + sep', 'a/b/'],
  ['import p from "path";', 'p.posix.sep', '/'],
  ['import * as p$1 from "node:path";', 'p$1.sep', '/'],
  ['import p, { sep } from "node:path";', 'p.basename("a/b") + sep', 'b/'],
  ['const p = __require("node:path");', 'p.sep', '/'],
  ['import process from "node:process";', 'process.argv0', process.argv0],
] as const)('replaces %s with code that provides the same names in a bundle', ([line, use, meaning]) => {
  const changed = withoutNodeImports(line);
  expect(changed).not.toMatch(/\b(import|__require)\b/);
  expect(runInNewContext(`${changed}\n${use}`, { process })).toBe(meaning);
});

test('does not replace imports of packages and local files in a bundle', () => {
  const code = 'import sharp from "sharp";\nimport { a } from "./a.js";\nconst b = __require("koffi");';
  expect(withoutNodeImports(code)).toBe(code);
});

test('starts the server bundle without loading undici', () => {
  expect(node('scripts/server-bundle.mjs')).toMatchObject({ status: 0 });
  const tell = 'process.on("exit", () => console.log(process.moduleLoadList.join("\\n")))';
  const { stdout } = node('--import', `data:text/javascript,${encodeURIComponent(tell)}`, 'scripts/launch.mjs', MAIN);
  expect(stdout).toContain('NativeModule _http_server');
  expect(stdout).not.toContain('undici');
}, 60_000);

/** Starts Node with invalid settings, so that the server exits and states the reason. */
function node(...args: string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: '/dev/null/nowhere', PORT: '0', LOG_LEVEL: 'debug' };
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
