import type { AnswerOf, BulkSend, Document, operations, Template } from '@countersign/contract';
import { sendRowsHandler } from '../../src/features/templates/send-rows.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { describe, expect, test } from 'vitest';
import type { TestApp } from './app.ts';
import { comparableText, type Caller } from './caller.ts';
import { expectError } from './expect-answer.ts';
import { MULTIPART, multipart, pdfUpload } from './multipart.ts';
import { makePdf } from './pdf.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods, type Sample } from './refusals.ts';
import { until } from './until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

/** A lease with a tenant who signs and fills in two fields, a landlord who signs, and an optional copy recipient. */
export const LEASE = {
  name: 'Lease',
  roles: [
    { name: 'Tenant', role: 'signer' },
    { name: 'Landlord', role: 'approver' },
    { name: 'Agent', role: 'cc' },
  ],
  fields: [
    { kind: 'signature', role: 'Tenant', page: 1, x: 60, y: 600, width: 200, height: 50 },
    {
      kind: 'text',
      role: 'Tenant',
      label: 'Address',
      key: 'address',
      required: false,
      page: 1,
      x: 60,
      y: 200,
      width: 200,
      height: 20,
    },
    {
      kind: 'number',
      role: 'Tenant',
      label: 'Rent',
      required: false,
      validation: { min: 1 },
      page: 1,
      x: 60,
      y: 240,
      width: 80,
      height: 20,
    },
    { kind: 'checkbox', role: 'Tenant', label: 'Pets', required: false, page: 1, x: 60, y: 280, width: 16, height: 16 },
  ],
} as const;

/** Returns an unlimited key that may use templates and read documents. */
export async function templateKey(app: TestApp): Promise<Caller> {
  return (await app.makeKey({ scopes: ['templates', 'documents:read', 'documents:write'] })).caller;
}

