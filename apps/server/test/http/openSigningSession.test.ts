import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/signing/session';
const [ada, konrad] = [app.person(), app.person()];
const fields = [
  { kind: 'text', signer: ada.email, page: 1, x: 72, y: 100, width: 200, height: 16, label: 'Purchase order' },
];
const sent = await app.sent({ signers: [ada, konrad], fields });
const token = await app.link(ada.email);

test('uses a signing link in the body instead of the API key in the header', async () => {
  const { id, token } = await app.sentToOne();
  expect((await app.key.post(path, { token })).status).toBe(200);
  const signed = await app.key.post<'signDocument'>(`/api/documents/${id}/sign`, {
    token,
    consent: true,
    signature: { type: 'typed', data: 'Ada Lovelace' },
  });
  expect(signed.status, signed.text).toBe(200);
  expect((await app.key.post(path, { token: app.strayLink() })).status).toBe(401);
});

describe('200', () => {
  test.each([path, `/v1${path}`])(
    '%s: returns the data of the signing page and a bearer token that is valid for half an hour',
    async (at) => {
      const { status, body } = await app.anyone.post<'openSigningSession'>(at, { token });
      expect(status).toBe(200);
      const [own] = sent.signers;
      const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
      expect(body).toEqual({
        success: true,
        bearer: expect.stringMatching(/^[\w-]{60,}$/),
        expiresAt: new Date(app.clock.now().getTime() + 30 * 60_000).toISOString(),
        view: {
          signer: {
            id: own?.id,
            name: ada.name,
            email: ada.email,
            locale: null,
            role: 'signer',
            status: 'pending-signature',
            signed_at: null,
          },
          document: {
            id: sent.id,
            title: 'contract.pdf',
            filename: 'contract.pdf',
            status: 'in-progress',
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            sent_sha256: body.view.document.sha256,
            message: null,
            sent_at: document.sent_at,
            expiration: document.expiration,
            completed_at: null,
            sealed: false,
          },
          sender: { name: OWNER.name, email: OWNER.email, organization: OWNER.organization },
          pages: document.pages,
          fields: document.fields
            .filter(({ signer_id: id }) => id === own?.id)
            .map(({ signer_id: _, ...field }) => field),
          others: [{ name: konrad.name, status: 'pending-signature' }],
          consent: { version: expect.stringMatching(/\S/), language: 'en', text: expect.stringMatching(/electronic/) },
          revision: 1,
          receipt: null,
          blocked: null,
          can_decline: true,
          can_forward: true,
          by_account: false,
          attachments: [],
          redirects: { signed: null, declined: null, expired: null },
          roles: [],
          package: null,
        },
      });
      expect(body.view.document.sha256, 'the session shows the current file instead of the upload').not.toBe(
        document.sha256,
      );
      expect(JSON.stringify(body), "the response contains nothing about the other recipient's address").not.toContain(
        konrad.email,
      );
    },
  );

  test('extends the validity of a bearer token repeatedly', async () => {
    let { bearer } = (await app.anyone.post<'openSigningSession'>(path, { token })).body;
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance({ minutes: 29 });
      const { status, body } = await app.anyone.post<'openSigningSession'>(path, { token: bearer });
      expect(status).toBe(200);
      expect(body.expiresAt).toBe(new Date(app.clock.now().getTime() + 30 * 60_000).toISOString());
      ({ bearer } = body);
    }
  });

  test('accepts a signing link in the Authorization header', async () => {
    expect((await app.anyone.with({ bearer: token }).post(path, {})).status).toBe(200);
  });

  test('returns the language that the sender set for the recipient', async () => {
    const [named, other] = [{ ...app.person(), locale: 'pt-BR' }, app.person()];
    await app.sent({ signers: [named, other] });
    const localeOf = async ({ email }: { email: string }): Promise<unknown> =>
      (await app.anyone.post<'openSigningSession'>(path, { token: await app.link(email) })).body.view.signer.locale;
    expect([await localeOf(named), await localeOf(other)]).toEqual(['pt-BR', null]);
  });

  test('reports that a recipient must wait for others, or has already signed', async () => {
    const [first, second] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [first, second], signingOrder: 'sequential' });
    const url = app.services.links.url('', {
      tenantId: app.tenant.tenantId,
      signerId: signers[1]?.id ?? '',
      generation: 1,
    });
    const early = await app.anyone.post<'openSigningSession'>(path, { token: app.secret(url.split('#')[1] ?? '') });
    expect(early.body.view).toMatchObject({ blocked: 'NOT_YOUR_TURN', signer: { status: 'waiting' } });
    const own = await app.link(first.email);
    await app.sign(id, { token: own });
    const late = await app.anyone.post<'openSigningSession'>(path, { token: own });
    expect(late.body.view).toMatchObject({
      blocked: 'ALREADY_SIGNED',
      signer: { status: 'signed', signed_at: app.clock.now().toISOString() },
      revision: 2,
    });
  });

  test('lets recipients read a finished document for 30 days', async () => {
    const { tokens } = await app.completed();
    app.clock.advance({ days: 30 });
    const { status, body } = await app.anyone.post<'openSigningSession'>(path, { token: tokens[0] });
    expect(status).toBe(200);
    expect(body.view.document).toMatchObject({ status: 'completed', sealed: true });
  });
});

