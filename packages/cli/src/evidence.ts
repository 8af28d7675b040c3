import {
  buildOcspRequest,
  isSelfIssued,
  isSignedBy,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
  PkiError,
  revocationStatus,
} from '@countersign/pki';
import type { Certificate, Crl, OcspResponse } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';

// The evidence for B-LT (EN 319 142-1 §6.3): every certificate up to the roots, and the revocation status of every
// certificate below a root. It is read from the given files, or else downloaded from the addresses in the certificates.

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const MAX_HEIGHT = 10;

/** Evidence in DER, ready for a document security store (DSS). */
export interface Evidence {
  readonly certificates: readonly Buffer[];
  readonly crls: readonly Buffer[];
  readonly ocsps: readonly Buffer[];
}

export interface EvidenceOptions {
  /** The certificates to collect evidence for: the signer's and the time-stamping authority's. */
  readonly leaves: readonly Certificate[];
  /** Certificates above the leaf certificates that may be needed to build the paths. */
  readonly known: readonly Certificate[];
  readonly crls: readonly Crl[];
  /** The time that the revocation data must cover, which is the time of the time-stamp. */
  readonly at: Date;
}

/**
 * Collects certificates and revocation data. Throws CommandError (1) if something is missing or a certificate is
 * revoked, so no file claims a level it does not reach.
 */
export async function gatherEvidence({ leaves, known, crls, at }: EvidenceOptions): Promise<Evidence> {
  const material = { crls: [...crls], ocsps: [] as OcspResponse[] };
  const used = new Map<string, Certificate>();
  for (const leaf of leaves) {
    const path = await pathOf(leaf, known);
    for (const [height, certificate] of path.entries()) {
      used.set(certificate.der.toString('hex'), certificate);
      const issuer = path[height + 1];
      if (issuer === undefined || certificate.extensions.ocspNoCheck) continue;
      await ensureStatus(certificate, issuer, material, at);
    }
  }
  return {
    certificates: [...used.values()].map(({ der }) => der),
    crls: material.crls.map(({ der }) => der),
    ocsps: material.ocsps.map(({ der }) => der),
  };
}

/**
 * Builds the path from a certificate to its root. A missing issuer is downloaded from the address in the issued
 * certificate.
 */
async function pathOf(leaf: Certificate, known: readonly Certificate[]): Promise<Certificate[]> {
  const path = [leaf];
  for (let last = leaf; !isSelfIssued(last);) {
    const below = last;
    const issuer = known.find((one) => isIssuer(one, below)) ?? (await fetchIssuer(below));
    if (issuer === undefined || path.length >= MAX_HEIGHT)
      throw missing(
        `the certificate of ${below.issuer.text} cannot be found; export the key with its complete certificate chain`,
      );
    path.push(issuer);
    last = issuer;
  }
  return path;
}

const isIssuer = (candidate: Certificate, certificate: Certificate): boolean =>
  candidate.subject.equals(certificate.issuer) && isSignedBy(certificate, candidate);

async function fetchIssuer(certificate: Certificate): Promise<Certificate | undefined> {
  for (const address of certificate.extensions.caIssuersAddresses) {
    const issuer = await fetched(address, parseCertificate);
    if (issuer !== undefined && isIssuer(issuer, certificate)) return issuer;
  }
  return undefined;
}

async function ensureStatus(
  certificate: Certificate,
  issuer: Certificate,
  material: { readonly crls: Crl[]; readonly ocsps: OcspResponse[] },
  at: Date,
): Promise<void> {
  const isKnown = (): boolean => {
    const status = revocationStatus(certificate, issuer, at, material);
    if (status.status === 'revoked') throw missing(`the certificate of ${certificate.subject.text} has been revoked`);
    return status.status === 'good';
  };
  if (isKnown()) return;
  const { ocspAddresses, crlAddresses } = certificate.extensions;
  const request = buildOcspRequest({ issuer, serials: [certificate.serial] });
  for (const address of ocspAddresses) {
    const answer = await fetched(address, parseOcspResponse, request);
    if (answer === undefined) continue;
    material.ocsps.push(answer);
    if (isKnown()) return;
    material.ocsps.pop();
  }
  for (const address of crlAddresses) {
    const list = await fetched(address, parseCrl);
    if (list === undefined) continue;
    material.crls.push(list);
    if (isKnown()) return;
    material.crls.pop();
  }
  const asked = ocspAddresses.length + crlAddresses.length;
  const why =
    asked === 0 ? 'it does not contain an address for revocation data' : 'none of the addresses in it responded';
  throw missing(
    `the revocation status of the certificate of ${certificate.subject.text} is unknown: ${why}; pass the revocation list of its authority with --crl`,
  );
}

/**
 * Returns the response from an address, or undefined if the response is unusable. The caller can then try another
 * address.
 */
async function fetched<Parsed>(
  address: string,
  parse: (der: Buffer) => Parsed,
  body?: Buffer,
): Promise<Parsed | undefined> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  try {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': 'application/ocsp-request' } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      // Leaving the loop cancels the transfer.
      if (length > MAX_ANSWER_BYTES) return undefined;
      parts.push(part);
    }
    return response.ok ? parse(Buffer.concat(parts)) : undefined;
  } catch (cause) {
    // Network and parsing errors are expected. Any other error is a bug.
    if (cause instanceof PkiError || cause instanceof TypeError || cause instanceof DOMException) return undefined;
    throw cause;
  }
}

function missing(what: string): CommandError {
  return new CommandError(ExitCode.invalid, `The file was not signed: ${what}.`);
}
