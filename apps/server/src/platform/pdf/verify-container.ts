import type { SignatureInput } from '@countersign/pdf-sign';
import {
  parseCertificate,
  parseCrl,
  parseOcspResponse,
  PkiError,
  verifyCms,
  verifyTimestampToken,
} from '@countersign/pki';
import type { Certificate, CmsVerification, RevocationMaterial, TimestampVerification } from '@countersign/pki';

import type { ContainerProblem } from './verify-reasons.ts';

/** What a signature container says, checked in itself. Who is trusted, and at what time, is judged later. */
export interface ContainerCheck {
  readonly problems: readonly ContainerProblem[];
  readonly weak: boolean;
  readonly signer: Certificate | undefined;
  /** Claimed by the signer. */
  readonly claimedTime: Date | undefined;
  /** The signature's own time-stamp; of a document time-stamp, itself. */
  readonly stamp: TimestampVerification | undefined;
  /** Every certificate at hand that may stand between a signer and an anchor. */
  readonly certificates: readonly Certificate[];
  /** What the file brings about revocation. */
  readonly revocation: RevocationMaterial;
  /** Signed as PAdES has it (ETSI.CAdES.detached): only then is there a level. */
  readonly isPades: boolean;
}

/** A DSS of more is not read on: a real one has a few of each. */
const MAX_MATERIAL = 500;

/** Checks the CMS of a signature or document time-stamp. Malformed input is a finding, never an exception. */
export function checkContainer(input: SignatureInput): ContainerCheck {
  const certificates = readAll(input.validation.certificates, parseCertificate);
  const revocation = {
    crls: readAll(input.validation.crls, parseCrl),
    ocsps: readAll(input.validation.ocsps, parseOcspResponse),
  };
  const isPades = input.subFilter === 'ETSI.CAdES.detached';
  if (input.kind === 'timestamp') {
    const stamp = verifyTimestampToken({ token: input.contents, imprint: input.digest, certificates });
    return {
      problems: stamp.problems,
      weak: stamp.weak,
      signer: stamp.signer,
      claimedTime: stamp.time,
      stamp,
      certificates: [...certificates, ...stamp.certificates],
      revocation,
      isPades: false,
    };
  }
  const cms = verifyCms({
    der: input.contents,
    digestOf: input.digest,
    certificates,
    requireSigningCertificate: isPades,
  });
  const stamp = stampOf(cms, certificates);
  return {
    problems: [...cms.problems, ...pdfProblems(input, cms)],
    weak: cms.weak,
    signer: cms.signer,
    claimedTime: cms.signingTime ?? input.claimedTime ?? undefined,
    stamp,
    certificates: [...certificates, ...cms.certificates, ...(stamp?.certificates ?? [])],
    revocation,
    isPades,
  };
}

/**
 * What CMS allows and PDF does not. Content inside the container would be signed instead of the file's bytes, and any
 * file could be dressed with an old signature (ISO 32000-2 12.8.3.3.1: no data shall be encapsulated).
 */
function pdfProblems(input: SignatureInput, cms: CmsVerification): ContainerProblem[] {
  if (input.subFilter !== 'ETSI.CAdES.detached' && input.subFilter !== 'adbe.pkcs7.detached')
    return ['unsupported_kind'];
  return cms.cms?.eContent === undefined ? [] : ['content_inside'];
}

function stampOf(cms: CmsVerification, certificates: readonly Certificate[]): TimestampVerification | undefined {
  const token = cms.timestampToken;
  if (token === undefined || cms.cms === undefined) return undefined;
  return verifyTimestampToken({ token, data: cms.cms.signature, certificates });
}

function readAll<Parsed>(encoded: readonly Buffer[], parse: (der: Uint8Array) => Parsed): Parsed[] {
  return encoded.slice(0, MAX_MATERIAL).flatMap((der) => {
    try {
      return [parse(der)];
    } catch (error) {
      // Evidence that cannot be read is no evidence.
      if (error instanceof PkiError) return [];
      throw error;
    }
  });
}
