/** Tests packages whose documents are created from templates in the same call. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { linkOf, mailsTo, packageEvents, PACKAGES, signAll } from '../support/package-visits.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const by = await templateKey(app);
const lease = await makeTemplate(by, LEASE);
const annex = await makeTemplate(by, {
  ...LEASE,
  name: 'Annex',
  roles: [{ name: 'tenant' }, { name: 'Owner', role: 'approver' }],
  fields: [{ kind: 'signature', role: 'tenant', page: 1, x: 60, y: 600, width: 200, height: 50 }],
});
const people = () => ({
  tenant: { role: 'Tenant', ...app.person() },
  landlord: { role: 'Landlord', ...app.person() },
});
const templates = [
  { templateId: lease.id, values: { address: '5 High Street' } },
  { templateId: annex.id, title: 'Annex to the lease', roles: { owner: 'Landlord' } },
];
const create = (body: object) => by.post<'createPackage'>(PACKAGES, { title: 'Papers', templates, ...body });
const left = async () => ({
  documents: (await app.sql('select 1 from documents')).length,
  packages: (await app.sql('select 1 from packages')).length,
  keys: (await app.sql('select 1 from blob_keys')).length,
  events: (await app.sql('select 1 from outbox')).length,
});

describe('201', () => {
  test('creates documents from two templates, and sends them to the recipient in each role', async () => {
    const { tenant, landlord } = people();
    const answer = await create({ signers: [tenant, landlord], send: true, expirationDays: 9, externalId: 'papers-1' });
    expect(answer.status, answer.text).toBe(201);
    const made = answer.body.package;
    expect(made).toMatchObject({ status: 'in-progress', document_count: 2, external_id: 'papers-1' });
    expect(
      made.documents.map(({ title, template_id: id, status, signers }) => [
        title,
        id,
        status,
        signers.map(({ email, role, order }) => [email, role, order]),
      ]),
    ).toEqual(
      [
        ['Lease', lease.id],
        ['Annex to the lease', annex.id],
      ].map((one) => [
        ...one,
        'in-progress',
        [
          [tenant.email, 'signer', 1],
          [landlord.email, 'approver', 2],
        ],
      ]),
    );
    const [first] = made.documents;
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${first?.id}`);
    expect(body.document.fields.find(({ key }) => key === 'address')?.default).toBe('5 High Street');
    await linkOf(app, first?.signers[0]?.id ?? '');
    await until('the invitation', async () => (await mailsTo(app, tenant.email)).length > 0);
    expect(await mailsTo(app, tenant.email)).toEqual(['invitation']);
    for (const { email } of [tenant, landlord]) await signAll(app, made.documents, email);
    await until('its announcement', async () => (await packageEvents(app, made.id)).length === 2);
    expect(await packageEvents(app, made.id)).toEqual(['package.completed', 'package.sent']);
  });

  test('creates a draft package with recipients and fields if send is false', async () => {
    const { tenant, landlord } = people();
    const { body } = await create({ signers: [tenant, landlord] });
    expect(body.package.status).toBe('draft');
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${body.package.documents[1]?.id}`)).body;
    expect(document).toMatchObject({ status: 'draft', package_id: body.package.id, template_id: annex.id });
    expect(document.planned?.signers.map(({ email }) => email)).toEqual([tenant.email, landlord.email]);
    expect(document.planned?.fields).toHaveLength(1);
  });

  test('accepts the same template twice in a package', async () => {
    const { tenant, landlord } = people();
    const twice = ['May', 'June'].map((title) => ({ templateId: lease.id, title }));
    const { body } = await create({ templates: twice, signers: [tenant, landlord], send: true, notify: false });
    expect(body.package.documents.map(({ title }) => title)).toEqual(['May', 'June']);
    expect(await mailsTo(app, tenant.email)).toEqual([]);
  });

  test('applies the order of the recipient list to every document if signing is sequential', async () => {
    const { tenant, landlord } = people();
    const { body } = await create({ signers: [landlord, tenant], send: true, signingOrder: 'sequential' });
    for (const { signers } of body.package.documents)
      expect(signers.find(({ status }) => status === 'pending-signature')?.email).toBe(landlord.email);
  });
});

describe('rejected calls that create no objects', () => {
  test.each([
    [
      'a signing role without a recipient',
      () => ({ templates: [templates[0]], signers: [people().tenant] }),
      'signers',
      /Landlord.*Lease/,
    ],
    [
      'a role that no template has',
      () => ({ signers: [...Object.values(people()), { ...people().tenant, role: 'Cook' }] }),
      'signers[2].role',
      /not a role of any template/,
    ],
    [
      'two people for one role',
      () => ({ signers: [...Object.values(people()), people().tenant] }),
      'signers[2].role',
      /already/,
    ],
    [
      'a role mapped to a role that does not exist',
      () => ({ templates: [{ templateId: lease.id, roles: { Tenant: 'Buyer' } }] }),
      'templates[0].roles.Tenant',
      /Buyer/,
    ],
    [
      'a value for a field that does not exist',
      () => ({ templates: [templates[1], { templateId: lease.id, values: { cook: 'x' } }] }),
      'templates[1].values.cook',
      /Lease/,
    ],
    ['no signers', () => ({ signers: undefined }), 'signers', /required/],
    ['documents in addition to templates', () => ({ documentIds: [newId('document')] }), 'documentIds', /templates/],
  ])('422: rejects an invalid package from templates: %s', async (_, change, field, message) => {
    const { tenant, landlord } = people();
    const before = await left();
    const answer = await create({ signers: [tenant, landlord], send: true, ...change() });
    expectInvalid(answer, field);
    expect(answer.text).toMatch(message);
    expect(await left()).toEqual(before);
  });

  test('returns the same 404 for templates of other members, organizations and environments as for an unknown template', async () => {
    const member = (await app.member('member')).caller;
    const hidden = [
      await makeTemplate(by),
      await makeTemplate((await app.otherTenant()).owner),
      await makeTemplate(await app.session(), LEASE, { prefix: '/sandbox' }),
    ];
    const before = await left();
    for (const { id: templateId } of hidden) {
      const body = { title: 'Papers', templates: [{ templateId }], signers: Object.values(people()) };
      expectError(await member.post(PACKAGES, body), 'TEMPLATE_NOT_FOUND', { templateId });
    }
    expect(await left()).toEqual(before);
  });

  test('returns 404 for an unknown template, and 403 for an API key without the templates scope', async () => {
    const before = await left();
    const body = { signers: Object.values(people()), title: 'Papers', templates };
    const templateId = newId('template');
    const unknown = { ...body, templates: [...templates, { templateId }] };
    expectError(await by.post(PACKAGES, unknown), 'TEMPLATE_NOT_FOUND', { templateId });
    const { caller } = await app.makeKey({ scopes: ['documents:write'] });
    expectError(await caller.post(PACKAGES, body), 'FORBIDDEN', { scope: 'templates' });
    expect(await left()).toEqual(before);
  });

  test('returns 409 for an external ID that another package already has', async () => {
    await create({ signers: Object.values(people()), externalId: 'taken' });
    const before = await left();
    const answer = await create({ signers: Object.values(people()), send: true, externalId: 'taken' });
    expect(answer.body).toMatchObject({ error: 'EXTERNAL_ID_TAKEN' });
    expect(await left()).toEqual(before);
  });
});

test('returns 422 for send options together with documentIds, because those options belong to the send request', async () => {
  const { id } = await app.draft();
  expectInvalid(await by.post(PACKAGES, { title: 'P', documentIds: [id], expirationDays: 3 }), 'expirationDays');
  expectInvalid(await by.post(PACKAGES, { title: 'P' }), 'documentIds');
});
