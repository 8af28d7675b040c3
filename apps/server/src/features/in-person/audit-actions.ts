import type { AuditSentences } from '../../platform/audit/actions.ts';
import { identityCheckText } from '../signing/index.ts';

export const auditActions = {
  'in-person.started': (w, data) =>
    (data['access_code'] === true ? w.inPerson.startedWithCode : w.inPerson.started)(identityCheckText(w, data)),
  'in-person.verified': (w, data) =>
    data['factors'] === 'access-code' ? w.inPerson.openedWithCode : w.inPerson.opened,
  'in-person.code-refused': (w, data) => w.inPerson.wrongCode(Number(data['left'])),
  'in-person.locked': (w) => w.inPerson.locked,
  'in-person.ended': (w) => w.inPerson.ended,
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
