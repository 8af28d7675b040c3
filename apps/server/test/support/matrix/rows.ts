/**
 * The row of every operation in the access matrix: who may call it (stated separately from the contract, so that an
 * error in the contract is found), the owner of the target, and a request that succeeds. Deviations from the rules are
 * exceptions here, with their reason.
 */
import type { Environment, OperationId } from '@countersign/contract';
import { toPem } from '@countersign/pki';
import { makeAuthority } from '../../../../../packages/pades/test/kit.ts';
import { mailLink } from '../../../src/features/accounts/mail-links.ts';
import { newId } from '../../../src/platform/crypto/ids.ts';
import { OWNER } from '../app.ts';
import { saveBody } from '../draft.ts';
import { csvFile } from '../imports.ts';
import { logoUpload } from '../logo.ts';
import { multipart, pdfUpload } from '../multipart.ts';
import { makePdf } from '../pdf.ts';
import { makeKey } from './callers.ts';
import { account, admin, anyone, member, operatorAdmin, person, type Row, type Scene, SMALL } from './row.ts';
import { BILLING_ROWS } from './rows-billing.ts';
import { DEVICE_ROWS } from './rows-devices.ts';
import { DRAWING_ROWS } from './rows-drawing.ts';
import { PREPARING_ROWS } from './rows-preparing.ts';
import { IN_PERSON_ROWS } from './rows-in-person.ts';
import { INTEGRATION_ROWS } from './rows-integrations.ts';
import { LEGAL_ROWS } from './rows-legal.ts';
import { LIST_ROWS } from './rows-lists.ts';
import { PACKAGE_ROWS } from './rows-packages.ts';
import { PUBLIC_LINK_ROWS } from './rows-public-links.ts';
import { SECOND_FACTOR_ROWS } from './rows-second-factor.ts';
import { TEMPLATE_ROWS } from './rows-templates.ts';
import type { Access } from './rules.ts';
import { prefixOf, SIGNATURE, type Someone, type World } from './world.ts';

// Targets.
/** Sends a document with a file field. */
const forFile = async (world: World, by: Someone, environment: Environment) => {
  const thing = await world.sent(by, environment);
  await world.app.sql(`update fields set kind = 'attachment' where id = $1`, [thing.ids['fld']]);
  return thing;
};
/**
 * Sends a document with a file field and attaches a file as its signer. The document's own upload serves as that file.
 */
