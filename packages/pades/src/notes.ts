import type { SignatureReport } from '@countersign/pdf-sign';
import type { RevocationReason, RevocationStatus } from '@countersign/pki';

import type { ContainerCheck } from './container.ts';
import type { CandidateJudgement } from './judgement.ts';
import { DEVIATION_NOTES } from './reasons.ts';
import type { ContainerProblem, Deviation } from './reasons.ts';
import type { SignatureVerdict } from './report.ts';

/** Returns the revocation of the signer's certificate, regardless of its effective date. */
export function revocationOfSigner({
  path,
  declared,
}: Pick<CandidateJudgement, 'path' | 'declared'>): Extract<RevocationStatus, { status: 'revoked' }> | undefined {
  if (declared !== undefined) return declared;
  const own = path?.revocation[0];
  return own?.status === 'revoked' ? own : undefined;
}

const REVOKED_BECAUSE: Readonly<Record<RevocationReason, string>> = {
  unspecified: 'no reason is given',
  keyCompromise: 'its key was compromised',
  cACompromise: "its authority's key was compromised",
  affiliationChanged: "the holder's affiliation changed",
  superseded: 'it was superseded',
  cessationOfOperation: 'it was no longer needed',
  certificateHold: 'it was put on hold',
  removeFromCRL: 'it was removed from a revocation list',
  privilegeWithdrawn: 'its privilege was withdrawn',
  aACompromise: "an authority's key was compromised",
};

const QUALIFIED: Readonly<Record<NonNullable<SignatureVerdict['qualification']>, string>> = {
  'qualified-signature':
    'According to the trusted list and the certificate, this is a qualified electronic signature with a qualified certificate and a key in a qualified device.',
  'qualified-seal':
    'According to the trusted list and the certificate, this is a qualified electronic seal with a qualified certificate and a key in a qualified device.',
  'qualified-certificate':
    'According to the trusted list, the certificate was qualified at the time of signing. Nothing shows that its key is in a qualified device.',
};

/** Returns the notes about a signature, which do not include the reasons why it is invalid. */
export function notesOf(
  { check }: SignatureReport<ContainerCheck>,
  judgement: CandidateJudgement,
  qualification: SignatureVerdict['qualification'],
  problems: readonly ContainerProblem[],
): string[] {
  const isCounted = (deviation: Deviation): boolean =>
    problems.some((one) => one === deviation || (one === 'content_inside' && deviation === 'content_repeated'));
  const deviations = (check?.deviations ?? []).filter((one) => one === 'old_format' || !isCounted(one));
  const notes = deviations.map((one) => DEVIATION_NOTES[one]);
  const revoked = revocationOfSigner(judgement);
  const { declared } = judgement;
  if (declared !== undefined) {
    const from = `${momentText(declared.at)} (${REVOKED_BECAUSE[declared.reason]})`;
    const own =
      judgement.path?.revocation[0]?.status === 'good'
        ? 'The evidence in the file shows that it was not revoked at the time of signing'
        : 'The file contains no evidence of a revocation';
    notes.push(
      `The issuer declares this certificate void from ${from}. ${own}, and a time-stamp proves the time of signing. The declaration does not invalidate the signature.`,
    );
  } else if (revoked !== undefined) {
    const since = `The certificate was revoked as of ${momentText(revoked.at)} (${REVOKED_BECAUSE[revoked.reason]})`;
    if (revoked.inEffect) notes.push(`${since}.`);
    else if (judgement.isTimeProved)
      notes.push(
        `${since}. A time-stamp proves that the signature was created before the revocation, so the signature is still valid.`,
      );
    else notes.push(`${since}, after the time for which this file was verified.`);
  }
  if (check !== null && check.stamp !== undefined && judgement.stampPath?.valid === false)
    notes.push(
      'The authority of the time-stamp is not trusted here, so the signing time is only claimed by the signer.',
    );
  if (judgement.isClaimTooLate)
    notes.push(
      'The signing time that the signature claims lies in the future or after a trusted time-stamp that was added later, so the claim is wrong.',
    );
  if (qualification !== null) notes.push(QUALIFIED[qualification]);
  return notes;
}

/** Formats a time to the second, such as `2026-11-20 10:45:12 UTC`. */
const momentText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
