import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid, anonymous, expectError, statusesOf } from '../support/expect-answer.ts';
import { rate, refusesOtherMethods } from '../support/refusals.ts';
import { DRAWN, signaturePng } from '../support/signatures.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/sign`;

/** Returns the current first page at one pixel per point. */
async function pageOne(id: string): Promise<Buffer> {
  return (await app.key.get(`/api/documents/${id}/pages/1?width=595`)).bytes;
}
/** Whether this part of a page contains dark pixels. */
async function ink(page: Buffer, area: { left: number; top: number; width: number; height: number }): Promise<boolean> {
  const pixels = await sharp(page).extract(area).greyscale().raw().toBuffer();
  return pixels.some((pixel) => pixel < 128);
}
const statusOf = async (id: string): Promise<string> =>
  (await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`)).body.status;

describe('200', () => {
  test('reports the first of two signers as signed and the document as in progress', async () => {
    const sent = await app.sent({ signers: [app.person(), app.person()] });
    const [first, second] = sent.signers;
    if (!first || !second) throw new Error('unreachable');
    app.clock.advance({ minutes: 1, ms: 5 });
    const answer = await app.sign(sent.id, { token: await app.link(first.email) });
    const at = app.clock.now().toISOString();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        success: true,
        signer: { ...first, status: 'signed', signed_at: at },
        document: { id: sent.id, status: 'in-progress' },
        receipt: expect.objectContaining({ document_id: sent.id, signer_id: first.id, signed_at: at }),
      },
    });
    const last = await app.anyone.post<'signDocument'>(`/v1${pathOf(sent.id)}`, {
      token: await app.link(second.email),
      consent: true,
      signature: { type: 'typed', data: 'Konrad Zuse' },
    });
    expect(last.body.document).toEqual({ id: sent.id, status: 'completed' });
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document).toMatchObject({ status: 'completed', completed_at: at });
    for (const email of [first.email, second.email])
      expect((await app.mail(email, 'completed')).text).toContain('contract.pdf');
  });

  test('records the events and audit entries from sending to completion', async () => {
    const { id } = await app.completed({ signers: [app.person(), app.person()] });
    const entries = await until('every e-mail to be recorded', async () => {
      const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
      const actions = body.entries.map(({ action }) => action);
      return actions.filter((action) => action === 'mail.sent').length === 5 && actions;
    });
    expect(entries.filter((action) => action !== 'mail.sent' && action !== 'document.certificate-made')).toEqual([
      'document.created',
      'document.sent',
      'document.signed',
      'document.signed',
      'document.completed',
    ]);
    const events = await app.sql<{ kind: string }>(
      'select kind from outbox where document_id = $1 order by created_at, id',
      [id],
    );
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'document.completed',
      'document.created',
      'document.sent',
      'document.signed',
      'document.signed',
      'recipient.completed',
      'recipient.completed',
    ]);
  });

  test.each([
    ['the link in the body', (token: string) => ({ body: { token }, headers: {} })],
    ['the link as a bearer token', (token: string) => ({ body: {}, headers: { authorization: `Bearer ${token}` } })],
  ])('signs a document with %s', async (_, how) => {
    const { id, token } = await app.sentToOne();
    const { body, headers } = how(token);
    expect((await app.sign(id, body, { headers })).status).toBe(200);
  });

  test("accepts a session's bearer token in the body or in the header", async () => {
    for (const asHeader of [true, false]) {
      const sent = await app.sent();
      const { body } = await app.anyone.post<'openSigningSession'>('/api/signing/session', {
        token: await app.link(sent.signers[0]?.email ?? ''),
      });
      const { bearer } = body;
      const answer = await app.sign(
        sent.id,
        asHeader ? {} : { token: bearer },
        asHeader ? { headers: { authorization: `Bearer ${bearer}` } } : {},
      );
      expect(answer.status).toBe(200);
      const { body: audit } = await app.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`);
      expect(audit.entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
        credential: 'session',
      });
    }
  });

  test.each([
    ['typed in several scripts', async () => ({ type: 'typed', data: 'Žofie Δημήτρης' })],
    ['drawn and sent as SVG', async () => ({ type: 'drawn', data: DRAWN })],
    ['drawn and sent as an SVG data: URL', async () => ({ type: 'drawn', data: `data:image/svg+xml;base64,${DRAWN}` })],
    [
      'drawn and sent as a PNG data: URL',
      async () => ({ type: 'drawn', data: `data:image/png;base64,${await signaturePng()}` }),
    ],
    ['uploaded', async () => ({ type: 'uploaded', data: await signaturePng() })],
  ])('accepts a signature that is %s', async (_, make) => {
    const { id, token } = await app.sentToOne();
    const answer = await app.sign(id, { token, signature: await make() });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document.status).toBe('completed');
  });

  test('lets an approver sign without a signature image', async () => {
    const sent = await app.sent({ signers: [{ ...app.person(), role: 'approver' }] });
    const token = await app.link(sent.signers[0]?.email ?? '');
    const answer = await app.anyone.post<'signDocument'>(pathOf(sent.id), { token, consent: true });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      signer: { role: 'approver', status: 'signed' },
      document: { status: 'completed' },
    });
  });

  test('writes text and a checkbox value into both the document and its file', async () => {
    const person = app.person();
    const box = { signer: person.email, page: 1, x: 72, height: 16 };
    const fields = [
      { ...box, kind: 'text', y: 100, width: 200, label: 'Purchase order' },
      { ...box, kind: 'checkbox', y: 140, width: 16, label: 'I have read it' },
      { ...box, kind: 'text', y: 180, width: 200, required: false, label: 'Remark' },
    ];
    const { id, document, token } = await app.sentToOne({ signers: [person], fields });
    const [order, read] = document.fields;
    if (!order || !read) throw new Error('unreachable');
    const before = await pageOne(id);
    const answer = await app.sign(id, {
      token,
      fields: [
        { id: order.id, value: '  PO-4711 (ä) ' },
        { id: read.id, value: true },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    const after = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
    expect(after.fields.slice(0, 3).map(({ value }) => value)).toEqual(['PO-4711 (ä)', 'true', null]);
    const line = { left: 72, top: 100, width: 200, height: 16 };
    expect(await ink(before, line)).toBe(false);
    const page = await pageOne(id);
    expect(await ink(page, line), 'the page shows the text').toBe(true);
    expect(await ink(page, { left: 72, top: 140, width: 16, height: 16 }), 'the page shows the checked box').toBe(true);
    expect(await ink(page, { left: 72, top: 180, width: 200, height: 16 }), 'an empty field shows nothing').toBe(false);
  });

  test('invites the next signer after the previous signature when signing is sequential', async () => {
    const [first, second, third] = [app.person(), app.person(), app.person()];
    const { id } = await app.sent({ signers: [first, second, third], signingOrder: 'sequential' });
    for (const { email } of [first, second, third])
      expect((await app.sign(id, { token: await app.link(email) })).status).toBe(200);
    expect(await statusOf(id)).toBe('completed');
  });

  test('stores both signatures, one after the other, when two signers sign at the same moment', async () => {
    const sent = await app.sent({ signers: [app.person(), app.person()] });
    const tokens = await Promise.all(sent.signers.map(({ email }) => app.link(email)));
    const answers = await Promise.all(tokens.map((token) => app.sign(sent.id, { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.document.status).toSorted()).toEqual(['completed', 'in-progress']);
    const made = await app.sql("select signer_id from revisions where document_id = $1 and kind = 'signature'", [
      sent.id,
    ]);
    expect(new Set(made.map(({ signer_id: id }) => id)).size).toBe(2);
  });
});

test('returns a receipt that matches the file, the audit trail, the signing page and the e-mail', async () => {
  const { id, token, signers } = await app.sentToOne();
  const [signer] = signers;
  if (!signer) throw new Error('The document has no signer.');
  const { bearer } = (await app.anyone.post<'openSigningSession'>('/api/signing/session', { token })).body;
  const device = app.anyone.with({ bearer });
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const shown = (await device.get(`/api/signing/${signer.id}/pdf`)).bytes;
  const { receipt } = (await app.sign(id, { token: bearer })).body;
  await app.sealed(id);
  await app.atRest(id);
  const signed = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=signed`);
  const file = (await app.anyone.get(new URL(signed.body.downloadUrl).pathname)).bytes;
  const [revision] = await app.sql<{ length: number }>(
    'select length from revisions where document_id = $1 and n = $2',
    [id, receipt.signed.revision],
  );
  const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
  const entry = entries.find(({ action }) => action === 'document.signed');
  expect(receipt).toEqual({
    document_id: id,
    signer_id: signer.id,
    signed_at: entry?.timestamp,
    shown: { revision: 1, sha256: sha256(shown) },
    signed: { revision: 2, sha256: sha256(file.subarray(0, revision?.length)) },
    certificate_serial: entry?.context['certificate'],
    audit: {
      sequence: entry?.sequence,
      hash: entry?.hash,
      in_checkpoint_by: new Date(Date.parse(entry?.timestamp ?? '') + 60_000).toISOString(),
    },
  });
  const { view } = (await device.get<'getSigningView'>(`/api/signing/${signer.id}`)).body;
  expect(view.receipt).toEqual(receipt);
  const [mail] = await app.sql<{ text: string }>(
    "select body_text as text from mails where to_address = $1 and kind = 'completed'",
    [signer.email],
  );
  for (const hash of [receipt.shown?.sha256, receipt.signed.sha256, receipt.audit.hash])
    expect(mail?.text).toContain(hash);
});

test('states in the receipt that no pages were shown if the signer did not open any', async () => {
  const { id, token } = await app.sentToOne();
  const { receipt } = (await app.sign(id, { token })).body;
  expect(receipt.shown).toBeNull();
});

test('rejects an unknown time zone and does not sign the document', async () => {
  const { id, token } = await app.sentToOne();
  expectInvalid(await app.sign(id, { token, timeZone: 'Mars/Olympus' }), 'timeZone');
  expect((await app.sign(id, { token, timeZone: 'America/New_York' })).status).toBe(200);
});

describe('401', () => {
  test('returns 422 instead if the request contains no signing link', async () => {
    const { id } = await app.sent();
    expectInvalid(await app.sign(id, {}), 'token');
    expectInvalid(await app.anyone.post(`/v1${pathOf(id)}`, {}), 'token');
  });

  test('rejects a signing link with one flipped bit', async () => {
    const { id, token } = await app.sentToOne();
    for (let at = 0; at < token.length - 1; at += 7) {
      const wrong = `${token.slice(0, at)}${token[at] === 'A' ? 'Q' : 'A'}${token.slice(at + 1)}`;
      expectError(await app.sign(id, { token: wrong }), 'INVALID_LINK');
    }
    expect((await app.sign(id, { token })).status, 'the correct link still works').toBe(200);
  });

  test.each([
    ['truncated', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}A`],
    ['empty', () => ''],
    ['for a recipient who does not exist', () => app.strayLink()],
    ['of 5,000 characters', () => 'A'.repeat(5000)],
  ])('rejects a signing link that is %s', async (_, make) => {
    const { id, token } = await app.sentToOne();
    const answer = await app.sign(id, { token: make(token) });
    expectError(answer, 'INVALID_LINK');
  });

  test.each([
    ['a number', 5],
    ['null', null],
    ['a list', ['x']],
  ])('rejects a bearer token that is %s', async (_, token) => {
    const { id } = await app.sent();
    expectError(await app.anyone.post(pathOf(id), { token, consent: true }), 'UNAUTHORIZED');
  });

  test('rejects the bearer token of a session after half an hour', async () => {
    const sent = await app.sent();
    const { body } = await app.anyone.post<'openSigningSession'>('/api/signing/session', {
      token: await app.link(sent.signers[0]?.email ?? ''),
    });
    app.clock.advance({ minutes: 30 });
    expectError(await app.sign(sent.id, { token: body.bearer }), 'INVALID_LINK');
    expect(await app.revisions(sent.id)).toBe(1);
  });

  test('rejects a signing link that has since been replaced', async () => {
    const { id, token, signers } = await app.sentToOne();
    await app.sql('update signers set link_generation = link_generation + 1 where id = $1', [signers[0]?.id]);
    expectError(await app.sign(id, { token }), 'INVALID_LINK');
  });
});

