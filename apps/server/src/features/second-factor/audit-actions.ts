import type { AuditSentences } from '../../platform/audit/actions.ts';

const isKey = (suspended: unknown): boolean => typeof suspended === 'string' && suspended.startsWith('key_');

export const auditActions = {
  'user.stepped-up': (w, { second_factor: factor }) => {
    if (factor === 'passkey') return w.secondFactor.passkeyUsed;
    return factor === undefined ? w.secondFactor.passwordEntered : w.secondFactor.passwordAndCodeEntered;
  },
  'user.two-factor-enabled': (w) => w.secondFactor.appAdded,
  'user.two-factor-disabled': (w) => w.secondFactor.appRemoved,
  'user.recovery-codes-made': (w) => w.secondFactor.codesCreated,
  'user.recovery-code-used': (w, data) => w.secondFactor.codeUsed(Number(data['left'])),
  'user.second-factor-refused': (w) => w.secondFactor.codeRefused,
  'user.passkey-added': (w) => w.secondFactor.passkeyAdded,
  'user.passkey-renamed': (w) => w.secondFactor.passkeyRenamed,
  'user.passkey-removed': (w) => w.secondFactor.passkeyRemoved,
  'user.factor-restored': (w, { suspended }) => {
    if (suspended === 'totp') return w.secondFactor.appRestored;
    return isKey(suspended) ? w.secondFactor.keyRestored : w.secondFactor.passkeyRestored;
  },
  'user.suspended-factor-removed': (w, { suspended }) => {
    if (suspended === 'totp') return w.secondFactor.suspendedAppRemoved;
    return isKey(suspended) ? w.secondFactor.suspendedKeyRemoved : w.secondFactor.suspendedPasskeyRemoved;
  },
  'user.passkey-refused': (w, data) =>
    data['reason'] === 'counter' ? w.secondFactor.passkeyCopied : w.secondFactor.passkeyRefused,
  'member.two-factor-reset': (w) => w.secondFactor.reset,
  'member.two-factor-reset-on-console': (w) => w.secondFactor.resetOnConsole,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