export async function makeTemplate(
  by: Caller,
  body: object = LEASE,
  { prefix = '', pages = 1 } = {},
): Promise<Template> {
  const fields = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await by.send<'createTemplate'>('POST', `${prefix}/api/templates/create`, {
    body: pdfUpload(makePdf({ pages }), fields, 'lease.pdf'),
    headers: MULTIPART,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.template;
}

/** A template with one role, for bulk sends. */
export const NOTICE = {
  name: 'Notice',
  roles: [{ name: 'Reader' }],
  fields: [
    { kind: 'signature', role: 'Reader', page: 1, x: 60, y: 600, width: 200, height: 50 },
    { kind: 'text', role: 'Reader', label: 'Town', required: false, page: 1, x: 60, y: 200, width: 200, height: 20 },
  ],
} as const;

/** Returns a key and two templates for bulk sends: the notice with its one role, and the lease with two. */
export async function bulkTemplates(app: TestApp): Promise<{ key: Caller; notice: Template; lease: Template }> {
  const key = await templateKey(app);
  return { key, notice: await makeTemplate(key, NOTICE), lease: await makeTemplate(key) };
}

export function csvUpload(csv: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): Buffer {
  const text = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return multipart([...text, { name: 'file', filename: 'rows.csv', type: 'text/csv', content: csv }]);
}

export async function bulkSend(by: Caller, templateId: string, body: object): Promise<BulkSend> {
  const answer = await by.post<'createBulkSend'>(`/api/templates/${templateId}/bulk-send`, body);
  expect(answer.status, answer.text).toBe(202);
  return answer.body.bulkSend;
}

export const rowsFor = (app: TestApp, count: number) =>
  Array.from({ length: count }, () => app.person()).map(({ email, name }) => ({ email, name }));

/** Waits until no row of the bulk send is pending. */
export function finished(by: Caller, id: string): Promise<BulkSend> {
  return until('the bulk send to end', async () => {
    const { bulkSend: now } = (await by.get<'getBulkSend'>(`/api/bulk-sends/${id}`)).body;
    return now.status === 'running' ? undefined : now;
  });
}

/**
 * Runs the bulk send job only when the test calls it. Two concurrent runs select the same rows, but must still create
 * only one document for each row.
 */
export async function bulkTurns(app: TestApp): Promise<() => Promise<void>> {
  await app.services.runner.stop();
  const handler = sendRowsHandler({ ...app.services, log: { error: () => {} } });
  const job = { tenantId: app.tenant.tenantId, id: 'none', payload: {} as never, attempt: 1, done: () => () => true };
  return async () => {
    await Promise.all([handler.run(job), handler.run(job)]);
  };
}

export async function rowsOf(by: Caller, id: string): Promise<Output<'listBulkSendRows'>['rows']> {
  return (await by.get<'listBulkSendRows'>(`/api/bulk-sends/${id}/rows?pageSize=100`)).body.rows;
}

export async function useOf(by: Caller, id: string, body: object): Promise<Document> {
  const answer = await by.post<'useTemplate'>(`/api/templates/${id}/use`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.document;
}

/**
 * Tests that the 404 has the same bytes for a template that is unknown, deleted, owned by a colleague who has not
 * shared it, owned by another organization, or stored in the sandbox.
 */
export function hidesTemplates(
  app: TestApp,
  by: Caller,
  sample: (id: string) => Sample,
  { deleted = true } = {},
): void {
  describe('404', () => {
    test('returns the same response for an unknown template and for every template that the caller cannot see', async () => {
      const member = (await app.member('member')).caller;
      const others = await makeTemplate(by);
      const foreign = await makeTemplate((await app.otherTenant()).owner);
      const sandboxed = await makeTemplate(await app.session(), LEASE, { prefix: '/sandbox' });
      const gone = await makeTemplate(member);
      await member.send('DELETE', `/api/templates/${gone.id}`);
      const unknown = newId('template');
      const send = (id: string) => {
        const { method, path, body, headers } = sample(id);
        return member.send(method, path, { ...(body !== undefined && { body }), ...(headers && { headers }) });
      };
      const nothing = await send(unknown);
      expectError(nothing, 'TEMPLATE_NOT_FOUND', { templateId: unknown });
      for (const { id } of [others, foreign, sandboxed, ...(deleted ? [gone] : [])])
        expect(comparableText(await send(id)).replaceAll(id, unknown)).toBe(comparableText(nothing));
      expectError(await send('tpl_1'), 'TEMPLATE_NOT_FOUND', { templateId: 'tpl_1' });
    });
  });
}

/**
 * Tests the common rules of bulk send operations: access, the 404 for hidden objects, and the rate limit. `part`
 * follows the ID in the path.
 */
export function guardsBulkSend(
  app: TestApp,
  by: Caller,
  id: string,
  { method, part = '' }: { method: 'GET' | 'POST'; part?: string | undefined },
): void {
  const sample = (of: string): Sample => ({ method, path: `/api/bulk-sends/${of}${part}` });
  const { path } = sample(id);
  needsCredential(app, sample(id));
  needsScope(app, 'templates', sample(id));
  hidesBulkSends(app, by, sample);
  refusesOtherMethods(app, path, [method]);
  // Only reads are called twice, because a repeated change would be rejected.
  if (method === 'GET') countsRequests(app, sample(id), ['templates']);
}

/**
 * Tests that the 404 has the same bytes for an unknown bulk send and for every bulk send that the caller cannot see.
 */
function hidesBulkSends(app: TestApp, by: Caller, sample: (id: string) => Sample): void {
  describe('404', () => {
    test("returns the same response for an unknown bulk send, a colleague's bulk send and one in another organization", async () => {
      const member = (await app.member('member')).caller;
      const other = (await app.otherTenant()).owner;
      const others = await bulkSend(by, (await makeTemplate(by, NOTICE)).id, { rows: rowsFor(app, 1) });
      const foreign = await bulkSend(other, (await makeTemplate(other, NOTICE)).id, { rows: rowsFor(app, 1) });
      const unknown = newId('bulkSend');
      const send = (id: string) => {
        const { method, path, body } = sample(id);
        return member.send(method, path, body === undefined ? {} : { body });
      };
      const nothing = await send(unknown);
      expectError(nothing, 'BULK_SEND_NOT_FOUND', { bulkSendId: unknown });
      for (const { id } of [others, foreign])
        expect(comparableText(await send(id)).replaceAll(id, unknown)).toBe(comparableText(nothing));
      expectError(await send('bks_1'), 'BULK_SEND_NOT_FOUND', { bulkSendId: 'bks_1' });
      await finished(by, others.id);
      await finished(other, foreign.id);
    });
  });
}
