import type { RevocationReason } from '@countersign/contract';
import type { AuditSentences } from '../../platform/audit/actions.ts';
import type { SessionMethod, SignerPrincipal } from '../../platform/principal.ts';
import { identityCheckText } from './identity-facts.ts';

export const auditActions = {
  'signer.package-opened': (w, data) =>
    (data['same_document'] === true ? w.signing.openedAsOtherRole : w.signing.openedFromPackage)(
      w.name(w.names.credentials satisfies Record<SignerPrincipal['via'], string>, data['credential']),
    ),
  'document.viewed': (w, { revision, shown }) => {
    const isReported = shown === 'reported';
    if (typeof revision !== 'number') return isReported ? w.signing.openingReported : w.signing.opened;
    return (isReported ? w.signing.openingOfRevisionReported : w.signing.openedRevision)(String(revision));
  },
  'document.revision-viewed': (w, data) => w.signing.shown(String(data['revision'])),
  'document.signing-started': (w) => w.signing.started,
  'document.signed': (w, data) => {
    const revision = String(data['revision']);
    return data['credential'] === 'in-person'
      ? w.signing.signedInPerson(identityCheckText(w, data), revision)
      : w.signing.signed(revision);
  },
  'document.completed': (w) => w.signing.completed,
  'document.renewed': (w, data) => w.signing.renewed(w.day(data['protected_until'])),
  'signer.own-link-issued': (w, data) =>
    (data['second_factor'] === null ? w.signing.ownLinkIssued : w.signing.ownLinkIssuedWithFactor)(
      w.name(w.names.logins satisfies Record<SessionMethod, string>, data['login']),
    ),
  'signer.drawing-link-issued': (w, data) =>
    data['what'] === 'initials' ? w.signing.initialsLinkIssued : w.signing.signatureLinkIssued,
  'signer.drawing-link-used': (w) => w.signing.drawingLinkOpened,
  'signer.drawing-received': (w, data) =>
    data['what'] === 'initials' ? w.signing.initialsReceived : w.signing.signatureReceived,
  'signer.link-used': (w) => w.signing.linkOpened,
  'signer.access-code-passed': (w) => w.signing.codeEntered,
  'signer.access-code-refused': (w, data) => w.signing.wrongCode(Number(data['left'])),
  'signer.access-locked': (w) => w.signing.locked,
  'signer.step-code-sent': (w) => w.signing.stepCodeSent,
  'signer.step-passed': (w, data) =>
    data['step'] === 'account' ? w.signing.stepPassedByAccount : w.signing.stepPassedByCode,
  'signer.step-refused': (w, data) => w.signing.wrongStepCode(Number(data['left'])),
  'signer.step-locked': (w) => w.signing.stepLocked,
  'certificate.revoked': (w, data) =>
    w.signing.certificateRevoked(
      w.time(data['revoked_at']),
      w.name(w.names.revocationReasons satisfies Record<RevocationReason, string>, data['reason']),
    ),
} as const satisfies AuditSentences;

declare module '../../platform/audit/actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
