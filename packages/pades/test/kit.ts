import type { SignatureInput } from '@countersign/pdf-sign';
import {
  createCrl,
  createIssuingCa,
  createRoot,
  createSealCertificate,
  createTimestampCertificate,
  createTimestampToken,
  digestOf,
  generateKey,
  issueSignerCertificate,
  parseCertificate,
  signCades,
} from '@countersign/pki';
import type { Identity, KeyKind, NewIdentity, SigningOptions } from '@countersign/pki';

import type { Trust } from '../src/judgement.ts';

// Provides a certification authority for the verification tests, set up as it is on the server, with its certificates
// and time-stamps.

export const SIGNED_AT = new Date('2026-11-20T10:45:12.345Z');

export const after = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000);

export interface TestAuthority {
  readonly root: NewIdentity;
  readonly ca: NewIdentity;
  readonly tsa: NewIdentity;
  readonly seal: NewIdentity;
}

export async function makeAuthority(name = 'Test', signedAt = SIGNED_AT): Promise<TestAuthority> {
  const now = after(signedAt, -30);
  const root = await createRoot({ commonName: `${name} Root`, now });
  const ca = await createIssuingCa(root, { commonName: `${name} CA`, now });
  const tsa = await createTimestampCertificate(ca, { commonName: `${name} Time`, now });
  const seal = await createSealCertificate(ca, { organizationName: name, organizationId: 'org_1', now });
  return { root, ca, tsa, seal };
}

export async function makeSigner(
  { root, ca }: TestAuthority,
  email: string,
  kind: KeyKind = 'p256',
  { options = {}, now = SIGNED_AT }: { options?: SigningOptions | undefined; now?: Date | undefined } = {},
): Promise<NewIdentity> {
  const { signingKey: key, privateKey } = generateKey(kind, options);
  const certificate = await issueSignerCertificate(ca, { email, spki: key.publicKeySpki, now });
  return { certificate, key, privateKey, chain: [ca.certificate, root.certificate] };
}

/** Creates a time-stamp token over a digest. */
export function stamp({ tsa, ca }: TestAuthority, imprint: Uint8Array, now: Date): Promise<Buffer> {
  const unit = { key: tsa.key, certificate: tsa.certificate, chain: [ca.certificate], policy: '1.3.6.1.4.1.99999.1.2' };
  return createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint, now });
}

/**
 * Creates a CAdES container over a digest that uses the signer's algorithm. `stamper` adds a time-stamp unless it is
 * null.
 */
export function container(
  signer: Identity,
  digest: Buffer,
  stamper: TestAuthority | null,
  at = SIGNED_AT,
): Promise<Buffer> {
  const timestamp = (value: Buffer): Promise<Buffer> =>
    stamper === null ? Promise.reject(new Error('unused')) : stamp(stamper, digestOf('sha256', value), at);
  const { certificate, key, chain } = signer;
  return signCades({
    digest,
    digestAlgorithm: key.algorithm.digest,
    key,
    certificate,
    chain,
    ...(stamper === null ? {} : { timestamp }),
  });
}

/** Returns CRLs of the root and the CA, as collected for B-LT. */
export async function crls(
  { root, ca }: TestAuthority,
  now: Date,
  revoked: readonly { serial: string; at: Date }[] = [],
): Promise<Buffer[]> {
  const list = (issuer: NewIdentity, entries: typeof revoked): Promise<Buffer> =>
    createCrl({
      issuer: issuer.certificate,
      key: issuer.key,
      revoked: entries,
      number: 1,
      now,
      nextUpdate: after(now, 7),
    });
  return [await list(root, []), await list(ca, revoked)];
}

/** Returns the report of pdf-sign for a container in a file whose signed bytes are `content`. */
export function inputOf(contents: Buffer, content: Buffer, more: Partial<SignatureInput> = {}): SignatureInput {
  return {
    field: 'Signer_1',
    kind: 'signature',
    subFilter: 'ETSI.CAdES.detached',
    contents,
    hasTrailingBytes: false,
    paddedContents: contents,
    certificates: [],
    digest: (algorithm) => digestOf(algorithm, content),
    signedBytes: () => content,
    claimedTime: SIGNED_AT,
    trailPosition: null,
    validation: { certificates: [], crls: [], ocsps: [] },
    ...more,
  };
}

export function trustIn({ root }: TestAuthority, now: Date): Trust {
  return {
    anchors: [parseCertificate(root.certificate.der)],
    certificates: [],
    revocation: { crls: [], ocsps: [] },
    now,
    requireRevocation: false,
  };
}
