/**
 * Uses docs/api/openapi.json as integrators do: generates a client, compiles it in a strict project, and sends a
 * document with it. Everything happens in a folder that is deleted afterwards.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DESCRIPTION = path.join(ROOT, 'docs/api/openapi.json');

/** If the request of a step fails, the step either throws an error or returns nothing. */
type MainJob = {
  send: (url: string, key: string, pdf: Blob, email: string) => Promise<string>;
  sign: (url: string, token: string, id: string) => Promise<string>;
  download: (url: string, key: string, id: string) => Promise<string>;
};

const WITH_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.ts';

const client = (url: string, key: string) =>
  createClient<paths>({ baseUrl: url + '/v1', headers: { authorization: 'Bearer ' + key } });

function given<T>(data: T | undefined, error: unknown): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export async function send(url: string, key: string, pdf: Blob, email: string): Promise<string> {
  const api = client(url, key);
  const uploaded = await api.POST('/api/documents/upload', {
    // The generator types every file as a string.
    body: { file: '', title: 'Lease' },
    bodySerializer: ({ title = '' }) => {
      const form = new FormData();
      form.set('title', title);
      form.set('file', pdf, 'lease.pdf');
      return form;
    },
  });
  const { document } = given(uploaded.data, uploaded.error);
  const sent = await api.POST('/api/documents/{id}/send-for-signing', {
    params: { path: { id: document.id } },
    body: { signers: [{ email, name: 'Ada Lovelace' }] },
  });
  return given(sent.data, sent.error).document.id;
}

export async function sign(url: string, token: string, id: string): Promise<string> {
  const { data, error } = await client(url, token).POST('/api/documents/{id}/sign', {
    params: { path: { id } },
    body: { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } },
  });
  return given(data, error).document.status;
}

export async function download(url: string, key: string, id: string): Promise<string> {
  const { data, error } = await client(url, key).GET('/api/documents/{id}/download', { params: { path: { id } } });
  return given(data, error).downloadUrl;
}
`;

const WITH_HEY_API = `
import { createClient } from './hey-api/client/index.ts';
import { downloadDocument, sendForSigning, signDocument, uploadDocument } from './hey-api/sdk.gen.ts';

const client = (url: string, key: string) => createClient({ baseUrl: url + '/v1', auth: key });

export async function send(url: string, key: string, pdf: Blob, email: string): Promise<string> {
  const options = { client: client(url, key), throwOnError: true } as const;
  const { data } = await uploadDocument({ ...options, body: { title: 'Lease', file: new File([pdf], 'lease.pdf', { type: pdf.type }) } });
  const sent = await sendForSigning({
    ...options,
    path: { id: data.document.id },
    body: { signers: [{ email, name: 'Ada Lovelace' }] },
  });
  return sent.data.document.id;
}

export async function sign(url: string, token: string, id: string): Promise<string> {
  const { data } = await signDocument({
    client: client(url, token),
    throwOnError: true,
    path: { id },
    body: { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } },
  });
  return data.document.status;
}

export async function download(url: string, key: string, id: string): Promise<string> {
  const { data } = await downloadDocument({ client: client(url, key), throwOnError: true, path: { id } });
  return data.downloadUrl;
}
`;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-clients-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await mkdir(path.join(folder, 'hey-api'));
  const types = await openapiTypescript(pathToFileURL(DESCRIPTION));
  await writeFile(path.join(folder, 'openapi-typescript.ts'), astToString(types));
  await createClient({
    input: DESCRIPTION,
    output: { path: path.join(folder, 'hey-api'), module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  await writeFile(path.join(folder, 'with-openapi-fetch.ts'), WITH_OPENAPI_FETCH);
  await writeFile(path.join(folder, 'with-hey-api.ts'), WITH_HEY_API);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2024',
  module: 'preserve',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

const app = await startTestApp();

test('compiles both generated clients in a strict TypeScript project', async () => {
  const tsc = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

describe.each(['with-openapi-fetch', 'with-hey-api'])('%s', (name) => {
  test('uploads, sends, signs and downloads a document', async () => {
    const job = (await import(/* @vite-ignore */ path.join(folder, `${name}.ts`))) as MainJob;
    const { bearer: key = '' } = app.key.credential;
    const { email } = app.person();
    const id = await job.send(app.url, key, new Blob([makePdf()], { type: 'application/pdf' }), email);
    expect(await job.sign(app.url, await app.link(email), id)).toBe('completed');
    await app.sealed(id);
    const file = await fetch(new URL(await job.download(app.url, key, id), app.url));
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  });
});
