import type { Certificate } from './certificate.ts';
import { type Crl, type Revocation, verifyCrl } from './crl.ts';
import { answersAbout, type OcspResponse, verifyOcspResponse } from './ocsp-verify.ts';

/** Parsed revocation data from a DSS, a CMS or the network. Data from other issuers is skipped. */
export type RevocationMaterial = { readonly crls: readonly Crl[]; readonly ocsps: readonly OcspResponse[] };

/**
 * `inEffect` means that the revocation is dated at or before the validation time. A later revocation does not
 * invalidate a time-stamped signature.
 */
export type RevocationStatus =
  | { readonly status: 'good'; readonly source: 'crl' | 'ocsp'; readonly thisUpdate: Date }
  | ({ readonly status: 'revoked'; readonly source: 'crl' | 'ocsp'; readonly inEffect: boolean } & Revocation)
  | { readonly status: 'unknown' };

type Evidence = {
  readonly source: 'crl' | 'ocsp';
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Certificates that expired after this time are still listed. */
  readonly keptSince: Date | undefined;
  readonly revocation: Revocation | undefined;
};

/**
 * Returns the status of a certificate at a time, according to its issuer (RFC 5280 §6.3, RFC 6960 §3.2). The earliest
 * revocation applies, even if the source is old, because revocation is permanent. A `good` status requires evidence for
 * the time: it must have been created after that time or be current at that time. It must also have been created before
 * the certificate expired, because lists drop expired certificates. Never throws.
 */
export function revocationStatus(
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
  material: RevocationMaterial,
): RevocationStatus {
  const evidence = [...crlEvidence(certificate, issuer, material.crls), ...ocspEvidence(certificate, issuer, material)];
  const revoked = evidence
    .flatMap(({ source, revocation }) => (revocation ? [{ source, ...revocation }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  if (revoked) return { status: 'revoked', ...revoked, inEffect: revoked.at <= at };
  const good = evidence
    .filter((candidate) => speaksFor(candidate, certificate, at))
    .sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime())[0];
  return good ? { status: 'good', source: good.source, thisUpdate: good.thisUpdate } : { status: 'unknown' };
}

function speaksFor({ thisUpdate, nextUpdate, keptSince }: Evidence, certificate: Certificate, at: Date): boolean {
  if (thisUpdate > certificate.notAfter && (!keptSince || keptSince > certificate.notAfter)) return false;
  return thisUpdate >= at || (nextUpdate !== undefined && at <= nextUpdate);
}

/**
 * A delegated responder cannot confirm a status if its issuer has revoked its certificate (RFC 6960 §4.2.2.2.1). A
 * revocation that the responder reports is still used, because ignoring it could only make a certificate appear valid.
 * Only lists can revoke a responder, because a responder cannot confirm itself. With ocsp-nocheck, the issuer declares
 * that no check is needed. If a list revokes the responder anyway, the revocation applies.
 */
function isRevokedResponder(responder: Certificate, issuer: Certificate, at: Date, crls: readonly Crl[]): boolean {
  if (responder.der.equals(issuer.der)) return false;
  return crlEvidence(responder, issuer, crls).some(({ revocation }) => revocation !== undefined && revocation.at <= at);
}

function crlEvidence(certificate: Certificate, issuer: Certificate, crls: readonly Crl[]): Evidence[] {
  return crls
    .filter((crl) => !crl.unusable && verifyCrl(crl, issuer))
    .map((crl) => ({
      source: 'crl',
      thisUpdate: crl.thisUpdate,
      nextUpdate: crl.nextUpdate,
      keptSince: crl.expiredCertificatesSince,
      revocation: crl.revoked.get(certificate.serial),
    }));
}

function ocspEvidence(certificate: Certificate, issuer: Certificate, { ocsps, crls }: RevocationMaterial): Evidence[] {
  return ocsps.flatMap((response) => {
    const answers = answersAbout(response, issuer, certificate.serial).filter(({ status }) => status !== 'unknown');
    if (answers.length === 0) return [];
    const { valid, responder } = verifyOcspResponse({ response, issuer });
    if (!valid || !responder) return [];
    const isHeard = !isRevokedResponder(responder, issuer, response.producedAt, crls);
    return answers
      .filter(({ status }) => isHeard || status === 'revoked')
      .map((answer) => ({
        source: 'ocsp' as const,
        thisUpdate: answer.thisUpdate,
        nextUpdate: answer.nextUpdate,
        keptSince: answer.archiveCutoff,
        revocation: answer.status === 'revoked' ? { at: answer.at, reason: answer.reason } : undefined,
      }));
  });
}