const withFile = async (world: World, by: Someone, environment: Environment) => {
  const thing = await forFile(world, by, environment);
  const id = newId('attachment', world.app.clock.now());
  await world.app.sql(
    `insert into attachments (tenant_id, id, document_id, signer_id, field_id, link_generation, blob_id, filename, content_type, size_bytes, sha256, uploaded_at, bound_at)
     select d.tenant_id, $1, d.id, f.signer_id, f.id, 1, d.blob_id, 'a.pdf', 'application/pdf', d.size_bytes, d.sha256, d.created_at, d.created_at
     from documents d join fields f on f.tenant_id = d.tenant_id and f.id = $2 where d.id = $3`,
    [id, thing.ids['fld'], thing.ids['doc']],
  );
  return { ...thing, ids: { ...thing.ids, att: id } };
};
const draft = {
  owned: 'person',
  make: (world, by, environment) => world.draft(by, environment),
} satisfies Partial<Row>;
const sent = { owned: 'person', make: (world, by, environment) => world.sent(by, environment) } satisfies Partial<Row>;
const addressed = {
  owned: 'addressee',
  make: async (world, by, environment) => world.sent(await world.colleague(), environment, by),
} satisfies Partial<Row>;
const owner = (world: World, by: Someone): Promise<Someone> => world.person('owner', by.organization);
const trashed = {
  owned: 'person',
  make: async (world, by, environment) => {
    const thing = await world.draft(by, environment);
    await by.session.send('DELETE', `${prefixOf(environment)}/api/documents/${thing.ids['doc']}`);
    return thing;
  },
} satisfies Partial<Row>;
const scheduled = {
  owned: 'person',
  make: async (world, by, environment) => {
    const thing = await world.draft(by, environment);
    const sendAt = new Date(world.app.clock.now().getTime() + 86_400_000).toISOString();
    const path = `${prefixOf(environment)}/api/documents/${thing.ids['doc']}/send-for-signing`;
    await by.session.post(path, { signers: [world.app.person()], sendAt });
    return thing;
  },
} satisfies Partial<Row>;
const apiKey = {
  owned: 'organization',
  make: async (world, by, environment) => ({
    ids: {
      key: (await makeKey(world, await owner(world, by), ['documents:read'], environment)).id,
      usr: (await world.person('admin', by.organization)).userId,
    },
  }),
} satisfies Partial<Row>;
const fellow = {
  owned: 'organization',
  make: async (world, by) => ({ ids: { usr: (await world.someone('member', by.organization)).userId } }),
} satisfies Partial<Row>;
const userImport = {
  owned: 'organization',
  make: async (world, by) => {
    const id = newId('userImport', world.app.clock.now());
    await world.app.sql(
      `insert into user_imports (tenant_id, id, by_user_id, party, total, created_at) values ($1, $2, $3, '{}', 0, $4)`,
      [by.organization.tenants.live, id, by.userId, world.app.clock.now()],
    );
    return { ids: { imp: id } };
  },
} satisfies Partial<Row>;
const handedOver = {
  owned: 'organization',
  make: async (world, by) => {
    const { userId } = await world.someone('member', by.organization);
    await world.app.sql(
      `insert into hand_overs (tenant_id, id, from_user_id, to_user_id, party, with_keys, status, created_at)
       values ($1, $2, $3, $4, '{}', false, 'completed', $5)`,
      [
        by.organization.tenants.live,
        newId('handOver', world.app.clock.now()),
        userId,
        by.userId,
        world.app.clock.now(),
      ],
    );
    return { ids: { usr: userId } };
  },
} satisfies Partial<Row>;
const withLogo = {
  owned: 'organization',
  make: async (world, by) => {
    const maker = await owner(world, by);
    await maker.session.send('PUT', '/api/organization/logo', logoUpload());
    return { ids: {} };
  },
} satisfies Partial<Row>;
const invitation = {
  owned: 'organization',
  make: async (world, by) => {
    const body = { email: world.app.person().email, role: 'member' };
    const maker = await owner(world, by);
    const answer = await maker.session.post<'createInvitation'>('/api/organization/invitations', body);
    return { ids: { inv: answer.body.invitation.id } };
  },
} satisfies Partial<Row>;
const ownSession = {
  owned: 'self',
  make: async (world, by) => {
    await world.session(by.userId, by.organization.tenants.live);
    const select = 'select id from sessions where user_id = $1 order by id desc limit 1';
    const [row] = await world.app.sql<{ id: string }>(select, [by.userId]);
    return { ids: { ses: row?.id ?? '' } };
  },
} satisfies Partial<Row>;
const anchor = {
  owned: 'organization',
  make: async (world, by) => {
    const id = newId('anchor', world.app.clock.now());
    const root = await world.once('anchor', () => makeAuthority('Stranger', world.app.clock.now()));
    await world.app.sql(
      `insert into trust_anchors (tenant_id, id, name, certificate, fingerprint, added_by, created_at) values ($1, $2, 'Stranger', $3, $2, $4, $5)`,
      [by.organization.tenants.live, id, root.root.certificate.der, by.userId, world.app.clock.now()],
    );
    return { ids: { anc: id } };
  },
} satisfies Partial<Row>;
/**
 * Backups belong to the installation, so they have no owner among the callers. A failed backup cannot be downloaded or
 * verified.
 */
const failedBackup = {
  make: async (world) => {
    const id = newId('backup', world.app.clock.now());
    await world.app.sql(
      `insert into backups (tenant_id, id, trigger, state, created_at, finished_at) values ($1, $2, 'request', 'failed', $3, $3)`,
      [world.operator.tenants.live, id, world.app.clock.now()],
    );
    return { ids: { bkp: id } };
  },
} satisfies Partial<Row>;
const forBackups: Access = { ...operatorAdmin, takesService: true, takesOwnersKeys: true };
const mail = {
  owned: 'organization',
  make: (world, by, environment) => world.mail(by.organization.tenants[environment]),
} satisfies Partial<Row>;

/** These e-mails contain signing links. In the live environment, anyone who can read them could sign for others. */
const mailbox = (environment: Environment): Access =>
  environment === 'live' ? { to: 'operator', role: 'owner', takesKeys: true } : admin('documents:read');
