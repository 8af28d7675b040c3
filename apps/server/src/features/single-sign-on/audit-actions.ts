import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'member.joined-by-sso': (data: AuditData) => `Joined through single sign-on (${shown(data['role'], 'member')})`,
  'sso.changed': (data: AuditData) =>
    `Single sign-on configured (${shown(data['protocol'], 'unknown protocol')})${data['other_provider'] === true ? '; identity provider replaced' : ''}`,
  'sso.removed': () => 'Single sign-on removed',
  'sso.refused': (data: AuditData) => `Single sign-on refused (${shown(data['reason'], 'no reason recorded')})`,
  'sso.asked': () => 'Single sign-on awaiting e-mail confirmation',
  'domain.added': (data: AuditData) => `Domain added (${shown(data['domain'], 'unknown')})`,
  'domain.verified': (data: AuditData) => `Domain verified (${shown(data['domain'], 'unknown')})`,
  'domain.removed': (data: AuditData) => `Domain removed (${shown(data['domain'], 'unknown')})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
