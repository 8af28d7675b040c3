/** Tests the service credential and the secret of scheduled jobs. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const app = await startTestApp();
const list = '/api/documents/paginated';
const inOrganization = (id: string) => ({ headers: { 'x-organization-id': id } });

describe('the service credential', () => {
  test('limits the service credential to the admin role in the organization that the request names', async () => {
    const other = await app.otherTenant();
    const own = await app.draft();
    const foreign = await app.draft({ by: other.key });
    for (const [organization, sees, sees_not] of [
      [app.tenant.organizationId, own.id, foreign.id],
      [other.organizationId, foreign.id, own.id],
    ] as const) {
      expect((await app.service.get(`/api/documents/${sees}`, inOrganization(organization))).status).toBe(200);
      expectError(
        await app.service.get(`/api/documents/${sees_not}`, inOrganization(organization)),
        'DOCUMENT_NOT_FOUND',
        { documentId: sees_not },
      );
    }
  });

  test("assigns documents created with the service credential to the organization's owner and names the credential in the audit trail", async () => {
    const answer = await app.service.upload(
      pdfUpload(makePdf({ pages: 1 })),
      inOrganization(app.tenant.organizationId),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.document.owner.id).toBe(app.tenant.userId);
    const { body } = await app.owner.get<'getDocumentAudit'>(`/api/documents/${answer.body.document.id}/audit`);
    expect(body.entries[0]?.actor).toEqual({ kind: 'service', id: 'service' });
  });

  test('rejects the service credential if the request does not name an existing organization', async () => {
    expectInvalid(await app.service.get(list), 'X-Organization-Id');
    for (const id of [newId('organization'), 'org_1', app.tenant.tenantId])
      expectError(await app.service.get(list, inOrganization(id)), 'ORGANIZATION_NOT_FOUND');
  });

  test('does not let the service credential change an account or create an API key', async () => {
    const named = inOrganization(app.tenant.organizationId);
    expectError(await app.service.post('/api/settings/api-keys', { name: 'x' }, named), 'FORBIDDEN');
    expectError(await app.service.get('/api/auth/session', named), 'FORBIDDEN');
  });

  test('rejects a service credential with one changed character', async () => {
    const wrong = app.anyone.with({ bearer: 'svc-credential-of-the-tests-0123456788' });
    expectError(await wrong.get(list, inOrganization(app.tenant.organizationId)), 'UNAUTHORIZED');
  });
});

describe('secret for scheduled jobs', () => {
  test('rejects the scheduled-job secret for every other operation', async () => {
    expectError(await app.cron.get(list), 'FORBIDDEN');
    expectError(await app.cron.get('/api/auth/session'), 'FORBIDDEN');
  });
});
