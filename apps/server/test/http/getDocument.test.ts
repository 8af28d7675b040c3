import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const draft = await app.draft({ title: 'Agreement', pages: 2 });
const path = `/api/documents/${draft.id}`;

describe('200', () => {
  test('returns a draft in the same form as the response to its upload', async () => {
    const { status, body } = await app.key.both('GET', path);
    expect(status).toBe(200);
    expect(body).toEqual({ document: draft });
  });

  test('returns the same response to a session and to an API key', async () => {
    expect((await app.owner.both('GET', path)).body).toEqual({ document: draft });
  });

  test('returns the signers and fields of a sent document, including the signature field on the added page', async () => {
    const [one, two] = [app.person(), app.person()];
    const fields = [
      {
        kind: 'text',
        signer: one.email,
        page: 1,
        x: 100,
        y: 200,
        width: 150,
        height: 20,
        required: false,
        label: 'Your reference',
      },
    ];
    const { id } = await app.sent({
      signers: [
        { ...one, locale: 'en' },
        { ...two, role: 'cc' },
      ],
      fields,
      expirationDays: 7,
    });
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body;
    const signerId = document.signers[0]?.id;
    expect(document).toMatchObject({
      status: 'in-progress',
      page_count: 2,
      owner: { id: app.tenant.userId, name: OWNER.name, email: OWNER.email },
      sent_at: app.clock.now().toISOString(),
      expiration: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
    expect(document.signers).toEqual([
      {
        id: expect.stringMatching(/^sgn_/),
        ...one,
        role: 'signer',
        status: 'pending-signature',
        order: 1,
        signed_at: null,
        viewed_at: null,
        declined_at: null,
        decline_reason: null,
        access_code: 'none',
        two_factor: null,
        delivery: null,
      },
      {
        id: expect.stringMatching(/^sgn_/),
        ...two,
        role: 'cc',
        status: 'notified',
        order: 2,
        signed_at: null,
        viewed_at: null,
        declined_at: null,
        decline_reason: null,
        access_code: 'none',
        two_factor: null,
        delivery: null,
      },
    ]);
    expect(document.fields).toEqual([
      {
        id: expect.stringMatching(/^fld_/),
        signer_id: signerId,
        kind: 'text',
        page: 1,
        x: 100,
        y: 200,
        width: 150,
        height: 20,
        required: false,
        label: 'Your reference',
        value: null,
        default: null,
        read_only: false,
        key: null,
        condition: null,
        options: null,
        validation: null,
      },
      {
        id: expect.stringMatching(/^fld_/),
        signer_id: signerId,
        kind: 'signature',
        page: 2,
        x: expect.any(Number),
        y: expect.any(Number),
        width: expect.any(Number),
        height: expect.any(Number),
        required: true,
        label: null,
        value: null,
        default: null,
        read_only: false,
        key: null,
        condition: null,
        options: null,
        validation: null,
      },
    ]);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: `/api/documents/${id}` }));
refusesOtherMethods(app, path, ['GET', 'PATCH', 'DELETE']);
countsRequests(app, { method: 'GET', path });