const nobodyYet = { access: anyone, body: () => ({}), answer: 422 } satisfies Row;
const withPassword = () => ({ password: OWNER.password });
const invitee = ({ world }: Scene) => ({ ...world.app.person(), role: 'member' });
const moment = { access: { to: 'recipient' }, ...sent, absent: 'INVALID_LINK' } satisfies Row;
const asRecipient: Access = { to: 'recipient', proof: 'token' };
const PDF = pdfUpload(makePdf({ pages: 1 }));
const tokenOf = (link: string): string => link.split('#')[1] ?? '';

const INCIDENT_MAIL = { subject: 's', text: 't', recipients: ['affected@fabrikam.example'] };
const INCIDENT = { title: 't', description: 'd', severity: 'low' };
const incident = {
  owned: 'organization',
  make: async (_world, by) => {
    const { body } = await by.session.post<'reportIncident'>('/api/security/incidents', INCIDENT);
    return { ids: { inc: body.incident.id } };
  },
} satisfies Partial<Row>;

const ownExport = {
  absent: 'EXPORT_NOT_FOUND',
  owned: 'self',
  // The row is written in the ready state. The ZIP file of an empty export consists only of its end record.
  make: async ({ app }, by) => {
    const id = newId('export', app.clock.now());
    await app.sql(
      `insert into exports (tenant_id, id, scope, requested_by, is_bound, status, created_at, finished_at, expires_at)
       values ($1, $2, 'own', $3, false, 'ready', $4::timestamptz, $4::timestamptz, $4::timestamptz + interval '7 days')`,
      [by.organization.tenants.live, id, by.userId, app.clock.now()],
    );
    return { ids: { exp: id } };
  },
} satisfies Partial<Row>;

