import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, LEASE, makeTemplate, templateKey, useOf } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const pathOf = (id: string) => `/api/templates/${id}/use`;
const lease = await makeTemplate(key);
const people = () => ({ tenant: app.person(), landlord: app.person() });
const signersOf = ({ tenant, landlord } = people()) => [
  { role: 'tenant', ...tenant },
  { role: 'Landlord', ...landlord },
];

describe('201', () => {
  test('creates a draft whose signers and fields do not change when the draft is sent', async () => {
    const who = people();
    const template = await makeTemplate(key, { ...LEASE, signingOrder: 'sequential', emailSubject: 'Your lease' });
    const document = await useOf(key, template.id, {
      signers: signersOf(who),
      title: 'Flat 4',
      tags: ['flats'],
      metadata: { flat: '4' },
      values: { Rent: '950', address: 'Main Street 1', pets: 'yes' },
    });
    expect(document).toMatchObject({
      status: 'draft',
      title: 'Flat 4',
      template_id: template.id,
      tags: ['flats'],
      metadata: { flat: '4' },
      signing_order: 'sequential',
      sha256: template.sha256,
    });
    expect(document.planned?.signers).toMatchObject([
      { email: who.tenant.email, order: 1 },
      { email: who.landlord.email, role: 'approver', order: 2 },
    ]);
    expect(document.planned?.fields.map((field) => ('default' in field ? field.default : undefined))).toEqual([
      undefined,
      'Main Street 1',
      950,
      true,
    ]);
    expect((await key.get<'listDocuments'>('/api/documents/paginated?tag=flats')).body.documents).toHaveLength(1);
    const sent = await key.post<'sendForSigning'>(`/api/documents/${document.id}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document).toMatchObject({ signing_order: 'sequential', email_subject: 'Your lease' });
    expect(sent.body.signers.map(({ status }) => status)).toEqual(['pending-signature', 'waiting']);
  });

  test('creates and sends a document that can be signed and verified, and records both events', async () => {
    const who = people();
    const document = await useOf(key, lease.id, { signers: signersOf(who), send: true, values: { rent: 12 } });
    expect(document).toMatchObject({ status: 'in-progress', title: 'Lease', template_id: lease.id });
    expect(document.fields.find(({ label }) => label === 'Rent')?.default).toBe('12');
    for (const { email } of [who.tenant, who.landlord])
      expect((await app.sign(document.id, { token: await app.link(email) })).status).toBe(200);
    await app.sealed(document.id);
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${document.id}/verify`)).body.isValid).toBe(true);
    const events = await app.sql('select kind from outbox where document_id = $1 order by sequence', [document.id]);
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(['document.created', 'document.sent']);
    const { entries, isValid } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${document.id}/audit`)).body;
    expect(isValid).toBe(true);
    expect(entries[0]).toMatchObject({ action: 'document.created', summary: 'Created from a template (version 1)' });
  });

  test('shares one file between the template and its documents, and keeps the file when a document is deleted', async () => {
    const template = await makeTemplate(key);
    const first = await useOf(key, template.id, { signers: signersOf() });
    const second = await useOf(key, template.id, { signers: signersOf() });
    const blobs = () =>
      app.sql<{ id: string }>('select distinct blob_id as id from documents where template_id = $1', [template.id]);
    const [blob, ...others] = await blobs();
    expect(others).toEqual([]);
    await key.send('DELETE', `/api/documents/${first.id}`);
    app.clock.advance({ hours: 24 * 31 });
    await app.cron.post('/api/cron/data-retention');
    expect(await app.sql('select id from documents where id = $1', [first.id])).toEqual([]);
    await useOf(await templateKey(app), template.id, { signers: signersOf(), send: true });
    // Deleting the template does not delete its documents.
    const again = await templateKey(app);
    await again.send('DELETE', `/api/templates/${template.id}`);
    app.clock.advance({ hours: 24 * 31 });
    await app.cron.post('/api/cron/data-retention');
    expect(await app.sql('select id from templates where id = $1', [template.id])).toEqual([]);
    const file = await (
      await templateKey(app)
    ).post('/api/documents/' + second.id + '/send-for-signing', { signers: [app.person()] });
    expect(file.status, file.text).toBe(200);
    expect(await app.sql('select unused_since from blobs where id = $1', [blob?.id])).toEqual([{ unused_since: null }]);
  });

  test("deletes the template's file together with the template if no document uses the file", async () => {
    const by = await templateKey(app);
    const { id } = await makeTemplate(by);
    const [{ blob_id: blob } = { blob_id: '' }] = await app.sql<{ blob_id: string }>(
      'select blob_id from template_files where template_id = $1',
      [id],
    );
    await by.send('DELETE', `/api/templates/${id}`);
    app.clock.advance({ hours: 24 * 31 });
    await app.cron.post('/api/cron/data-retention');
    expect(await app.sql('select id from blobs where id = $1', [blob])).toEqual([]);
  });

  test('applies the recipient authentication of a role unless the request specifies another method', async () => {
    const [tenant, landlord] = [app.person(), app.person()];
    const secondEmail = `codes-${tenant.email}`;
    const roles = [{ name: 'Tenant', requireTwoFactor: 'email-code' }, { name: 'Landlord' }];
    const template = await makeTemplate(key, { ...LEASE, roles });
    // The order differs from that of the roles, so each error is reported by its position in the request.
    const signers = [
      { role: 'Landlord', ...landlord, requireTwoFactor: 'account' },
      { role: 'Tenant', ...tenant },
    ];
    const path = pathOf(template.id);
    expectInvalid(await key.post(path, { signers }), 'signers[1].secondEmail');
    const same = [signers[0], { ...signers[1], secondEmail: tenant.email }];
    expectInvalid(await key.post(path, { signers: same, send: true }), 'signers[1].secondEmail');
    const draft = await useOf(key, template.id, { signers: [signers[0], { ...signers[1], secondEmail }] });
    const sent = await key.post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.signers.map(({ email, two_factor }) => [email, two_factor])).toEqual([
      [tenant.email, { kind: 'email-code', second_email: secondEmail, locked: false }],
      [landlord.email, { kind: 'account', second_email: null, locked: false }],
    ]);
    const opened = await app.anyone.post('/api/signing/session', { token: await app.link(tenant.email) });
    expect(opened.body).toMatchObject({ error: 'SIGNER_STEP_REQUIRED', details: { step: 'email-code' } });
    // A template created from the document has the same requirements for its roles as the document.
    const again = await key.post<'createTemplate'>('/api/templates/create', { name: 'Again', documentId: draft.id });
    expect(again.body.template.roles.map(({ requireTwoFactor }) => requireTwoFactor)).toEqual([
      'email-code',
      'account',
    ]);
  });

  test('lets members use shared templates like their own', async () => {
    const by = await templateKey(app);
    const shared = await makeTemplate(by);
    await by.post(`/api/templates/${shared.id}/share`, { shared: true });
    const { caller, userId } = await app.member('member');
    expect((await useOf(caller, shared.id, { signers: signersOf() })).owner.id).toBe(userId);
  });
});

const sample = () => ({ method: 'POST', path: pathOf(lease.id), body: { signers: signersOf() } });
needsCredential(app, sample());
needsScope(app, 'templates', sample());
hidesTemplates(app, key, (id) => ({ ...sample(), path: pathOf(id) }));

test('returns 409 for an external ID that another document already uses', async () => {
  const externalId = 'lease-4';
  const first = await useOf(key, lease.id, { signers: signersOf(), externalId });
  expectError(await key.post(pathOf(lease.id), { signers: signersOf(), externalId }), 'EXTERNAL_ID_TAKEN', {
    externalId,
    id: first.id,
  });
});

describe('422', () => {
  const who = people();
  const [tenant, landlord] = signersOf(who);
  test.each<[string, object, string]>([
    ['a signing role without a recipient', { signers: [tenant] }, 'signers'],
    ['an unknown role', { signers: [tenant, landlord, { role: 'Guest', ...app.person() }] }, 'signers[2].role'],
    [
      'two people for one role',
      { signers: [tenant, landlord, { role: 'TENANT', ...app.person() }] },
      'signers[2].role',
    ],
    [
      'a second address that no recipient authentication uses',
      { signers: [tenant, { ...landlord, secondEmail: 'codes@contoso.example' }] },
      'signers[1].secondEmail',
    ],
    [
      'a value for a field that does not exist',
      { signers: [tenant, landlord], values: { Colour: 'red' } },
      'values.Colour',
    ],
    ['a value that is not a number', { signers: [tenant, landlord], values: { Rent: 'much' } }, 'values.Rent'],
    ['a value that the field does not accept', { signers: [tenant, landlord], values: { Rent: 0 } }, 'values.Rent'],
    ['an invalid value for a check box', { signers: [tenant, landlord], values: { Pets: 'maybe' } }, 'values.Pets'],
    ['an invalid address', { signers: [{ role: 'Tenant', name: 'A', email: 'no' }] }, 'signers[0].email'],
    ['an expiration of more than a year', { signers: [tenant, landlord], expirationDays: 366 }, 'expirationDays'],
  ])('rejects invalid template values: %s', async (_, body, at) => {
    const by = await templateKey(app);
    expectInvalid(await by.post(pathOf(lease.id), body), at);
  });
});

refusesOtherMethods(app, pathOf(lease.id), ['POST']);
countsRequests(app, sample(), ['templates']);
