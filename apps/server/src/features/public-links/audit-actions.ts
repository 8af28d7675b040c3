import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'template.link-created': (w, data) => w.publicLinks.created(Number(data['daily_limit'])),
  'template.link-changed': (w, { paused }) => {
    if (paused === true) return w.publicLinks.paused;
    return paused === false ? w.publicLinks.resumed : w.publicLinks.changed;
  },
  'template.link-deleted': (w, data) => w.publicLinks.deleted(Number(data['documents'])),
  'signer.address-confirmed': (w) => w.publicLinks.addressConfirmed,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
