import { type AuditData, type AuditSentences, shown } from '../../platform/audit/actions.ts';

const suspendedText = ({ suspended }: AuditData): string => {
  if (suspended === 'totp') return 'authenticator app';
  return shown(suspended, '').startsWith('key_') ? 'API key' : 'passkey';
};

export const auditActions = {
  'user.stepped-up': (data: AuditData) =>
    data['second_factor'] === 'passkey'
      ? 'Passkey used to confirm a sensitive change'
      : `Password ${data['second_factor'] === undefined ? '' : 'and code '}entered again to confirm a sensitive change`,
  'user.two-factor-enabled': () => 'Authenticator app added as a second factor',
  'user.two-factor-disabled': () => 'Authenticator app removed',
  'user.recovery-codes-made': () => 'New recovery codes created',
  'user.recovery-code-used': (data: AuditData) => `Recovery code used (${String(data['left'])} left)`,
  'user.second-factor-refused': () => 'Second-factor code refused',
  'user.passkey-added': () => 'Passkey added',
  'user.passkey-renamed': () => 'Passkey renamed',
  'user.passkey-removed': () => 'Passkey removed',
  'user.factor-restored': (data: AuditData) => `Restored after the recovery of the account: ${suspendedText(data)}`,
  'user.suspended-factor-removed': (data: AuditData) =>
    `Suspended by the recovery of the account and removed: ${suspendedText(data)}`,
  'user.passkey-refused': (data: AuditData) =>
    data['reason'] === 'counter'
      ? 'Passkey refused: its signature counter went backwards, so it may have been copied'
      : 'Passkey refused: its signature was not valid',
  'member.two-factor-reset': () => 'Second factors removed by an administrator',
  'member.two-factor-reset-on-console': () => "Second factors removed by the operator on the server's console",
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
