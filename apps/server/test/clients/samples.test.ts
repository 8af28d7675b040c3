/**
 * Runs the samples of the reference as a reader would: every operation in each language, in the environment that the
 * sample uses. The IDs in URLs are placeholders, so an operation may respond that the object does not exist. It must
 * not reject the URL, the method, the type or the body.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { operations, type Operation } from '@countersign/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { ReferenceModel } from '../../../docs/build/reference/reference-model.ts';
import { environmentOf, type Sample, samplesOf } from '../../../docs/build/reference/samples.ts';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';

const run = promisify(execFile);
const app = await startTestApp();
const keys = { live: '', sandbox: '' };
let folder = '';

type Told = { status: number; text: string };
type Run = { name: string; environment: 'live' | 'sandbox'; text: string };

/** Samples that are skipped because their stream never ends, or because they need files that the tests do not have. */
const isStream = (id: string): boolean =>
  id in operations && (operations[id as keyof typeof operations] as Operation).success.body.kind === 'events';

/**
 * Returns the samples to run. They include operations that follow other standards and operations for browsers, because
 * programs can call them as well.
 */
function runsOf(language: Sample['language']): Run[] {
  return [...new ReferenceModel().operations.values()]
    .filter(({ id }) => (id in operations && !isStream(id)) || id === 'graphql')
    .map((operation): Run => {
      const base = environmentOf(operation);
      const text = samplesOf(operation, app.url + base).find((sample) => sample.language === language)?.text ?? '';
      return { name: operation.id, environment: base.startsWith('/sandbox') ? 'sandbox' : 'live', text };
    });
}

const variablesOf = (environment: 'live' | 'sandbox') => ({
  COUNTERSIGN_KEY: keys[environment],
  SIGNING_TOKEN: 'token',
  SERVICE_TOKEN: 'token',
  CRON_SECRET: 'token',
  SESSION: 'token',
  LOGIN_STEP: 'token',
});

/** Responses that mean that the sample itself is wrong. */
const MISFITS =
  /"error":"(?:METHOD_NOT_ALLOWED|UNSUPPORTED_MEDIA_TYPE|BAD_REQUEST|WRONG_ENVIRONMENT)"|"There is nothing at this address\."|"This operation is (?:not|only) available in the sandbox\./;
const MISFIT_REASONS = new Set([
  'required',
  'wrong_type',
  'unknown_field',
  'malformed_json',
  'malformed_multipart',
  'several_files',
]);

function faultOf({ status, text }: Told): string | undefined {
  if (status < 400) return status === 0 ? 'no answer' : undefined;
  if (status >= 500 && status !== 503) return `${status} ${text.slice(0, 300)}`;
  if (MISFITS.test(text)) return `${status} ${text.slice(0, 300)}`;
  const [, reason] = /"reason":"(\w+)"/.exec(text) ?? [];
  return reason !== undefined && MISFIT_REASONS.has(reason) ? `${status} ${text.slice(0, 300)}` : undefined;
}

const faultsOf = (told: readonly (Told & { name: string })[]): string[] =>
  told.flatMap((one) => {
    const fault = faultOf(one);
    return fault === undefined ? [] : [`${one.name}: ${fault}`];
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-samples-'));
  await writeFile(path.join(folder, 'file.pdf'), makePdf());
  await writeFile(path.join(folder, 'logo.png'), 'not a picture');
  await writeFile(path.join(folder, 'rows.csv'), 'email,name\nada@contoso.example,Ada Lovelace\n');
  for (const [environment, prefix] of [
    ['live', ''],
    ['sandbox', '/sandbox'],
  ] as const) {
    const owner = await app.session();
    const { body } = await owner.post<'createApiKey'>(`${prefix}/api/settings/api-keys`, {
      name: 'samples',
      rateLimit: 'unlimited',
    });
    keys[environment] = app.secret(body.apiKey.key);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('runs the curl sample against the server', async () => {
  const runs = runsOf('curl');
  const lines = runs.map(({ text, environment }, index) => {
    const variables = Object.entries(variablesOf(environment)).map(([name, value]) => `${name}='${value}'`);
    return `${variables.join('; ')}\n${text} -s -o ${index}.out -w '%{http_code}\\n' || echo 0`;
  });
  outsideTool('curl');
  const { stdout } = await run('bash', ['-c', lines.join('\n')], { cwd: folder, maxBuffer: 2 ** 24 });
  const statuses = stdout.trim().split('\n').map(Number);
  const told = await Promise.all(
    runs.map(async ({ name }, index) => ({
      name,
      status: statuses[index] ?? 0,
      text: await readFile(path.join(folder, `${index}.out`), 'utf8').catch(() => ''),
    })),
  );
  expect(statuses.length).toBe(runs.length);
  expect(faultsOf(told)).toEqual([]);
}, 120_000);

test('runs the TypeScript sample against the server', async () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const told = [];
  for (const { name, environment, text } of runsOf('TypeScript')) {
    const answer: Told = { status: 0, text: '' };
    const sample = new AsyncFunction('openAsBlob', 'process', 'console', 'fetch', text.replace(/^import .*\n/, ''));
    const fetched = async (...asked: Parameters<typeof fetch>) => {
      const response = await fetch(...asked);
      Object.assign(answer, { status: response.status, text: await response.clone().text() });
      return response;
    };
    await (
      sample(
        (file: string) => openAsBlob(path.join(folder, file)),
        { env: variablesOf(environment) },
        { log: () => {} },
        fetched,
      ) as Promise<void>
    ).catch((error: unknown) => {
      if (answer.status < 400) throw new Error(`${name}: ${String(error)}`);
    });
    told.push({ name, ...answer });
  }
  expect(faultsOf(told)).toEqual([]);
}, 120_000);

/** Runs samples one after another, and writes the response of each sample. */
const PYTHON = `
import json, os, sys
import requests
runs = json.load(open('runs.json'))
told = []
for run in runs:
    os.environ.update(run['variables'])
    status, text = 0, ''
    try:
        scope = {'print': lambda *_: None}
        exec(run['text'], scope)
        status, text = scope['response'].status_code, scope['response'].text
    except requests.HTTPError as error:
        status, text = error.response.status_code, error.response.text
    told.append({'name': run['name'], 'status': status, 'text': text[:2000]})
json.dump(told, sys.stdout)
`;

test('runs the Python sample against the server', async () => {
  // This Debian package also installs the requests module for python3.
  outsideTool('pysaml2');
  const runs = runsOf('Python').map((one) => ({ ...one, variables: variablesOf(one.environment) }));
  await writeFile(path.join(folder, 'runs.json'), JSON.stringify(runs));
  const { stdout } = await run('/usr/bin/python3', ['-c', PYTHON], { cwd: folder, maxBuffer: 2 ** 26 });
  const told = JSON.parse(stdout) as (Told & { name: string })[];
  expect(told.length).toBe(runs.length);
  expect(faultsOf(told)).toEqual([]);
}, 120_000);
