import { type AuditData, type AuditSentences, shown, counted } from '../../platform/audit/actions.ts';
import { identityCheckText } from './identity-facts.ts';

export const auditActions = {
  'signer.package-opened': (data: AuditData) =>
    data['same_document'] === true
      ? `Opened in the same visit as another role of this recipient (${shown(data['credential'], 'link')})`
      : `Document opened from another document of the package (${shown(data['credential'], 'link')})`,
  'document.viewed': (data: AuditData) => {
    const revision = typeof data['revision'] === 'number' ? ` (revision ${data['revision']})` : '';
    return data['shown'] === 'reported' ? `Opening reported by the signing page${revision}` : `Opened${revision}`;
  },
  'document.revision-viewed': (data: AuditData) => `Was shown revision ${String(data['revision'])}`,
  'document.signing-started': () => 'Started signing',
  'document.signed': (data: AuditData) =>
    `Signed${data['credential'] === 'in-person' ? ` in person, ${identityCheckText(data)}` : ''} (revision ${String(data['revision'])})`,
  'document.completed': () =>
    'Completed: all signatures collected; sealed with validation data and an archive time-stamp',
  'document.renewed': (data: AuditData) =>
    `Archive time-stamp renewed (until ${shown(data['protected_until'], '').slice(0, 10)})`,
  'signer.own-link-issued': (data: AuditData) =>
    `A single-use signing link was issued to a recipient through their own account (${data['second_factor'] === null ? '' : 'with a second factor, '}signed in by ${shown(data['login'], 'password')})`,
  'signer.drawing-link-issued': (data: AuditData) =>
    `A single-use link to draw the ${shown(data['what'], 'signature')} on another device was issued to the recipient`,
  'signer.drawing-link-used': () => 'The link to draw on another device was opened',
  'signer.drawing-received': (data: AuditData) =>
    `A drawing of the ${shown(data['what'], 'signature')} was received from the other device`,
  'signer.link-used': () => 'The single-use signing link was opened',
  'signer.access-code-passed': () => 'The correct access code was entered',
  'signer.access-code-refused': (data: AuditData) =>
    `A wrong access code was entered (${counted(data['left'], 'attempt')} left)`,
  'signer.access-locked': () => 'Locked after five wrong access codes',
  'signer.step-code-sent': () => "A code was sent to a recipient's second address",
  'signer.step-passed': (data: AuditData) =>
    data['step'] === 'account'
      ? 'Recipient authentication passed: own account with a second factor'
      : 'Recipient authentication passed: code sent to the second address',
  'signer.step-refused': (data: AuditData) =>
    `A wrong recipient authentication code was entered (${counted(data['left'], 'attempt')} left)`,
  'signer.step-locked': () => 'Locked after five wrong recipient authentication codes',
  'certificate.revoked': (data: AuditData) =>
    `A signer's certificate was revoked as of ${String(data['revoked_at'])} (${shown(data['reason'], 'no reason recorded').replaceAll('_', ' ')})`,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
