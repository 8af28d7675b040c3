/**
 * Request bodies written for readers. They replace the recorded bodies in the description and the samples, and a test
 * validates each of them with the contract.
 */
import type { OperationId } from '@countersign/contract';

const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const BEN = { name: 'Ben Ortiz', email: 'ben@fabrikam.example' };
const DOCUMENT = 'doc_01kb6v3n8r2x4t9w5y7z0c1d2e';
const OTHER_DOCUMENT = 'doc_01kb6v5q1s3x6t8w0y2z4c6d8e';
const MEMBER = 'usr_01kb6tz4m7p9q1r3s5t7v9w1x3';
const TOKEN = 'TOKEN_FROM_THE_LINK';
const NEW_PASSWORD = 'tulip harbor candle';

export const WRITTEN_EXAMPLES: Partial<Record<OperationId, object>> = {
  acceptInvitation: { token: TOKEN },
  addConsentText: {
    language: 'en',
    text: 'I agree to sign this document electronically and to receive it in electronic form.',
  },
  addDomain: { domain: 'contoso.example' },
  addProcessingActivity: {
    name: 'Job applications',
    purpose: 'Hiring employees',
    legalBasis: 'Article 6 (1) (b) GDPR',
    people: 'Applicants',
    data: 'Names, addresses, curricula vitae',
    retention: 'Six months after the decision',
  },
  advanceSandboxClock: { seconds: 86_400 },
  bulkDocuments: { action: 'delete', documentIds: [DOCUMENT, OTHER_DOCUMENT] },
  cancelPackage: { reason: 'The contract was replaced by a new version.' },
  changeEmail: { email: 'ada.lovelace@contoso.example' },
  changePassword: { currentPassword: 'correct horse battery staple', newPassword: NEW_PASSWORD },
  changeSubscription: { plan: 'small-team' },
  confirmEmailChange: { token: TOKEN },
  confirmPublicLink: { request: 'REQUEST_OF_THE_CODE', code: '042731' },
  changeRecipients: { signers: [ADA, { ...BEN, role: 'approver' }] },
  correctSigner: { email: 'ada@contoso.example', name: 'Ada Lovelace' },
  createApiKey: { name: 'Order system', scopes: ['documents:read', 'documents:write'], expiresInDays: 365 },
  createDocument: {
    templateId: 'tpl_01kb6v8c1d3e5f7g9h2j4k6m8n',
    title: 'Lease of flat 4',
    signers: [
      { role: 'Tenant', ...ADA },
      { role: 'Landlord', ...BEN },
    ],
    values: { Rent: '950' },
  },
  createInvitation: { email: 'ben@contoso.example', name: 'Ben Ortiz', role: 'member' },
  createOrganization: { name: 'Contoso Research' },
  createPackage: { title: 'Onboarding of Ada Lovelace', documentIds: [DOCUMENT, OTHER_DOCUMENT] },
  createPublicLink: { role: 'Tenant', signers: [{ role: 'Landlord', ...BEN }], dailyLimit: 20 },
  createSubscription: { plan: 'small-team' },
  createUser: { email: 'ben@contoso.example', name: 'Ben Ortiz', role: 'member' },
  createWebhook: {
    url: 'https://contoso.example/webhooks/signatures',
    events: ['document.completed', 'recipient.declined'],
  },
  deactivateUser: { handOverTo: MEMBER },
  declineDocument: { token: TOKEN, reason: 'The price differs from our offer.' },
  discoverSingleSignOn: { email: 'ada@contoso.example' },
  downloadDocuments: { ids: [DOCUMENT, OTHER_DOCUMENT] },
  extendDocument: { expirationDays: 14 },
  forgotPassword: { email: 'ada@contoso.example' },
  forwardDocument: { token: TOKEN, ...BEN },
  handOverApiKey: { userId: MEMBER },
  login: { email: 'ada@contoso.example', password: 'correct horse battery staple' },
  loginWithPasskey: {
    response: {
      id: 'bG9naW4ta2V5LW9mLWFkYQ',
      rawId: 'bG9naW4ta2V5LW9mLWFkYQ',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        signature: 'MEUCIQDExampleExampleExampleExampleExampleExample',
      },
    },
  },
  openPreparingSession: { token: TOKEN },
  openPublicLink: { token: TOKEN },
  openSigningSession: { token: TOKEN },
  placeLegalHold: { kind: 'document', target: DOCUMENT, reason: 'Dispute over invoice 4711' },
  processDeadLetters: { action: 'replay', ids: ['dlv_01kb6w0a2b4c6d8e0f2g4h6j8k'] },
  register: { email: 'ben@contoso.example', name: 'Ben Ortiz', password: NEW_PASSWORD, invitationToken: TOKEN },
  releaseLegalHold: { reason: 'The dispute is settled.' },
  remindSigners: { message: 'We need your signature by Friday.' },
  renamePasskey: { name: 'Laptop' },
  reportIncident: {
    title: 'Laptop lost',
    description: 'An unencrypted laptop was left on a train.',
    severity: 'high',
    affectedData: 'Names and addresses',
    affectedPeople: 120,
  },
  resendVerification: { email: 'ada@contoso.example' },
  resetPassword: { token: TOKEN, password: NEW_PASSWORD },
  sendForSigning: {
    signers: [ADA, { ...BEN, role: 'cc' }],
    fields: [{ kind: 'signature', signer: ADA.email, page: 1, x: 60, y: 600, width: 200, height: 50 }],
    expirationDays: 14,
    emailMessage: 'Please sign by Friday.',
  },
  sendPublicLinkCode: { token: TOKEN, ...ADA, locale: 'en' },
  sendPackage: {
    signers: [ADA, { ...BEN, role: 'approver' }],
    expirationDays: 14,
    emailMessage: 'Please sign by Friday.',
  },
  setRetentionRules: { rules: [{ kind: 'tag', target: 'applications', days: 180 }] },
  shareTemplate: { shared: true },
  sendDrawing: {
    token: 'EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE',
    drawing:
      'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0MCAyMCI+PHBhdGggZD0iTTIgMTUgOCA0bDQgMTIgNi05IDUgOCAxNC0zIiBmaWxsPSJub25lIiBzdHJva2U9IiMwMDAiLz48L3N2Zz4=',
  },
  signDocument: { token: TOKEN, consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } },
  startHandOver: { to: MEMBER, keys: true },
  startInPersonSession: { documentId: DOCUMENT, signerEmail: ADA.email },
  stepUp: { password: 'correct horse battery staple' },
  switchOrganization: { organizationId: 'org_01kb6tw2a4b6c8d0e2f4g6h8j0' },
  transferOwnership: { userId: MEMBER, password: 'correct horse battery staple' },
  updateBillingDetails: { name: 'Contoso Ltd', address: '1 High Street\nDublin', vat_id: null },
  updateDocument: { title: 'Lease of flat 4', tags: ['leases'], metadata: { orderId: '4711' } },
  updateIncident: { status: 'contained', affectedPeople: 3, note: 'The key was revoked.' },
  updateMember: { role: 'admin' },
  updateOrganization: { settings: { session_idle_minutes: 30 } },
  updatePackage: { title: 'Onboarding of Ada Lovelace', documentIds: [DOCUMENT, OTHER_DOCUMENT] },
  updateProfile: { name: 'Ada Lovelace' },
  updateTemplate: {
    version: 1,
    emailSubject: 'Your lease is ready to sign',
    fields: [{ kind: 'signature', role: 'Tenant', page: 1, x: 60, y: 600, width: 200, height: 50 }],
  },
  updatePublicLink: { paused: true },
  updateWebhook: { active: false },
  useTemplate: {
    title: 'Lease of flat 4',
    signers: [
      { role: 'Tenant', ...ADA },
      { role: 'Landlord', ...BEN },
    ],
    values: { Rent: '950' },
    metadata: { flat: '4' },
  },
  voidDocument: { reason: 'The contract was replaced by a new version.' },
};
