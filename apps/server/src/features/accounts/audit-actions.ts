import type { AuditSentences } from '../../platform/audit/actions.ts';

export const auditActions = {
  'installation.set-up': (w) => w.accounts.setUp,
  'user.logged-in': (w) => w.accounts.signedIn,
  'user.login-failed': (w) => w.accounts.signInRefused,
  'user.logged-out': (w) => w.accounts.signedOut,
  'user.registered': (w) => w.accounts.created,
  'user.email-verified': (w) => w.accounts.emailVerified,
  'user.proof-refused': (w) => w.accounts.passwordRefused,
  'user.password-changed': (w, data) => (data['by'] === 'mail' ? w.accounts.passwordReset : w.accounts.passwordChanged),
  'user.email-change-asked': (w) => w.accounts.emailChangeRequested,
  'user.email-changed': (w) => w.accounts.emailChanged,
  'user.email-change-undone': (w) => w.accounts.emailChangeUndone,
  'user.account-recovered': (w, data) => w.accounts.recovered(w.minute(data['since'])),
  'user.sessions-ended': (w, data) => w.accounts.sessionsEnded(Number(data['count'])),
  'member.sessions-ended': (w, data) => w.accounts.memberSessionsEnded(Number(data['count'])),
  'user.profile-changed': (w, data) => w.accounts.profileChanged(w.properties(data['changed'], ' ')),
  'invitation.bounced': (w, data) => w.accounts.invitationBounced(w.text(data['reason'])),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