describe('401', () => {
  test('rejects a request without a credential', async () => {
    expectInvalid(await app.anyone.both('POST', path, { body: {} }), 'token');
  });
  test.each([
    ['a random string', 'nonsense'],
    ['a link for a recipient who does not exist', () => app.strayLink()],
    ['an API key', async () => (await app.makeKey()).key],
  ])('rejects an invalid signing link: %s', async (_, make) => {
    const value = typeof make === 'string' ? make : await make();
    expectError(await app.anyone.both('POST', path, { body: { token: value } }), 'INVALID_LINK');
  });
  test('rejects a bearer token after half an hour', async () => {
    const own = (await app.sent()).signers[0]?.email ?? '';
    const { body } = await app.anyone.post<'openSigningSession'>(path, { token: await app.link(own) });
    app.clock.advance({ minutes: 30 });
    expectError(await app.anyone.both('POST', path, { body: { token: body.bearer } }), 'INVALID_LINK');
  });
  test('rejects a signing link whose document was deleted', async () => {
    const { id, signers } = await app.sent();
    const own = await app.link(signers[0]?.email ?? '');
    await app.sql('update documents set deleted_at = now() where id = $1', [id]);
    expectError(await app.anyone.both('POST', path, { body: { token: own } }), 'INVALID_LINK');
  });
});

describe('403', () => {
  test('rejects an API key', async () => {
    expectError(await app.key.both('POST', path, { body: {} }), 'FORBIDDEN');
  });
});

refusesOtherMethods(app, path, ['POST']);

describe('410', () => {
  const details = {
    title: 'contract.pdf',
    sender: { name: OWNER.name, email: OWNER.email, organization: OWNER.organization },
  };
  test('rejects a voided document', async () => {
    const { id, signers } = await app.sent();
    const own = await app.link(signers[0]?.email ?? '');
    await app.key.post(`/api/documents/${id}/void`, { reason: 'x' });
    expectError(await app.anyone.both('POST', path, { body: { token: own } }), 'DOCUMENT_VOIDED', details);
  });
  test('rejects an expired document', async () => {
    const { signers } = await app.sent({ expirationDays: 1 });
    const own = await app.link(signers[0]?.email ?? '');
    app.clock.advance({ days: 1 });
    expectError(await app.anyone.both('POST', path, { body: { token: own } }), 'DOCUMENT_EXPIRED', details);
  });
  test('rejects a document finished more than 30 days ago', async () => {
    const { tokens } = await app.completed();
    app.clock.advance({ days: 30, ms: 1 });
    expectError(await app.anyone.both('POST', path, { body: { token: tokens[0] } }), 'LINK_EXPIRED', details);
  });
});

describe('422', () => {
  test('rejects an unknown property even if the signing link is valid', async () => {
    const own = await app.link((await app.sent()).signers[0]?.email ?? '');
    expectInvalid(await app.anyone.both('POST', path, { body: { token: own, role: 'owner' } }), 'role');
  });
});
