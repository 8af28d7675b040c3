import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { senderOperationRefusals } from '../support/out-refusals.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { storedFile } from '../support/tampering.ts';
import { needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/recipients`;
const put = (id: string, body: object) => app.key.send<'changeRecipients'>('PUT', pathOf(id), { body });
const kindsTo = async (email: string) =>
  (await app.sql<{ kind: string }>('select kind from mails where to_address = $1 order by kind', [email])).map(
    ({ kind }) => kind,
  );
/** Returns a recipient's current link. */
async function linkOf(id: string, email: string): Promise<string> {
  const [row] = await app.sql<{ id: string; n: number }>(
    'select id, link_generation as n from signers where document_id = $1 and email = $2',
    [id, email],
  );
  const signer = { tenantId: app.tenant.tenantId, signerId: row?.id ?? '', generation: row?.n ?? 0 };
  return app.secret(app.services.links.url('', signer).split('#')[1] ?? '');
}
const sender = { name: OWNER.name, email: OWNER.email, organization: 'Northwind Trading' };
const verified = async (id: string) => (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
const SOUND = { isValid: true, auditTrail: { isValid: true, findings: [] } };
const place = { page: 1, x: 72, y: 600, width: 180, height: 48 };

describe('200', () => {
  test('replaces one recipient, removes another, adds a third, and notifies each affected person once', async () => {
    const [ada, ben, cleo, dora] = [app.person(), app.person(), app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben] });
    const [adasLink, bensLink] = [await app.link(ada.email), await app.link(ben.email)];
    const [adas] = signers;
    const answer = await put(id, {
      signers: [{ id: adas?.id }, { ...cleo, id: signers[1]?.id }, { ...dora, role: 'cc' }],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.signers.map(({ email, status }) => [email, status])).toEqual([
      [ada.email, 'pending-signature'],
      [cleo.email, 'pending-signature'],
      [dora.email, 'notified'],
    ]);
    expect(answer.body.signers[0]?.id).toBe(adas?.id);
    expect(answer.body.signers[1]?.id).not.toBe(signers[1]?.id);
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['changed', 'invitation']);
    expect(await kindsTo(ben.email)).toEqual(['invitation', 'removed']);
    expect(await kindsTo(cleo.email)).toEqual(['invitation']);
    expect(await kindsTo(dora.email)).toEqual(['copy']);
    expectError(await app.anyone.post('/api/signing/session', { token: adasLink }), 'LINK_REPLACED', { sender });
    expectError(await app.anyone.post('/api/signing/session', { token: bensLink }), 'RECIPIENT_REMOVED', { sender });
    await app.sign(id, { token: await linkOf(id, ada.email) });
    const last = await app.sign(id, { token: await linkOf(id, cleo.email) });
    expect(last.body.document.status).toBe('completed');
    await app.sealed(id);
    expect(await verified(id)).toMatchObject(SOUND);
    const certificate = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
    expect(certificate.status, certificate.text).toBe(200);
    await app.atRest(id);
    expect(await verified(id)).toMatchObject(SOUND);
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.entries.find(({ action }) => action === 'document.corrected')?.context).toMatchObject({
      revision: 1,
      signers: 3,
      removed: signers[1]?.id,
    });
    expect(trail.text, 'the audit trail contains no personal data in plain text').not.toContain(ben.email);
    const events = await app.sql(
      `select jsonb_array_length(data->'added') as added, data->'removed'->0->>'email' as removed from outbox
       where kind = 'document.corrected' and document_id = $1`,
      [id],
    );
    expect(events).toEqual([{ added: 2, removed: ben.email }]);
  });

  test('keeps the fields of remaining recipients, with their keys and conditions', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const signer = ada.email;
    const fields = [
      { kind: 'signature', signer, ...place },
      {
        kind: 'checkbox',
        signer,
        key: 'more',
        required: false,
        default: true,
        ...place,
        y: 100,
        width: 20,
        height: 20,
      },
      { kind: 'text', signer, label: 'Why', condition: { field: 'more', equals: true }, ...place, y: 150 },
      { kind: 'number', signer, required: false, default: 7, ...place, y: 200 },
      { kind: 'text', signer, readOnly: true, default: 'Fixed', ...place, y: 250 },
      { kind: 'radio', signer, required: false, options: [{ value: 'a', ...place, y: 300, width: 20, height: 20 }] },
    ];
    const { id, document } = await app.sent({ signers: [ada], fields });
    const { body, status, text } = await put(id, { signers: [ada, ben] });
    expect(status, text).toBe(200);
    const plain = (list: typeof document.fields) =>
      list
        .filter(({ kind, page }) => kind !== 'signature' || page === 1)
        .map(({ id: _, signer_id: __, condition, ...field }) => ({ ...field, hasCondition: condition !== null }));
    expect(plain(body.document.fields)).toEqual(plain(document.fields));
    expect(body.document.page_count, 'a page was added for the second signature').toBe(2);
    const why = body.document.fields.find(({ label }) => label === 'Why');
    const signed = await app.sign(id, {
      token: await linkOf(id, ada.email),
      fields: [{ id: why?.id, value: 'Because' }],
    });
    expect(signed.status, signed.text).toBe(200);
    await app.sign(id, { token: await linkOf(id, ben.email) });
    await app.sealed(id);
    expect(await verified(id)).toMatchObject(SOUND);
  });

  test('moves the fields of unchanged recipients, and rebuilds the sent revision from the uploaded file', async () => {
    const ada = app.person();
    const { id } = await app.sent({ signers: [ada] });
    const answer = await put(id, { fields: [{ kind: 'signature', signer: ada.email, ...place }] });
    expect(answer.body.document).toMatchObject({ page_count: 1, fields: [place] });
    expect(await app.revisions(id)).toBe(1);
    const again = await put(id, { fields: [{ kind: 'signature', signer: ada.email, ...place, y: 300 }] });
    expect(again.body.document.fields).toMatchObject([{ y: 300 }]);
    expect((await app.sign(id, { token: await linkOf(id, ada.email) })).status).toBe(200);
    await app.sealed(id);
    expect(await verified(id)).toMatchObject(SOUND);
  });

  test('changes the signing order, invites the recipient who is now next, and notifies the recipient who must now wait', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben], signingOrder: 'sequential' });
    await app.link(ada.email);
    const answer = await put(id, { signers: [{ id: signers[1]?.id }, { id: signers[0]?.id }] });
    expect(answer.body.signers.map(({ email, status, order }) => [email, status, order])).toEqual([
      [ben.email, 'pending-signature', 1],
      [ada.email, 'waiting', 2],
    ]);
    await app.atRest(id);
    expect(await kindsTo(ben.email)).toEqual(['invitation']);
    expect((await app.mail(ada.email, 'changed')).text).toContain('when it is your turn');
    await app.sign(id, { token: await app.link(ben.email) });
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['changed', 'invitation', 'invitation']);
    expect(await verified(id)).toMatchObject({ auditTrail: { isValid: true, findings: [] } });
  });

  test('keeps converted text tags hidden, and does not create their fields a second time', async () => {
    const ada = app.person();
    const tagged = makePdf({ content: 'BT /F1 14 Tf 72 700 Td ({{signature:1}}) Tj ET' });
    const { id } = (await app.key.upload(pdfUpload(tagged))).body.document;
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, { signers: [ada] });
    expect(sent.body.document.fields).toMatchObject([{ kind: 'signature', page: 1 }]);
    const moved = { kind: 'signature', signer: ada.email, ...place };
    const answer = await put(id, { fields: [moved] });
    expect(answer.body.document).toMatchObject({ page_count: 1, fields: [{ ...place }] });
    expect(answer.body.document.fields).toHaveLength(1);
    const source = { parts: [{ bytes: await storedFile(app, id) }] };
    const { bytes } = await app.services.pdf.render(source, { page: 1, width: 300, format: 'webp' });
    const { channels } = await sharp(Buffer.from(bytes)).stats();
    expect(Math.min(...channels.map(({ min }) => min)), 'only white is visible').toBeGreaterThan(250);
  });

  test('changes nothing if the recipient list is the same as before', async () => {
    const person = app.person();
    const { id, document, token } = await app.sentToOne({ signers: [person] });
    const answer = await put(id, { signers: [person] });
    expect(answer.body.document).toEqual(document);
    expect((await app.sign(id, { token })).status).toBe(200);
  });

  test('reports changed recipients to every request from a signing page that is already open', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const attachment = { kind: 'attachment', signer: ada.email, required: false, ...place };
    const { id } = await app.sent({ signers: [ada], fields: [attachment] });
    const { caller, view } = await app.recipient(ada.email);
    const path = `/api/signing/${view.signer.id}`;
    await put(id, { signers: [ada, ben] });
    const field = view.fields.find(({ kind }) => kind === 'attachment')?.id ?? '';
    const answers = await Promise.all([
      caller.get(path),
      caller.get(`${path}/pdf`),
      caller.get(`${path}/pages/1`),
      caller.get(`${path}/pages/1/text`),
      caller.post(`${path}/view`, {}),
      caller.post(`${path}/start`, {}),
      caller.post(`${path}/drawing-link`, {}),
      caller.get(`${path}/drawing-link/drw_00000000000000000000000000`),
      caller.post('/api/signing/session', {}),
      caller.post('/api/signing/session/code', {}),
      caller.post(`${path}/package/${view.signer.id}`, {}),
      caller.post(`/api/documents/${id}/sign`, { consent: true, signature: { type: 'typed', data: 'Ada' } }),
      caller.post(`/api/documents/${id}/decline`, { reason: 'No.' }),
      caller.post(`/api/documents/${id}/forward`, { ...app.person() }),
      caller.send('DELETE', `${path}/attachments?field=${field}`),
    ]);
    for (const answer of answers) expectError(answer, 'LINK_REPLACED', { sender });
  });

  test('keeps an access code that the request omits, and removes an access code that is set to null', async () => {
    const person = { ...app.person(), accessCode: 'blue-7' };
    const { id, signers } = await app.sent({ signers: [person] });
    const kept = await put(id, { signers: [{ id: signers[0]?.id, name: 'Ada King' }] });
    expect(kept.body.signers).toMatchObject([{ name: 'Ada King', access_code: 'required' }]);
    const without = await put(id, { signers: [{ id: signers[0]?.id, accessCode: null }] });
    expect(without.body.signers).toMatchObject([{ access_code: 'none' }]);
  });
});

senderOperationRefusals(app, (id) => ({ method: 'PUT', path: pathOf(id), body: { signers: [app.person()] } }));
const { id: open } = await app.sent();
needsScope(app, 'documents:write', { method: 'PUT', path: pathOf(open), body: { signers: [app.person()] } });
refusesOtherMethods(app, pathOf(open), ['PUT']);

describe('409', () => {
  test('rejects a recipient change after the first signature, and explains the remaining options', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [ada, ben] });
    await app.sign(id, { token: await app.link(ada.email) });
    const answer = await put(id, { signers: [ada, app.person()] });
    expectError(answer, 'INVALID_STATE', { documentId: id, status: 'in-progress', reason: 'signed' });
    expect(answer.text).toContain('correct or remove a recipient');
  });

  test('accepts either the signature or the recipient change if both arrive simultaneously', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [ada, ben] });
    const token = await app.link(ada.email);
    const [signed, changed] = await Promise.all([app.sign(id, { token }), put(id, { signers: [ada] })]);
    expect([signed.status, changed.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
    expectError(
      signed.status === 409 ? signed : changed,
      signed.status === 409 ? 'LINK_REPLACED' : 'INVALID_STATE',
      signed.status === 409 ? { sender } : { documentId: id, status: 'in-progress', reason: 'signed' },
    );
    expect((await verified(id)).auditTrail).toMatchObject({ isValid: true, findings: [] });
  });

  test('rejects a recipient change for a document under legal hold and for a document in a package', async () => {
    const { id } = await app.sent();
    const owner = await app.session();
    await owner.post('/api/legal/holds', { kind: 'document', target: id, reason: 'Case 1' });
    expectError(await put(id, { signers: [app.person()] }), 'LEGAL_HOLD', { documentId: id });
    const other = await app.sent();
    await app.sql(
      `with made as (insert into packages (tenant_id, id, owner_id, title, created_at, updated_at)
         select tenant_id, 'pkg_' || substr(id, 5), owner_id, 'p', created_at, created_at from documents where id = $1 returning id)
       update documents set package_id = (select id from made) where id = $1`,
      [other.id],
    );
    expect((await put(other.id, { signers: [app.person()] })).body).toMatchObject({ error: 'DOCUMENT_IN_PACKAGE' });
  });
});

describe('422', () => {
  const ada = app.person();
  test.each([
    ['no changes', {}, 'body'],
    ['an empty list of recipients', { signers: [] }, 'signers'],
    ['recipients who do not sign', { signers: [{ ...ada, role: 'cc' }] }, 'signers'],
    ['a recipient ID from another document', { signers: [{ id: 'sgn_01kb6v8c1d3e5f7g9h2j4k6m8n' }] }, 'signers[0].id'],
    ['a new recipient without a name', { signers: [{ email: ada.email }] }, 'signers[0].name'],
    [
      'a field for a removed recipient',
      { signers: [ada], fields: [{ kind: 'signature', signer: 'x@y.example', ...place }] },
      'fields[0].signer',
    ],
    ['an order number without sequential signing', { signers: [{ ...ada, order: 2 }] }, 'signers[0].order'],
  ])('rejects an invalid recipient change: %s', async (_, body, field) => {
    const { id } = await app.sent();
    expectInvalid(await put(id, body), field);
  });
});
