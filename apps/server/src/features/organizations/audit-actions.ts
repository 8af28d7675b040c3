import type { Role } from '@countersign/contract';
import type { AuditData, AuditSentences, AuditText } from '../../platform/audit/actions.ts';

const roleIn = (w: AuditText, role: unknown): string => w.name(w.names.roles satisfies Record<Role, string>, role);

/** Lists the changes with the previous values, for example `password_min_length from 12 to 14`. */
function changesIn(w: AuditText, data: AuditData): string {
  const changes = Object.keys(data)
    .filter((key) => !key.endsWith('_before'))
    .map((key) => {
      const before = data[`${key}_before`];
      if (before === undefined) return key;
      return w.organizations.changedFromTo(key, JSON.stringify(before), JSON.stringify(data[key]));
    });
  return changes.length === 0 ? w.names.nothing : changes.join(w.names.separator);
}

export const auditActions = {
  'user.switched-organization': (w) => w.organizations.switched,
  'organization.created': (w) => w.organizations.created,
  'organization.requests-agreed': (w, { requests_per_hour: requests }) =>
    requests === null ? w.organizations.requestLimitRemoved : w.organizations.requestLimitSet(Number(requests)),
  'organization.changed': (w, data) => w.organizations.changed(changesIn(w, data)),
  'organization.deletion-scheduled': (w, data) => w.organizations.deletionScheduled(w.time(data['delete_at'])),
  'organization.deletion-cancelled': (w) => w.organizations.deletionCanceled,
  'organization.deleted': (w) => w.organizations.deleted,
  'member.joined': (w, data) => w.organizations.joined(roleIn(w, data['role'])),
  'member.role-changed': (w, data) => w.organizations.roleChanged(roleIn(w, data['from']), roleIn(w, data['to'])),
  'member.removed': (w, data) => (data['left'] === true ? w.organizations.left : w.organizations.removed),
  'member.created': (w, data) => w.organizations.accountCreated(roleIn(w, data['role'])),
  'member.deactivated': (w) => w.organizations.deactivated,
  'member.reactivated': (w) => w.organizations.reactivated,
  'member.hand-over-started': (w) => w.organizations.transferStarted,
  'member.handed-over': (w, data) =>
    (data['status'] === 'stopped' ? w.organizations.transferStopped : w.organizations.transferred)(
      Number(data['documents']),
    ),
  'user-import.started': (w, data) => w.organizations.importStarted(Number(data['rows'])),
  'user-import.finished': (w, data) =>
    w.organizations.importFinished(Number(data['created'] ?? 0), Number(data['invited'] ?? 0)),
  'user-import.undo-started': (w) => w.organizations.importUndoStarted,
  'user-import.undone': (w, data) => w.organizations.importUndone(Number(data['undone'] ?? 0)),
  'invitation.sent': (w, data) => w.organizations.invitationSent(roleIn(w, data['role'])),
  'invitation.revoked': (w) => w.organizations.invitationRevoked,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