describe('403', () => {
  test('rejects an API key and a session cookie', async () => {
    const { id } = await app.sent();
    const body = { consent: true, signature: { type: 'typed', data: 'Ada' } };
    expectError(await app.key.post(pathOf(id), body), 'FORBIDDEN');
    expect([401, 403]).toContain((await (await app.session()).post(pathOf(id), body)).status);
    expect(await app.revisions(id)).toBe(1);
  });
});

describe('404', () => {
  test("returns the same error for another document, another organization's document, an unknown document and an invalid ID", async () => {
    const { token } = await app.sentToOne();
    const unknown = newId('document');
    const nothing = await app.sign(unknown, { token });
    expectError(nothing, 'DOCUMENT_NOT_FOUND', { documentId: unknown });
    const others = [
      (await app.sent()).id,
      (await app.sent({ by: (await app.otherTenant()).key })).id,
      'doc_1',
      'x'.repeat(200),
    ];
    for (const id of others) {
      const answer = await app.sign(id, { token });
      expect(anonymous(answer, id)).toEqual(anonymous(nothing, unknown));
    }
    for (const id of others.slice(0, 2)) expect(await app.revisions(id)).toBe(1);
  });
});

refusesOtherMethods(app, pathOf(newId('document')), ['POST']);

describe('409', () => {
  test('signs the document only once if the request is repeated', async () => {
    const { id, token } = await app.sentToOne({ signers: [app.person(), app.person()] });
    expect((await app.sign(id, { token })).status).toBe(200);
    const before = await app.revisions(id);
    expectError(await app.sign(id, { token }), 'ALREADY_SIGNED', { documentId: id });
    expect(await app.revisions(id)).toBe(before);
  });

  test('signs the document only once if eight requests arrive at the same time', async () => {
    const { id, token } = await app.sentToOne({ signers: [app.person(), app.person()] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.sign(id, { token })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expectError(answer, 'ALREADY_SIGNED', { documentId: id });
    expect(await app.revisions(id)).toBe(2);
    const entries = await app.sql("select 1 from outbox where document_id = $1 and kind = 'document.signed'", [id]);
    expect(entries).toHaveLength(1);
  });

  test('rejects another signature after all signers have signed', async () => {
    const { id, tokens } = await app.completed();
    expectError(await app.sign(id, { token: tokens[0] ?? '' }), 'ALREADY_SIGNED', { documentId: id });
  });

  test("rejects a signature before it is the signer's turn", async () => {
    const sent = await app.sent({ signers: [app.person(), app.person()], signingOrder: 'sequential' });
    const [, second] = sent.signers;
    // No invitation has been sent yet, so the link is created as the job would create it.
    const url = app.services.links.url('', {
      tenantId: app.tenant.tenantId,
      signerId: second?.id ?? '',
      generation: 1,
    });
    const token = app.secret(url.split('#')[1] ?? '');
    expectError(await app.sign(sent.id, { token }), 'NOT_YOUR_TURN', { documentId: sent.id });
    expect(await app.revisions(sent.id)).toBe(1);
  });

  test('rejects a recipient who only receives a copy', async () => {
    const sent = await app.sent({ signers: [app.person(), { ...app.person(), role: 'cc' }] });
    const url = app.services.links.url('', {
      tenantId: app.tenant.tenantId,
      signerId: sent.signers[1]?.id ?? '',
      generation: 1,
    });
    expectError(await app.sign(sent.id, { token: app.secret(url.split('#')[1] ?? '') }), 'NOT_A_SIGNER', {
      documentId: sent.id,
    });
  });
});

describe('410', () => {
  const gone = (id: string): object => ({
    documentId: id,
    title: 'contract.pdf',
    sender: { name: 'Grace Hopper', email: 'grace@northwind.example', organization: 'Northwind Trading' },
  });

  test('names the sender as the contact for a voided document', async () => {
    const { id, token } = await app.sentToOne();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'Wrong version' });
    expectError(await app.sign(id, { token }), 'DOCUMENT_VOIDED', gone(id));
    expect(await app.revisions(id)).toBe(1);
  });

  test('rejects a signature as soon as the document expires, even before a job records the expiration', async () => {
    const { id, token } = await app.sentToOne({ expirationDays: 2 });
    const late = await app.sentToOne({ expirationDays: 2 });
    app.clock.advance({ days: 2, ms: -1 });
    expect((await app.sign(id, { token })).status).toBe(200);
    app.clock.advance({ ms: 1 });
    expectError(await app.sign(late.id, { token: late.token }), 'DOCUMENT_EXPIRED', gone(late.id));
    app.services.runner.wake('timer');
    await until('the expiration to be recorded', async () => (await statusOf(late.id)) === 'expired');
    expectError(await app.sign(late.id, { token: late.token }), 'DOCUMENT_EXPIRED', gone(late.id));
    expect(await statusOf(id)).toBe('completed');
  });

  test('accepts the signature or the void request, but never both, when they arrive at the same time', async () => {
    for (let i = 0; i < 3; i += 1) {
      const { id, token } = await app.sentToOne();
      const [signed, voided] = await Promise.all([
        app.sign(id, { token }),
        app.key.post(`/api/documents/${id}/void`, { reason: 'x' }),
      ]);
      expect([signed.status, voided.status]).toEqual(signed.status === 200 ? [200, 409] : [410, 200]);
      expect(await statusOf(id)).toBe(signed.status === 200 ? 'completed' : 'voided');
    }
  });
});

describe('429', () => {
  test('limits each signing link to 1,000 requests an hour in a separate bucket', async () => {
    const { id, token } = await app.sentToOne();
    const headers = { authorization: `Bearer ${token}` };
    const first = await app.sign(id, { consent: false }, { headers });
    expect(rate(first)).toMatchObject({ limit: 1000, remaining: 999 });
    for (let i = 0; i < 999; i += 37)
      await Promise.all(
        Array.from({ length: Math.min(37, 999 - i) }, () => app.anyone.get('/api/signing/sgn_0', { headers })),
      );
    const answer = await app.sign(id, {}, { headers });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3590);
    expect(rate(answer)).toMatchObject({ limit: 1000, remaining: 0 });
  });
});
