import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { linkOf, mailsTo, packageOf, sentPackage } from '../support/package-visits.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (from: string, to: string): string => `/api/signing/${from}/package/${to}`;

async function visit(more: Parameters<typeof sentPackage>[1] = {}) {
  const signer = more.signers?.[0] ?? app.person();
  const sent = await sentPackage(app, { signers: [signer], ...more });
  const [first, second] = sent.documents.map(({ signers }) => signers[0]?.id ?? '');
  return { ...sent, signer, first: first ?? '', second: second ?? '', token: await app.link(signer.email) };
}

describe('200', () => {
  test('lets a recipient open and sign one package document after another with a single link', async () => {
    const { id, signer, first, second, token, documents } = await visit();
    const { caller, view } = await app.recipient(signer.email);
    expect(view.package).toEqual({
      id,
      title: 'Hiring papers',
      position: 1,
      documents: documents.map((document, index) => ({
        document_id: document.id,
        signer_id: [first, second][index],
        title: document.title,
        status: 'pending-signature',
        document_status: 'in-progress',
      })),
    });
    expect((await app.sign(documents[0]?.id ?? '', { token })).status).toBe(200);
    const answer = await caller.post<'openPackageDocument'>(pathOf(first, second), {});
    expect(answer.status, answer.text).toBe(200);
    const { bearer, view: next } = answer.body;
    expect(next.document.title).toBe('Second');
    expect(next.package).toMatchObject({ position: 2, documents: [{ status: 'signed' }, {}] });
    expect((await app.sign(documents[1]?.id ?? '', { token: bearer })).status).toBe(200);
    await until('completion', async () => (await packageOf(app, id)).status === 'completed');
    const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${documents[1]?.id}/audit`)).body;
    expect(trail.isValid).toBe(true);
    const entry = trail.entries.find(({ action }) => action === 'signer.package-opened');
    expect(entry).toMatchObject({ actor: { kind: 'signer', id: second }, context: { from: first } });
    expect((await mailsTo(app, signer.email)).filter((kind) => kind === 'invitation')).toHaveLength(1);
  });

  test("signs, declines and forwards other package documents with the first document's link, and names that link in the audit trail", async () => {
    const { first, second, token, documents } = await visit();
    const path = `/api/documents/${documents[1]?.id}`;
    const answer = await app.sign(documents[1]?.id ?? '', { token });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.signer).toMatchObject({ id: second, status: 'signed' });
    const { entries } = (await app.key.get<'getDocumentAudit'>(`${path}/audit`)).body;
    const at = (action: string) => entries.findIndex((entry) => entry.action === action);
    expect(at('signer.package-opened')).toBeGreaterThan(-1);
    expect(at('signer.package-opened')).toBeLessThan(at('document.signed'));
    expect(entries[at('signer.package-opened')]?.context).toMatchObject({ from: first, credential: 'link' });
    const [declined, forwarded] = [await visit(), await visit()];
    const declining = { token: declined.token, reason: 'Not this one.' };
    expect(
      (await app.anyone.post(`/api/documents/${declined.documents[1]?.id}/decline`, declining)).body,
    ).toMatchObject({ document: { id: declined.documents[1]?.id, status: 'declined' } });
    const passing = { token: forwarded.token, ...app.person() };
    expect((await app.anyone.post(`/api/documents/${forwarded.documents[1]?.id}/forward`, passing)).status).toBe(200);
  });

  test('requires the recipient authentication of another document before it opens that document', async () => {
    const { second, token, documents } = await visit();
    const path = `/api/documents/${documents[1]?.id}`;
    await app.key.send('PATCH', `${path}/signers/${second}`, { body: { accessCode: 'blue-7' } });
    // A new access code invalidates only the links to that document.
    expect((await app.sign(documents[1]?.id ?? '', { token })).body).toMatchObject({ error: 'ACCESS_CODE_REQUIRED' });
    expect((await app.sign(documents[0]?.id ?? '', { token })).status).toBe(200);
    const stranger = await app.sentToOne();
    expect((await app.sign(documents[1]?.id ?? '', { token: stranger.token })).body).toMatchObject({
      error: 'DOCUMENT_NOT_FOUND',
    });
  });

  test("opens another document of the package directly with the link, even after the link's document was voided", async () => {
    const { first, second, token, documents } = await visit();
    await app.key.post(`/api/documents/${documents[0]?.id}/void`, { reason: 'x' });
    const gone = await app.anyone.post('/api/signing/session', { token });
    expect(gone.body).toMatchObject({
      error: 'DOCUMENT_VOIDED',
      details: {
        package: { documents: [{ document_status: 'voided' }, { signer_id: second, status: 'pending-signature' }] },
      },
    });
    const answer = await app.anyone.post<'openPackageDocument'>(pathOf(first, second), { token });
    expect(answer.body.view.document.title).toBe('Second');
  });

  test('reveals no documents of other recipients, and none outside the package', async () => {
    const { first, second, documents, token } = await visit({ signers: [app.person(), app.person()] });
    const forwarded = app.person();
    await app.key.send('PATCH', `/api/documents/${documents[1]?.id}/signers/${second}`, { body: forwarded });
    const own = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token });
    expect(own.body.view.package?.documents.map(({ signer_id: id }) => id)).toEqual([first]);
    expect(own.text).not.toContain('Second');
    expectError(await app.anyone.post(pathOf(first, second), { token }), 'SIGNER_NOT_FOUND', { signerId: second });
    const alone = await app.sentToOne();
    const { view } = (await app.anyone.post<'openSigningSession'>('/api/signing/session', { token: alone.token })).body;
    expect(view.package).toBeNull();
  });
});

describe('401', () => {
  test("rejects a missing link, an unknown link and another recipient's link", async () => {
    const { first, second } = await visit();
    expectInvalid(await app.anyone.post(pathOf(first, second), {}), 'token');
    expectError(await app.anyone.post(pathOf(first, second), { token: app.strayLink() }), 'INVALID_LINK');
    const other = await app.sentToOne();
    expectError(await app.anyone.post(pathOf(first, second), { token: other.token }), 'INVALID_LINK');
  });
});

describe('403', () => {
  test('requires the access code of another document, regardless of how the first document was opened', async () => {
    const signer = { ...app.person(), accessCode: 'correct horse' };
    const { first, second, token } = await visit({ signers: [signer] });
    expect((await app.anyone.post(pathOf(first, second), { token })).text).toContain('ACCESS_CODE_REQUIRED');
    const session = await app.anyone.post<'openSigningSession'>('/api/signing/session', {
      token,
      accessCode: 'correct horse',
    });
    const caller = app.anyone.with({ bearer: session.body.bearer });
    const answer = await caller.post(pathOf(first, second), {});
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('ACCESS_CODE_REQUIRED');
    expect((await caller.post(pathOf(first, second), { accessCode: 'wrong one' })).text).toContain('ACCESS_CODE_WRONG');
    expect((await caller.post(pathOf(first, second), { accessCode: 'correct horse' })).status).toBe(200);
  });

  test('requires the access code of the requested document, not the code of a voided document', async () => {
    const signer = { ...app.person(), accessCode: 'correct horse' };
    const { first, second, token, documents } = await visit({ signers: [signer] });
    await app.key.post(`/api/documents/${documents[0]?.id}/void`, { reason: 'x' });
    expect((await app.anyone.post(pathOf(first, second), { token })).text).toContain('ACCESS_CODE_REQUIRED');
    const answer = await app.anyone.post(pathOf(first, second), { token, accessCode: 'correct horse' });
    expect(answer.status, answer.text).toBe(200);
  });

  test('locks a document of the package after five wrong access codes (423)', async () => {
    const signer = { ...app.person(), accessCode: 'correct horse' };
    const { first, second, token } = await visit({ signers: [signer] });
    const session = await app.anyone.post<'openSigningSession'>('/api/signing/session', {
      token,
      accessCode: 'correct horse',
    });
    const caller = app.anyone.with({ bearer: session.body.bearer });
    let last = 0;
    for (let n = 0; n < 5; n++) last = (await caller.post(pathOf(first, second), { accessCode: 'wrong one' })).status;
    expect(last).toBe(423);
  });

  test('rejects an API key', async () => {
    const { first, second } = await visit();
    expectError(await app.key.post(pathOf(first, second), {}), 'FORBIDDEN');
  });
});

describe('404', () => {
  test('returns the same response for an unknown ID, another recipient of the package and a recipient of another package', async () => {
    const { first, token, documents } = await visit({ signers: [app.person(), app.person()] });
    const elsewhere = await visit();
    const nobody = newId('signer');
    for (const id of [nobody, documents[1]?.signers[1]?.id ?? '', elsewhere.first])
      expectError(await app.anyone.post(pathOf(first, id), { token }), 'SIGNER_NOT_FOUND', { signerId: id });
  });

  test('rejects a recipient with the same address in another organization', async () => {
    const signer = app.person();
    const { first, token } = await visit({ signers: [signer] });
    const foreign = await sentPackage(app, { by: (await app.otherTenant()).key, signers: [signer] });
    const id = foreign.documents[0]?.signers[0]?.id ?? '';
    expectError(await app.anyone.post(pathOf(first, id), { token }), 'SIGNER_NOT_FOUND', { signerId: id });
    const own = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token });
    expect(own.body.view.package?.documents).toHaveLength(2);
  });
});

test('returns 410 for a voided package document', async () => {
  const { first, second, token, documents } = await visit();
  await app.key.post(`/api/documents/${documents[1]?.id}/void`, { reason: 'x' });
  const answer = await app.anyone.post(pathOf(first, second), { token });
  expect(answer.status).toBe(410);
  expect(answer.text).toContain('DOCUMENT_VOIDED');
});

test('returns 422 for a body with unknown properties', async () => {
  const { first, second, token } = await visit();
  expect((await app.anyone.post(pathOf(first, second), { token, more: 1 })).status).toBe(422);
  const bearer = await linkOf(app, second);
  expect((await app.anyone.post(pathOf(second, first), { token: bearer })).status).toBe(200);
});

refusesOtherMethods(app, pathOf(newId('signer'), newId('signer')), ['POST']);