export const ROWS: Partial<Record<OperationId, Row>> = {
  // Health checks and public operations.
  getHealth: { access: anyone },
  getSigningHealth: { access: anyone },
  getDatabaseHealth: { access: anyone },
  reportIncident: { access: member('admin'), body: () => INCIDENT, spends: 'thing' },
  listIncidents: { access: admin('admin'), places: ['inc'] },
  getIncident: { access: admin('admin'), ...incident },
  updateIncident: { access: admin('admin'), ...incident, body: () => ({ note: 'n' }) },
  getIncidentNotice: { access: admin('admin'), ...incident, params: () => ({ kind: 'people' }) },
  previewIncidentMail: { access: admin('admin'), ...incident, body: () => INCIDENT_MAIL },
  sendIncidentMail: { access: admin('admin'), ...incident, body: () => INCIDENT_MAIL, spends: 'thing' },
  listIncidentMails: { access: admin('admin'), ...incident },
  getIncidentReport: { access: admin('admin'), ...incident },
  exportSecurityEvents: { access: admin('admin'), places: ['usr'] },
  exportData: { access: person(), body: () => ({}), spends: 'thing' },
  listExports: { access: person() },
  getExport: { access: person(), ...ownExport },
  cancelExport: { access: person(), ...ownExport, spends: 'thing' },
  downloadExport: { access: person(), ...ownExport },
  listSecurityEvents: { access: admin('admin'), places: ['usr', 'sec'] },
  getStatistics: { access: admin('admin') },
  getAnalytics: { access: member('documents:read') },
  listAuditLog: { access: admin('admin') },
  exportAuditLog: { access: admin('admin') },
  checkAuditLog: { access: admin('admin') },
  getAuditCheckpoint: { access: admin('admin') },
  getAuditProof: {
    access: admin('admin'),
    make: draft.make,
    query: ({ thing }) => `stream=${thing.ids['doc']}&sequence=0`,
  },
  getAuditConsistency: { access: admin('admin'), query: () => 'first=1' },
  getAuditLogState: { access: admin('admin') },
  acceptAuditLog: {
    access: person('admin'),
    body: () => ({ reason: 'restored' }),
    // A new log contradicts no checkpoint, so there is nothing to confirm.
    answer: 409,
  },
  getStorageHealth: { access: anyone },
  getLiveness: { access: anyone },
  getEmailHealth: { access: anyone },
  getProductionHealth: { access: anyone },
  getStartupCheck: { access: anyone },
  getSecurityHealth: { access: { ...operatorAdmin, takesService: true, takesOwnersKeys: true } },
  getOpenApi: { access: anyone },
  // The request uses up a slot, because one address may verify only a few files at a time.
  verifyFile: { access: anyone, file: () => PDF, spends: 'thing' },
  verifyCheckpoint: { access: anyone, body: () => ({ text: 'x' }), spends: 'thing' },
  getSetup: { access: anyone },
  setup: nobodyYet,
  login: nobodyYet,
  register: nobodyYet,
  verifyEmail: nobodyYet,
  resendVerification: nobodyYet,
  forgotPassword: nobodyYet,
  resetPassword: nobodyYet,
  undoEmailChange: nobodyYet,
  reviewAccount: nobodyYet,
  // The sign-in in the request must belong to the link's account.
  recoverAccount: { ...nobodyYet, places: ['adt'] },
  previewInvitation: nobodyYet,
  getFile: {
    access: anyone,
    params: ({ thing }) => ({ token: thing.token ?? '' }),
    make: async (world, by, environment) => {
      const { ids } = await world.draft(by, environment);
      const path = `${prefixOf(environment)}/api/documents/${ids['doc']}/download?type=original`;
      const answer = await by.session.get<'downloadDocument'>(path);
      return { ids: {}, token: answer.body.downloadUrl.split('/').at(-1) ?? '' };
    },
  },

  // Personal operations.
  getSession: { access: person(), withoutSecondFactor: true },
  logout: { access: person(), withoutSecondFactor: true, spends: 'person' },
  listSessions: { access: person() },
  revokeSession: { access: person(), ...ownSession, spends: 'thing' },
  revokeOtherSessions: { access: person(), spends: 'person' },
  getProfile: { access: member() },
  listInbox: { access: person() },
  updateProfile: { access: account(), body: ({ by }) => ({ name: by.name }), spends: 'person' },
  stepUp: { access: account(), withoutSecondFactor: true, body: withPassword, spends: 'person' },
  changePassword: {
    access: account(),
    body: () => ({ currentPassword: OWNER.password, newPassword: 'tulip harbour candle' }),
    spends: 'person',
  },
  changeEmail: { access: account(), body: ({ world }) => ({ email: world.app.person().email }), spends: 'person' },
  confirmEmailChange: {
    access: account(),
    spends: 'person',
    make: async ({ app }, by) => {
      await by.session.post('/api/auth/change-email', { email: app.person().email });
      const select = `select id from email_tokens where user_id = $1 and purpose = 'change-email'`;
      const [row] = await app.sql<{ id: string }>(select, [by.userId]);
      const link = row && mailLink(app.services.linkKey, '', 'change-email', row.id);
      return { ids: {}, token: tokenOf(link ?? '#none') };
    },
    body: ({ thing }) => ({ token: thing.token }),
  },
  listOrganizations: { access: person(), withoutSecondFactor: true },
  createOrganization: { access: account(), body: () => ({ name: 'Another' }), spends: 'person' },
  switchOrganization: {
    access: account(),
    withoutSecondFactor: true,
    owned: 'self',
    make: async (world, by) => {
      const { organizationId, tenants } = await world.organization();
      for (const tenantId of Object.values(tenants))
        await world.app.sql(
          `insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, 'member', $3)`,
          [tenantId, by.userId, world.app.clock.now()],
        );
      return { ids: { org: organizationId } };
    },
    body: ({ thing }) => ({ organizationId: thing.ids['org'] }),
    spends: 'person',
  },
  acceptInvitation: {
    access: account(),
    spends: 'person',
    make: async (world, by) => {
      const there = by.organization.runsInstallation ? world.home : world.operator;
      const { session } = await world.person('owner', there);
      const body = { email: by.email, role: 'member' };
      const answer = await session.post<'createInvitation'>('/api/organization/invitations', body);
      const { id } = answer.body.invitation;
      return {
        ids: {},
        token: tokenOf(mailLink(world.app.services.linkKey, '', 'invitation', there.tenants.live, id)),
      };
    },
    body: ({ thing }) => ({ token: thing.token }),
  },

  // Organizations.
  getOrganization: { access: member('admin') },
  getOrganizationStorage: { access: admin('admin') },
  getOrganizationLogo: { access: admin('admin'), ...withLogo },
  setOrganizationLogo: {
    access: admin('admin'),
    file: () => logoUpload().body,
    spends: 'thing',
  },
  removeOrganizationLogo: { access: admin('admin'), ...withLogo, spends: 'thing' },
  updateOrganization: { access: admin('admin'), body: () => ({ name: 'Renamed' }), spends: 'thing' },
  deleteOrganization: { access: account('owner'), body: withPassword, spends: 'organization' },
  cancelOrganizationDeletion: {
    access: person('owner'),
    spends: 'organization',
    make: async ({ app }, by) => {
      if (!by.organization.runsInstallation)
        await app.sql(
          `update organizations set delete_requested_at = $2::timestamptz, delete_at = $2::timestamptz + interval '30 days' where tenant_id = $1`,
          [by.organization.tenants.live, app.clock.now()],
        );
      return { ids: {} };
    },
  },
  transferOwnership: {
    access: account('owner'),
    ...fellow,
    body: ({ thing }) => ({ userId: thing.ids['usr'], password: OWNER.password }),
    spends: 'organization',
  },
  listMembers: { access: admin('admin') },
  listMemberSessions: { access: person('admin'), ...fellow },
  endMemberSessions: { access: person('admin'), ...fellow, places: ['ses'], spends: 'thing' },
  updateMember: { access: admin('admin'), ...fellow, body: () => ({ role: 'admin' }), spends: 'thing' },
  removeMember: {
    access: member('admin'),
    ...fellow,
    spends: 'thing',
    exceptions: [
      {
        because:
          'anybody may leave, and so send their own id; for another member of the organization they are no admin',
        when: (credential, relation) =>
          'by' in credential && credential.by.role === 'member' && (relation === 'own' || relation === "colleague's"),
        verdict: 'FORBIDDEN',
      },
    ],
  },
  createInvitation: {
    access: admin('admin'),
    body: ({ world }) => ({ email: world.app.person().email, role: 'member' }),
    spends: 'thing',
  },
  listInvitations: { access: admin('admin'), places: ['inv'] },
  revokeInvitation: { access: admin('admin'), ...invitation, spends: 'thing' },
  listUsers: { access: admin('admin') },
  createUser: { access: admin('admin'), body: invitee, spends: 'thing' },
  bulkImportUsers: {
    access: admin('admin'),
    file: () =>
      multipart([
        { name: 'file', filename: 'users.csv', type: 'text/csv', content: 'email,name,role\na@b.example,A,member\n' },
      ]),
    spends: 'thing',
  },

  createUserImport: {
    access: admin('admin'),
    file: () => csvFile('email,name,role\na@b.example,A,member\n'),
    spends: 'thing',
  },
  getUserImport: { access: admin('admin'), ...userImport },
  listUserImportRows: { access: admin('admin'), ...userImport },
  getUserImportResults: { access: admin('admin'), ...userImport },
  startUserImport: { access: admin('admin'), ...userImport, spends: 'thing' },
  undoUserImport: { access: admin('admin'), ...userImport, spends: 'thing', answer: 409 },
  deactivateUser: { access: admin('admin'), ...fellow, body: () => ({}), spends: 'thing' },
  reactivateUser: { access: admin('admin'), ...fellow, spends: 'thing' },
  startHandOver: { access: admin('admin'), ...fellow, body: ({ by }) => ({ to: by.userId }), spends: 'thing' },
  getHandOver: { access: admin('admin'), ...handedOver, absent: 'HAND_OVER_NOT_FOUND' },

  // API keys.
  listApiKeys: { access: admin('admin') },
  listApiKeyRequests: { access: admin('admin'), ...apiKey, places: ['arq'] },
  getApiKeyUsage: { access: admin('admin'), ...apiKey },
  createApiKey: { access: person('admin'), body: () => ({ name: 'A key' }), spends: 'thing' },
  revokeApiKey: { access: admin('admin'), ...apiKey, query: ({ thing }) => `id=${thing.ids['key']}`, spends: 'thing' },
  rotateApiKey: {
    access: member(),
    ...apiKey,
    body: () => ({}),
    spends: 'thing',
    exceptions: [
      {
        because:
          'making key values is for owners and admins; a key may renew itself and no other (rotateApiKey.test.ts)',
        when: (credential) =>
          (credential.kind === 'session' && credential.by.role === 'member') || credential.kind === 'key',
        verdict: 'FORBIDDEN',
      },
    ],
  },
  handOverApiKey: {
    access: person('admin'),
    ...apiKey,
    body: ({ thing }) => ({ userId: thing.ids['usr'] }),
    spends: 'thing',
  },

  // Documents.
  uploadDocument: { access: member('documents:write'), file: () => PDF, spends: 'thing' },
  replaceDocumentFile: { access: member('documents:write'), ...draft, file: () => PDF, spends: 'thing' },
  listDocuments: {
    access: member('documents:read'),
    make: fellow.make,
    query: ({ thing }) => `owner=${thing.ids['usr']}`,
    places: ['tpl', 'fdr'],
    passesOver: true,
  },
  getDocuments: {
    access: member('documents:read'),
    make: draft.make,
    query: ({ thing }) => `ids=${thing.ids['doc']}`,
    passesOver: true,
  },
  downloadDocuments: {
    access: member('documents:read'),
    make: draft.make,
    body: ({ thing }) => ({ ids: [thing.ids['doc']] }),
  },
  listAttachments: { access: member('documents:read'), owned: 'person', make: withFile },
  getAttachment: { access: member('documents:read'), owned: 'person', make: withFile },
  getDocumentPlacements: { access: member('documents:read'), ...draft },
  getFieldSuggestions: { access: member('documents:read'), ...draft },
  getDocument: { access: member('documents:read'), ...draft },
  streamEvents: { access: member('documents:read'), places: ['evt', 'doc'] },
  streamDocumentEvents: { access: member('documents:read'), ...draft },
  getDocumentStatus: { access: member('documents:read'), ...draft },
  sendForSigning: {
    access: member('documents:write'),
    ...draft,
    body: ({ world }) => ({ signers: [world.app.person()] }),
    spends: 'thing',
  },
  voidDocument: { access: member('documents:write'), ...sent, body: () => ({ reason: 'A mistake.' }), spends: 'thing' },
  downloadDocument: { access: member('documents:read'), ...draft, query: () => 'type=original' },
  verifyDocument: { access: member('documents:read'), ...draft },
  verifyDocumentPost: { access: member('documents:read'), ...draft },
  getDocumentAudit: { access: member('documents:read'), ...draft },
  getDocumentPage: {
    access: member('documents:read'),
    ...draft,
    params: () => ({ n: '1' }),
    query: () => SMALL,
  },
  listCertificates: { access: member('documents:read'), ...sent },
  revokeCertificate: {
    access: admin('documents:write'),
    owned: 'person',
    make: (world, by, environment) => world.signed(by, environment),
    body: () => ({ reason: 'superseded' }),
    spends: 'thing',
  },

  updateDocument: {
    access: member('documents:write'),
    ...draft,
    body: () => ({ description: 'Changed.' }),
    spends: 'thing',
  },
  getDraft: { access: member('documents:read'), ...draft },
  saveDraft: {
    access: member('documents:write'),
    ...draft,
    body: () => saveBody(0),
    spends: 'thing',
  },
  cancelScheduledSending: { access: member('documents:write'), ...scheduled, spends: 'thing' },
  deleteDocument: { access: member('documents:write'), ...draft, spends: 'thing' },
  restoreDocument: { access: member('documents:write'), ...trashed, spends: 'thing' },
  duplicateDocument: { access: member('documents:write'), ...draft, spends: 'thing' },
  bulkDocuments: {
    access: member('documents:write'),
    make: draft.make,
    passesOver: true,
    body: ({ thing }) => ({ action: 'archive', documentIds: [thing.ids['doc']] }),
    spends: 'thing',
  },
  remindSigners: { access: member('documents:write'), ...sent, body: () => ({}), spends: 'thing' },
  extendDocument: {
    access: member('documents:write'),
    ...sent,
    body: () => ({ expirationDays: 40 }),
    spends: 'thing',
  },
  correctSigner: { access: member('documents:write'), ...sent, body: () => ({ name: 'Corrected' }), spends: 'thing' },
  changeRecipients: {
    access: member('documents:write'),
    ...sent,
    body: ({ thing }) => ({ signers: [{ id: thing.ids['sgn'], name: 'Other' }] }),
    spends: 'thing',
  },
  removeRecipient: {
    access: member('documents:write'),
    owned: 'person',
    // The document has two recipients, because one must remain to sign.
    make: async (world, by, environment) => {
      const thing = await world.sent(by, environment);
      await world.app.sql(
        `insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status)
         select tenant_id, document_id, $2, position + 1, signing_order, 'second-' || email, 'second-' || email_key, name, role, status
         from signers where id = $1`,
        [thing.ids['sgn'], newId('signer', world.app.clock.now())],
      );
      return thing;
    },
    spends: 'thing',
  },
  resendInvitation: { access: member('documents:write'), ...sent, body: () => ({}), spends: 'thing' },
  issueSigningLink: {
    access: { to: 'program', scope: 'documents:write' },
    ...sent,
    body: () => ({}),
    spends: 'thing',
  },

  // Signing.
  signDocument: {
    access: { to: 'signer', proof: 'token' },
    ...addressed,
    body: ({ thing }) => ({
      ...SIGNATURE,
      signerId: thing.ids['sgn'],
      fields: [{ id: thing.ids['fld'], value: 'Paris' }],
    }),
    spends: 'thing',
  },
  declineDocument: {
    access: { to: 'signer', proof: 'token' },
    ...addressed,
    body: () => ({ reason: 'No.' }),
    spends: 'thing',
  },
  forwardDocument: {
    access: { to: 'signer', proof: 'token' },
    ...addressed,
    body: ({ world }) => world.app.person(),
    spends: 'thing',
  },
  openInboxEntry: { access: { to: 'addressee' }, ...addressed, body: () => ({}), spends: 'thing' },
  openOwnSigningSession: { access: { to: 'addressee' }, ...addressed },
  openSigningSession: { access: asRecipient, make: sent.make, body: () => ({}), places: ['ten'] },
  getSigningView: moment,
  getSigningPdf: moment,
  getSigningPage: { ...moment, params: () => ({ n: '1' }) },
  getSigningPageText: { ...moment, params: () => ({ n: '1' }) },
  attachFile: {
    ...moment,
    make: forFile,
    query: ({ thing }) => `field=${thing.ids['fld']}`,
    file: () => PDF,
    spends: 'thing',
  },
  detachFile: { ...moment, make: forFile, query: ({ thing }) => `field=${thing.ids['fld']}`, spends: 'thing' },
  markViewed: { ...moment, access: asRecipient, body: () => ({}), spends: 'thing' },
  markStarted: { ...moment, access: asRecipient, body: () => ({}), spends: 'thing' },

  // Operations that only the operator may call.
  createBackup: {
    access: forBackups,
    // Only one backup runs at a time, and no job processes the previous request. The row of that request is therefore
    // deleted.
    make: async ({ app }) => {
      await app.sql(`delete from backups where state = 'queued'`);
      return { ids: {} };
    },
    spends: 'thing',
  },
  listBackups: { access: forBackups, places: ['bkp'] },
  getBackup: { access: forBackups, ...failedBackup },
  verifyBackup: { access: forBackups, ...failedBackup, answer: 409 },
  downloadBackup: { access: forBackups, ...failedBackup, answer: 409 },
  deleteBackup: { access: forBackups, ...failedBackup, spends: 'thing' },
  listTrustAnchors: { access: operatorAdmin },
  addTrustAnchor: {
    access: operatorAdmin,
    body: async ({ world }) => {
      const { root } = await makeAuthority('Stranger', world.app.clock.now());
      return { certificate: toPem('CERTIFICATE', root.certificate.der) };
    },
    spends: 'thing',
  },
  removeTrustAnchor: { access: operatorAdmin, ...anchor, spends: 'thing' },
  listMail: { access: mailbox, places: ['eml'] },
  getMail: { access: mailbox, ...mail },
  advanceSandboxClock: { access: admin('documents:write'), body: () => ({ seconds: 1 }), spends: 'thing' },
  runDataRetention: { access: { to: 'scheduler' } },
  runDataRetentionGet: { access: { to: 'scheduler' } },
  ...SECOND_FACTOR_ROWS,
  ...INTEGRATION_ROWS,
  ...LEGAL_ROWS,
  ...LIST_ROWS,
  ...PACKAGE_ROWS,
  ...TEMPLATE_ROWS,
  ...PUBLIC_LINK_ROWS,
  ...BILLING_ROWS,
  ...DEVICE_ROWS,
  ...DRAWING_ROWS,
  ...PREPARING_ROWS,
  ...IN_PERSON_ROWS,
};
