import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CALLERS, EXCEPTIONS, NOT_CALLERS, pathsIn } from './api-paths.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

test('finds API paths in every kind of string literal, and no paths in imports and comments', () => {
  const source = [
    "fetch('/api/health');",
    'fetch(`${url}/sandbox/v1/api/documents/${id}`);',
    'const live = "/v1/api/events";',
    "import { call } from '../api/client.ts';",
    '// GET "/api/health" answers',
    '/** `/api/verify` keeps nothing. */',
    "const docs = 'https://example.org/docs/api/';",
  ].join('\n');
  expect(pathsIn(source)).toEqual(['/api/health', '${url}/sandbox/v1/api/documents/${id}', '/v1/api/events']);
});

test('calls the API only through the operations in the contract, except in the listed files', () => {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs').filter(
    (file) => CALLERS.test(file) && !NOT_CALLERS.test(file) && existsSync(path.join(ROOT, file)),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const paths = pathsIn(readFileSync(path.join(ROOT, file), 'utf8'));
    return paths.length === 0 ? [] : [{ file, paths }];
  });
  expect(found.filter(({ file }) => EXCEPTIONS[file] === undefined)).toEqual([]);
  const unused = Object.keys(EXCEPTIONS).filter((file) => !found.some((one) => one.file === file));
  expect(unused, 'exceptions without a path').toEqual([]);
});
