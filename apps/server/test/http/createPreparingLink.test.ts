import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const other = await app.otherTenant();
const ORIGIN = 'https://app.example.com';
const allowed = await app.owner.send('PATCH', '/api/organization', {
  body: { settings: { allowed_origins: [ORIGIN, 'https://other.example.com'] } },
});
expect(allowed.status, allowed.text).toBe(200);
const pathOf = (id: string): string => `/api/documents/${id}/prepare-link`;

const { id: draft } = await app.draft();
const sample = { method: 'POST', path: pathOf(draft), body: {} };

describe('201', () => {
  test('returns a preparing link that is valid for 10 minutes, and records who requested it', async () => {
    const answer = await app.key.post<'createPreparingLink'>(pathOf(draft), { origin: ORIGIN });
    expect(answer.status, answer.text).toBe(201);
    const { url, expiresAt } = answer.body;
    const { pathname, searchParams, hash } = new URL(url);
    app.secret(hash.slice(1));
    expect(pathname).toBe('/prepare');
    expect(Object.fromEntries(searchParams)).toEqual({
      embed: app.tenant.tenantId,
      origin: 'aHR0cHM6Ly9hcHAuZXhhbXBsZS5jb20',
    });
    expect(new Date(expiresAt).getTime() - app.clock.now().getTime()).toBe(600_000);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${draft}/audit`);
    expect(body.entries.at(-1)).toMatchObject({
      action: 'document.preparing-link-issued',
      actor: { kind: 'api-key' },
      target: { kind: 'document', id: draft },
    });
    expect(body.isValid).toBe(true);
  });
});

test('returns 201 for a preparing link with `canSend: false`, and records this setting in the audit trail', async () => {
  const { id } = await app.draft();
  const answer = await app.key.post<'createPreparingLink'>(pathOf(id), { canSend: false });
  expect(answer.status, answer.text).toBe(201);
  app.secret(new URL(answer.body.url).hash.slice(1));
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.entries.at(-1)?.context).toMatchObject({ can_send: false });
});

needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
refusesOtherMethods(app, sample.path, ['POST']);
countsRequests(app, sample);

test('rejects a session with 403, because members prepare drafts in the app', async () => {
  expectError(await app.owner.post(sample.path, {}), 'FORBIDDEN');
});

test('returns 404 for a draft of another organization', async () => {
  expectError(await other.key.post(sample.path, {}), 'DOCUMENT_NOT_FOUND', { documentId: draft });
});

test('returns 409 for a document that has been sent', async () => {
  const { id } = await app.sent();
  expectError(await app.key.post(pathOf(id), {}), 'INVALID_STATE', expect.anything());
});

describe('422', () => {
  test('rejects an origin that the organization does not allow', async () => {
    expectInvalid(await app.key.post(sample.path, { origin: 'https://evil.example.com' }), 'origin');
  });
  test('rejects an unknown request property', async () => {
    expectInvalid(await app.key.post(sample.path, { minutes: 60 }), 'minutes');
    expectInvalid(await app.key.post(sample.path, { canSend: 'no' }), 'canSend');
  });
});
