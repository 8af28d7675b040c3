import { type AuditData, type AuditSentences, shown, changesIn, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'user.switched-organization': () => 'Session switched to this organization from another one',
  'organization.created': () => 'Organization created',
  'organization.requests-agreed': ({ requests_per_hour: requests }: AuditData) =>
    requests === null
      ? 'Request limit removed by the operator'
      : `Request limit set to ${Number(requests)} per hour by the operator`,
  'organization.changed': (data: AuditData) => `Organization changed (${changesIn(data) || 'nothing'})`,
  'organization.deletion-scheduled': (data: AuditData) =>
    `Organization scheduled for deletion (${shown(data['delete_at'], 'in 30 days')})`,
  'organization.deletion-cancelled': () => 'Scheduled deletion of the organization canceled',
  'organization.deleted': () => 'Organization deleted; completed documents are kept for their retention period',
  'member.joined': (data: AuditData) => `Joined by invitation (${shown(data['role'], 'member')})`,
  'member.role-changed': (data: AuditData) =>
    `Role changed from ${shown(data['from'], 'unknown')} to ${shown(data['to'], 'unknown')}`,
  'member.removed': (data: AuditData) =>
    data['left'] === true ? 'Left the organization' : 'Removed from the organization',
  'member.created': (data: AuditData) => `Account created by an administrator (${shown(data['role'], 'member')})`,
  'member.deactivated': () => 'Deactivated in this organization',
  'member.reactivated': () => 'Reactivated in this organization',
  'member.hand-over-started': () => 'Transfer of documents to another member started',
  'member.handed-over': (data: AuditData) =>
    `${data['status'] === 'stopped' ? 'Transfer stopped because the other member left: documents transferred' : 'Documents transferred to another member'} (${Number(data['documents'])})`,
  'user-import.started': (data: AuditData) => `Import of users started (${counted(data['rows'], 'row')})`,
  'user-import.finished': (data: AuditData) =>
    `Import of users finished (${Number(data['created'] ?? 0)} created, ${Number(data['invited'] ?? 0)} invited)`,
  'user-import.undo-started': () => 'Undoing an import of users started',
  'user-import.undone': (data: AuditData) => `Import of users undone (${counted(data['undone'] ?? 0, 'row')})`,
  'invitation.sent': (data: AuditData) => `Invitation sent (${shown(data['role'], 'member')})`,
  'invitation.revoked': () => 'Invitation revoked',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
