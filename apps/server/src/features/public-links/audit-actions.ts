import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';

export const auditActions = {
  'template.link-created': (data: AuditData) =>
    `Public link created (at most ${counted(data['daily_limit'], 'document')} a day)`,
  'template.link-changed': (data: AuditData) =>
    data['paused'] === true
      ? 'Public link paused'
      : data['paused'] === false
        ? 'Public link resumed'
        : 'Public link changed',
  'template.link-deleted': (data: AuditData) =>
    `Public link deleted (${counted(data['documents'], 'document')} created)`,
  'signer.address-confirmed': () =>
    'A visitor of the public link confirmed the e-mail address with a code and became this recipient',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
