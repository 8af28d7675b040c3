import { type AuditData, type AuditSentences, counted } from '../../platform/audit/actions.ts';
import { identityCheckText } from '../signing/index.ts';

export const auditActions = {
  'in-person.started': (data: AuditData) =>
    `In-person session started by the host${data['access_code'] === true ? ' with an access code' : ''}; ${identityCheckText(data)}`,
  'in-person.verified': (data: AuditData) =>
    data['factors'] === 'access-code'
      ? 'The in-person session was opened with its access code'
      : 'The in-person session was opened',
  'in-person.code-refused': (data: AuditData) =>
    `A wrong access code was entered in person (${counted(data['left'], 'attempt')} left)`,
  'in-person.locked': () => 'The in-person session was locked after five wrong access codes',
  'in-person.ended': () => 'The host ended the in-person session',
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
