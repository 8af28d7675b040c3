/** The reference pages without a browser. */
import { createHmac } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { ERRORS, EVENT_KINDS, operations } from '@countersign/contract';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../src/transport/graphql/field-table.ts';
import { ReferenceModel } from '../../src/transport/reference/reference-model.ts';
import { samplesOf } from '../../src/transport/reference/samples.ts';
import { OWN_CHECK_IN_TYPESCRIPT } from '../../src/transport/reference/signature-check.ts';
import { startTestApp } from '../support/app.ts';

const ROOT = '/docs/reference';
/** Compressed as browsers request it, so that a page loads within a second over a slow line. */
const MOST_BYTES = 48_000;
const app = await startTestApp();
const model = new ReferenceModel();
const get = (path: string, headers: Record<string, string> = {}) => app.anyone.get(ROOT + path, { headers });

describe('each page', () => {
  test('exists for each operation, links to existing pages, and is small', async () => {
    const links = new Set<string>();
    for (const id of Object.keys(operations)) {
      const { status, text } = await get(`/operations/${id}`);
      expect([status, text.includes(id)], id).toEqual([200, true]);
      for (const [, link = ''] of text.matchAll(/href="(\/docs\/reference[^"]*)"/g)) links.add(link);
    }
    const pages = new Map<string, string>();
    for (const link of links) {
      const [path = '', anchor] = link.split('#');
      if (!pages.has(path)) {
        const { status, text } = await app.anyone.get(path);
        expect(status, path).toBe(200);
        pages.set(path, text);
      }
      if (anchor !== undefined) expect(pages.get(path), link).toContain(`id="${anchor}"`);
    }
    for (const path of ['', '/errors', '/webhooks', '/graphql', '/operations/getDocument']) {
      const response = await fetch(app.url + ROOT + path, { headers: { 'accept-encoding': 'br' } });
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(Number(response.headers.get('content-length')), path).toBeLessThan(MOST_BYTES);
    }
  });

  test('requests nothing external, and no script but its own', async () => {
    const { text, headers } = await get('');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(`connect-src ${app.url}/sandbox/ ${app.url}${ROOT}/search.json;`);
    expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//);
  });

  test('describes every error, event and field, and the REST form of each field', async () => {
    const [errors, webhooks, graphql] = await Promise.all(
      ['/errors', '/webhooks', '/graphql'].map((path) => get(path)),
    );
    for (const code of Object.keys(ERRORS)) expect(errors?.text, code).toContain(`id="${code}"`);
    for (const kind of EVENT_KINDS) expect(webhooks?.text, kind).toContain(`id="${kind}"`);
    expect(graphql?.text).toContain(`REST: <a href="${ROOT}/operations/sendForSigning">`);
    for (const entry of Object.values(FIELDS))
      if ('mutation' in entry) expect(graphql?.text).toContain(`id="${entry.mutation}"`);
  });
});

test('shows the credential, scope, role and environment of an operation in a table', async () => {
  const { text } = await get('/operations/createWebhook');
  const rows = [...text.matchAll(/<th scope="row">([^<]+)<\/th>\s*<td>(.*?)<\/td>/g)].map(([, name, value]) => [
    name,
    value?.replace(/<[^>]+>/g, ''),
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    Credential: 'API key, session',
    'API key scope': 'webhooks',
    Role: 'admin or above',
    'Step-up': 'a session needs an identity check within the last 10 minutes',
    'Rate limit': 'hourly limit of the credential',
  });
  expect((await get('/operations/advanceSandboxClock')).text).toContain('sandbox only');
});

test("answers 404 for an unknown address, and counts every response against the caller's address", async () => {
  for (const path of ['/operations/nothing', '/graphql/Nothing', '/nothing'])
    expect((await get(path)).status, path).toBe(404);
  const { headers } = await get('');
  expect(headers.get('ratelimit-policy')).toContain('"open"');
  expect((await get('?q=%27%20OR%201=1--')).status).toBe(403);
});

test('samples are TypeScript, and their bodies are what a test sent', () => {
  for (const operation of model.operations.values())
    for (const { language, text } of samplesOf(operation, 'https://sign.example.com/sandbox/v1')) {
      expect(text, operation.id).toContain('https://sign.example.com/sandbox/v1/');
      if (language !== 'TypeScript') continue;
      const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
      expect(
        diagnostics.map(({ messageText }) => messageText),
        operation.id,
      ).toEqual([]);
    }
});

test('shows a check of x-service-signature that accepts the signed bytes and nothing else', async () => {
  const script = stripTypeScriptTypes(OWN_CHECK_IN_TYPESCRIPT);
  const { isFromCountersign } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    isFromCountersign: (body: Uint8Array, header: string, secret: string) => boolean;
  };
  const bytes = Buffer.from('{"type":"document.sent"}');
  const header = `sha256=${createHmac('sha256', 'whsec_1').update(bytes).digest('hex')}`;
  expect(isFromCountersign(bytes, header, 'whsec_1')).toBe(true);
  for (const [body, sent, secret] of [
    [Buffer.from('{}'), header, 'whsec_1'],
    [bytes, header, 'whsec_2'],
    [bytes, 'sha256=', 'whsec_1'],
  ] as const)
    expect(isFromCountersign(body, sent, secret)).toBe(false);
});
