import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

const app = await startTestApp();
const place = { page: 1, x: 72, y: 600, width: 180, height: 48 };
const kindsTo = async (email: string) =>
  (await app.sql<{ kind: string }>('select kind from mails where to_address = $1 order by kind', [email])).map(
    ({ kind }) => kind,
  );
const verified = async (id: string) => (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;

describe('one address with several roles', () => {
  test('sends one invitation to a person with several roles, lets them sign for each in one visit, and certifies each signature', async () => {
    const ada = app.person();
    const signers = [
      { ...ada, key: 'tenant' },
      { ...ada, name: 'Ada for Contoso', key: 'guarantor' },
    ];
    const fields = [
      { kind: 'signature', signer: 'tenant', ...place },
      { kind: 'signature', signer: 'guarantor', ...place, y: 700 },
      { kind: 'text', signer: 'guarantor', label: 'Company', ...place, y: 500 },
    ];
    const { id, document } = await app.sent({ signers, fields });
    const [tenant, guarantor] = document.signers;
    expect(document.fields.map(({ kind, signer_id: signer }) => [kind, signer])).toEqual([
      ['signature', tenant?.id],
      ['signature', guarantor?.id],
      ['text', guarantor?.id],
    ]);
    const { caller, view } = await app.recipient(ada.email);
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['invitation']);
    expect(view.roles.map(({ signer_id: signer, status }) => [signer, status])).toEqual([
      [tenant?.id, 'pending-signature'],
      [guarantor?.id, 'pending-signature'],
    ]);
    expect(view.fields).toHaveLength(1);
    const body = { consent: true, signature: { type: 'typed', data: 'Ada' } };
    const first = await caller.post<'signDocument'>(`/api/documents/${id}/sign`, body);
    expect(first.body, first.text).toMatchObject({ signer: { id: tenant?.id }, document: { status: 'in-progress' } });
    expectError(await caller.post(`/api/documents/${id}/sign`, body), 'ALREADY_SIGNED', { documentId: id });
    const next = await caller.post<'openPackageDocument'>(`/api/signing/${tenant?.id}/package/${guarantor?.id}`, {});
    expect(next.body.view.signer, next.text).toMatchObject({ id: guarantor?.id, status: 'pending-signature' });
    const company = next.body.view.fields.find(({ label }) => label === 'Company');
    const second = await app.anyone
      .with({ bearer: next.body.bearer })
      .post<'signDocument'>(`/api/documents/${id}/sign`, { ...body, fields: [{ id: company?.id, value: 'Contoso' }] });
    expect(second.body, second.text).toMatchObject({
      signer: { id: guarantor?.id },
      document: { status: 'completed' },
    });
    await app.sealed(id);
    await app.atRest(id);
    const { isValid, signatures, auditTrail } = await verified(id);
    expect({ isValid, findings: auditTrail.findings }).toEqual({ isValid: true, findings: [] });
    const own = signatures.filter(({ kind }) => kind === 'signer');
    expect(new Set(own.map(({ certificate }) => certificate?.serial)).size).toBe(2);
    expect(await kindsTo(ada.email)).toEqual(['completed', 'invitation']);
    const certificate = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
    expect(certificate.status, certificate.text).toBe(200);
  });

  test('lets a person use one link to sign for each of their roles by ID, and rejects roles of other people', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [{ ...ada, role: 'approver' }, ada, ben] });
    const token = await app.link(ada.email);
    const sign = (signerId?: string) =>
      app.anyone.post<'signDocument'>(`/api/documents/${id}/sign`, {
        token,
        consent: true,
        signature: { type: 'typed', data: 'Ada' },
        signerId,
      });
    expect((await sign(signers[1]?.id)).body.signer).toMatchObject({ id: signers[1]?.id, status: 'signed' });
    expectError(await sign(signers[2]?.id), 'SIGNER_NOT_FOUND', { signerId: signers[2]?.id });
    expect((await sign()).body.signer).toMatchObject({ id: signers[0]?.id, status: 'signed' });
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.entries.filter(({ action }) => action === 'document.signed')).toHaveLength(2);
    expect(trail.body.isValid).toBe(true);
  });

  test('keeps a later role of the same person waiting until the recipients before it have signed', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({
      signers: [ada, ben, { ...ada, role: 'approver' }],
      signingOrder: 'sequential',
    });
    const { caller, view } = await app.recipient(ada.email);
    expect(view.roles.map(({ status }) => status)).toEqual(['pending-signature', 'waiting']);
    const body = { consent: true, signature: { type: 'typed', data: 'Ada' } };
    await caller.post(`/api/documents/${id}/sign`, body);
    const early = await caller.post(`/api/documents/${id}/sign`, { ...body, signerId: signers[2]?.id });
    expectError(early, 'NOT_YOUR_TURN', { documentId: id });
    await app.sign(id, { token: await app.link(ben.email) });
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['invitation', 'invitation']);
    const last = await caller.post<'signDocument'>(`/api/documents/${id}/sign`, { ...body, signerId: signers[2]?.id });
    expect(last.body.document, last.text).toEqual({ id, status: 'completed' });
  });

  test('sends a person with several roles one reminder and one decline notice, and lists the person once in each response', async () => {
    const ada = app.person();
    const { id } = await app.sent({ signers: [ada, { ...ada, role: 'approver' }, app.person()] });
    await app.link(ada.email);
    const reminded = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, { signerEmails: [ada.email] });
    expect(reminded.body).toMatchObject({ reminded: [ada.email], skipped: [] });
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['invitation', 'reminder']);
    await app.key.post(`/api/documents/${id}/void`, { reason: 'Wrong file.' });
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['invitation', 'reminder', 'voided']);
  });

  test('declines the document when a person declines in one of several roles', async () => {
    const ada = app.person();
    const { id } = await app.sent({ signers: [ada, { ...ada, role: 'approver' }] });
    const token = await app.link(ada.email);
    const declined = await app.anyone.post<'declineDocument'>(`/api/documents/${id}/decline`, { token, reason: 'No.' });
    expect(declined.body.document).toEqual({ id, status: 'declined' });
    await app.atRest(id);
    expect(await kindsTo(ada.email)).toEqual(['invitation']);
  });

  test('starts an in-person session in the role that the host names, or else in the next role to sign', async () => {
    const ada = app.person();
    const { id, signers } = await app.sent({ signers: [ada, { ...ada, role: 'approver' }] });
    const start = (signerId?: string) =>
      app.key.post<'startInPersonSession'>('/api/signing/in-person', {
        documentId: id,
        signerEmail: ada.email,
        signerId,
      });
    expect((await start(signers[1]?.id)).body.session, 'named').toMatchObject({ signer: { id: signers[1]?.id } });
    expect((await start()).body.session).toMatchObject({ signer: { id: signers[0]?.id } });
    await app.sign(id, { token: await app.link(ada.email) });
    expect((await start()).body.session).toMatchObject({ signer: { id: signers[1]?.id } });
  });

  test('assigns two template roles to the same person', async () => {
    const ada = app.person();
    const draft = await app.draft();
    const roles = [{ name: 'Tenant' }, { name: 'Guarantor' }];
    const fields = ['Tenant', 'Guarantor'].map((role, index) => ({
      kind: 'signature',
      role,
      ...place,
      y: 500 + index * 90,
    }));
    const template = await app.key.post<'createTemplate'>('/api/templates/create', {
      name: 'Lease',
      documentId: draft.id,
      roles,
      fields,
    });
    expect(template.status, template.text).toBe(201);
    const used = await app.key.post<'useTemplate'>(`/api/templates/${template.body.template.id}/use`, {
      signers: roles.map(({ name }) => ({ role: name, ...ada })),
      send: true,
    });
    expect(used.status, used.text).toBe(201);
    const { signers, fields: placed } = used.body.document;
    expect(placed.map(({ signer_id: signer }) => signer)).toEqual(signers.map(({ id }) => id));
  });

  test('keeps the fields of each role of a person when the recipients change', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const two = [
      { ...ada, key: 'a' },
      { ...ada, name: 'Ada again', key: 'b' },
    ];
    const fields = ['a', 'b'].map((signer, index) => ({ kind: 'signature', signer, ...place, y: 500 + index * 90 }));
    const { id, document } = await app.sent({ signers: two, fields });
    const answer = await app.key.send<'changeRecipients'>('PUT', `/api/documents/${id}/recipients`, {
      body: { signers: [...document.signers.map((one) => ({ id: one.id })), ben] },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document.fields.slice(0, 2).map(({ y, signer_id: signer }) => [y, signer])).toEqual(
      document.fields.map(({ y, signer_id: signer }) => [y, signer]),
    );
  });

  test.each([
    ['the same role and name twice', (ada: object) => ({ signers: [ada, ada] }), 'signers[1].email'],
    [
      'a duplicate recipient key',
      (ada: object) => ({
        signers: [
          { ...ada, key: 'a' },
          { ...ada, role: 'cc', key: 'a' },
        ],
      }),
      'signers[1].key',
    ],
    [
      'a field for an address that several signers share',
      (ada: { email: string }) => ({
        signers: [ada, { ...ada, name: 'Other' }],
        fields: [{ kind: 'signature', signer: ada.email, ...place }],
      }),
      'fields[0].signer',
    ],
  ])('returns 422 for recipients with %s', async (_, bodyOf, field) => {
    const draft = await app.draft();
    expectInvalid(await app.key.post(`/api/documents/${draft.id}/send-for-signing`, bodyOf(app.person())), field);
  });
});
