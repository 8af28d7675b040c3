import { type AuditData, type AuditSentences, minuteText, shown } from '../../platform/audit/actions.ts';

export const auditActions = {
  'installation.set-up': () => 'Installation set up',
  'user.logged-in': () => 'Signed in',
  'user.login-failed': () => 'Sign-in refused',
  'user.logged-out': () => 'Signed out',
  'user.registered': () => 'Account created',
  'user.email-verified': () => 'E-mail address verified',
  'user.proof-refused': () => 'Password entered again and refused',
  'user.password-changed': (data: AuditData) =>
    data['by'] === 'mail' ? 'Password reset through a link sent by e-mail' : 'Password changed',
  'user.email-change-asked': () => 'Change of e-mail address requested',
  'user.email-changed': () => 'E-mail address changed',
  'user.email-change-undone': () => 'Change of e-mail address undone from the previous address',
  'user.account-recovered': (data: AuditData) =>
    `Account recovered through a link sent by e-mail; everything added since ${minuteText(data['since'], 'the last confirmed sign-in')} was ended or suspended`,
  'user.sessions-ended': (data: AuditData) =>
    `Own sessions ended (${typeof data['count'] === 'number' ? data['count'] : 'number unknown'})`,
  'member.sessions-ended': (data: AuditData) => `Sessions of a member ended (${Number(data['count'])})`,
  'user.profile-changed': (data: AuditData) => `Profile changed (${shown(data['changed'], 'nothing')})`,
  'invitation.bounced': (data: AuditData) =>
    `Invitation e-mail could not be delivered (${shown(data['reason'], 'refused')})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
