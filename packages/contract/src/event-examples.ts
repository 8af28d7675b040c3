/** Clearly fictitious data for test events and for examples in the documentation. */
import type { EventKind, EventPayload } from './events.ts';
import type { Id } from './ids.ts';

const NOTHING = '0'.repeat(26);
const documentId: Id<'document'> = `doc_${NOTHING}`;
const packageId: Id<'package'> = `pkg_${NOTHING}`;
const organizationId: Id<'organization'> = `org_${NOTHING}`;
const userId: Id<'user'> = `usr_${NOTHING}`;
const signer = { id: `sgn_${NOTHING}`, email: 'ada@example.com', name: 'Ada Example' } as const;
const AT = '2026-01-02T03:04:05.678Z';

const about = <S extends 'draft' | 'in-progress' | 'completed' | 'voided' | 'expired' | 'declined'>(status: S) => ({
  documentId,
  document: {
    id: documentId,
    title: 'Test document',
    status,
    metadata: { order: '7' },
    external_id: 'order-7',
    template_id: null,
    package_id: null,
  },
});
const aboutPackage = <S extends 'in-progress' | 'completed' | 'expired' | 'cancelled'>(status: S) => ({
  packageId,
  package: { id: packageId, title: 'Test package', status, external_id: 'order-7' },
  documents: [documentId],
});

export const EVENT_EXAMPLES: { [K in EventKind]: EventPayload<K> } = {
  'document.created': about('draft'),
  'document.scheduled': { ...about('draft'), scheduled_for: AT },
  'document.unscheduled': about('draft'),
  'document.schedule_failed': {
    ...about('draft'),
    scheduled_for: AT,
    error: { code: 'PLAN_REQUIRED', message: 'Sample reason for a test.', field: null },
  },
  'document.sent': {
    ...about('in-progress'),
    expiration: AT,
    signers: [{ email: signer.email, name: signer.name }],
    recipients: [],
  },
  'document.corrected': {
    ...about('in-progress'),
    signers: [{ email: signer.email, name: signer.name }],
    added: [],
    removed: [{ id: `sgn_${'1'.repeat(26)}`, email: 'ben@example.com', name: 'Ben Example' }],
  },
  'document.viewed': { ...about('in-progress'), signer },
  'document.signed': { ...about('in-progress'), signer, signed_at: AT },
  'document.completed': {
    ...about('completed'),
    completed_at: AT,
    signers: [{ email: signer.email, signed_at: AT }],
    recipients: [],
    audit_proof: {
      sequence: 7,
      index: 41,
      size: 42,
      hash: '0'.repeat(64),
      proof: `c2sp.org/tlog-proof@v1\nindex 41\n\nexample/ten_${NOTHING}\n42\n${'A'.repeat(43)}=\n\n— example/ten_${NOTHING} AAAA\n`,
    },
  },
  'document.voided': { ...about('voided'), reason: 'Sample reason for a test.', recipients: [] },
  'document.expired': { ...about('expired'), recipients: [] },
  'recipient.started': { ...about('in-progress'), signer },
  'recipient.completed': { ...about('in-progress'), signer },
  'recipient.declined': { ...about('declined'), signer, reason: 'Sample reason for a test.', recipients: [] },
  'package.sent': { ...aboutPackage('in-progress'), recipients: [], readers: [] },
  'package.completed': { ...aboutPackage('completed'), recipients: [] },
  'package.expired': { ...aboutPackage('expired'), recipients: [] },
  'package.cancelled': { ...aboutPackage('cancelled'), recipients: [] },
  'field.completed': {
    ...about('in-progress'),
    signer,
    field: { id: `fld_${NOTHING}`, kind: 'text', label: 'Test field', page: 1 },
  },
  'user.created': { userId, user: { id: userId, email: 'ada@example.com', name: 'Ada Example' } },
  'subscription.changed': {
    organizationId,
    subscription: { plan: 'large-team', previous_plan: 'medium-team', effective_at: '2026-11-20T09:00:00.000Z' },
  },
  'security.events': {
    organizationId,
    security: {
      events: [
        {
          id: `sec_${NOTHING}`,
          kind: 'user.logged-in',
          severity: 'low',
          summary: 'Signed in',
          first_at: AT,
          last_at: AT,
          count: 1,
          user: { id: userId, name: 'Ada Example' },
          address: '192.0.2.1',
          subject: userId,
          details: {},
        },
      ],
    },
  },
};
