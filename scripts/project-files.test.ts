/** Tests that the project files match the code: the container, the workflow, the hooks and the versions in them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NODE_MAJOR } from './node24.mjs';
import { debianPackages } from './outside-tools.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8');

test('has a dev container with every program that tests and soak runs need', () => {
  const words = new Set(read('.devcontainer/Dockerfile').split(/\s+/));
  expect(debianPackages().filter((name) => !words.has(name))).toEqual([]);
});

test('names the Node.js version of the server in .nvmrc', () => {
  expect(read('.nvmrc')).toBe(`${NODE_MAJOR}\n`);
});

test('does not run project scripts other than .ci/run in the workflow', () => {
  expect(
    read('.github/workflows/ci.yml')
      .match(/^ *(?:- )?run: .*$/gm)
      ?.map((line) => line.trim()),
  ).toEqual(['- run: .ci/run']);
});

test('limits Git hooks to existing scripts and tools from the lock file', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const hooks = read('lefthook.yml');
  const named = [...hooks.matchAll(/run: npm run (\S+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const tools = [...hooks.matchAll(/run: npx (\S+)/g)].map(([, name = '']) => name);
  expect(tools.filter((name) => !existsSync(path.resolve(import.meta.dirname, '../node_modules/.bin', name)))).toEqual(
    [],
  );
});

test('gives all packages the same version and uses the server package in changesets', () => {
  const { fixed } = JSON.parse(read('.changeset/config.json')) as { fixed: string[][] };
  expect(fixed).toEqual([['@countersign/*']]);
  expect((JSON.parse(read('apps/server/package.json')) as { name: string }).name).toBe('@countersign/server');
});
