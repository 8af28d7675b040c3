/** Tests the pages of the reference in the built site. */
import { createHmac } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { ERRORS, EVENT_KINDS, operations } from '@countersign/contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { FIELDS } from '../../../server/src/transport/graphql/field-table.ts';
import { GraphqlPages } from './graphql-pages.ts';
import { ReferenceModel } from './reference-model.ts';
import { referencePages } from './reference.ts';
import { samplesOf } from './samples.ts';
import { OWN_CHECK_IN_TYPESCRIPT } from './signature-check.ts';

const model = new ReferenceModel();
const pages = new Map(referencePages(model, new GraphqlPages()).map((page) => [page.address, page]));
const textOf = (name: string): string => pages.get(`reference${name}.html`)?.html ?? '';

test('creates a page with code samples for each operation and lists the page in a group', () => {
  const groups = [...pages.values()].filter(({ address }) => address.startsWith('reference/groups/'));
  for (const id of Object.keys(operations)) {
    expect(textOf(`/operations/${id}`), id).toContain('<div class="code-column"><div class="tabs">');
    expect(groups.filter(({ html }) => html.includes(`operations/${id}.html"`)).length, id).toBe(1);
  }
});

test('describes every error, every event and every GraphQL field with its REST operation', () => {
  for (const code of Object.keys(ERRORS)) expect(textOf('/errors'), code).toContain(`id="${code}"`);
  for (const kind of EVENT_KINDS) expect(textOf('/webhooks'), kind).toContain(`id="${kind}"`);
  expect(textOf('/graphql')).toContain('REST: <a href="operations/sendForSigning.html">');
  for (const entry of Object.values(FIELDS))
    if ('mutation' in entry) expect(textOf('/graphql')).toContain(`id="${entry.mutation}"`);
});

test('shows the credential, scope, role and environment of an operation in a table', () => {
  const text = textOf('/operations/createWebhook');
  const rows = [...text.matchAll(/<th scope="row">([^<]+)<\/th>\s*<td>(.*?)<\/td>/g)].map(([, name, value]) => [
    name,
    value?.replace(/<[^>]+>/g, ''),
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    Credential: 'API key, session',
    'API key scope': 'webhooks',
    Role: 'admin or above',
    'Step-up': 'a session whose user confirmed their identity in the last 10 minutes',
    'Rate limit': 'hourly limit of the credential',
  });
  expect(textOf('/operations/advanceSandboxClock')).toContain('sandbox only');
});

test('shows valid TypeScript samples that contain the address of the installation', () => {
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

test('shows code that verifies x-service-signature and accepts only the signed bytes', async () => {
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
