/** Checks the key and certificates that the operator provides. Each error is one sentence that states what to fix. */
import {
  type Certificate,
  isSelfIssued,
  isSignedBy,
  Oid,
  publicKeyOf,
  remoteSigningKey,
  type SigningKey,
  type SigningOptions,
  type StrongDigest,
  verifySignature,
} from '@countersign/pki';
import type { PrivateKey } from '../../platform/ports/private-key.ts';
import type { ExternalIdentity } from './authorities.ts';
import type { ExternalSeal } from './seals.ts';

/** `ca` issues signers' certificates, `seal` seals documents. */
export type ExternalUse = 'ca' | 'seal';

export class ExternalKeyFault extends Error {
  override name = 'ExternalKeyFault';
}

const ANY_PURPOSE = '2.5.29.37.0';
/**
 * Extended key usages that PDF readers accept for document signing. The last two are defined by Adobe and Microsoft.
 */
const SIGNING_PURPOSES = [
  ANY_PURPOSE,
  Oid.documentSigning,
  Oid.emailProtection,
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
];

/**
 * Returns the key with its certificate and chain, after signing a test message and verifying it with the certificate.
 *
 * @throws ExternalKeyFault, or KeyUnavailableError or KeyRefusedError from the key
 */
export async function externalIdentity(
  use: ExternalUse,
  key: PrivateKey,
  certificates: readonly Certificate[],
  {
    now,
    pss,
    log,
    isTriedLater = false,
  }: {
    now: Date;
    pss: boolean;
    log?: (error: unknown) => Error;
    /** If true, a key that cannot be reached now is tested later. */
    isTriedLater?: boolean;
  },
): Promise<ExternalIdentity & ExternalSeal> {
  const certificate = certificates.find(({ spki }) => spki.equals(key.publicKeySpki));
  if (!certificate) throw new ExternalKeyFault('none of the certificates matches this key');
  const chain = chainAbove(certificate, certificates);
  const fault = use === 'ca' ? caFault(certificate) : sealFault(certificate);
  if (fault !== undefined) throw new ExternalKeyFault(`the certificate ${fault}`);
  for (const one of [certificate, ...chain]) {
    if (now < one.notBefore) throw new ExternalKeyFault(`${one.subject.text} is valid only from ${day(one.notBefore)}`);
    if (now > one.notAfter) throw new ExternalKeyFault(`${one.subject.text} expired on ${day(one.notAfter)}`);
  }
  const remote = (options: SigningOptions): SigningKey =>
    remoteSigningKey(
      certificate.spki,
      (algorithm, data) =>
        key.sign(algorithm, data).catch((error: unknown) => {
          throw log?.(error) ?? error;
        }),
      options,
    );
  const keyFor = (digest: StrongDigest) => remote({ digest, ...(pss && { pss }) });
  const own = remote(pss ? { pss } : {});
  if (!isTriedLater) await tryOutKey(key, certificate, pss);
  return { certificate, chain, key: own, keyFor, digests: key.digests };
}

/** Signs a test message and verifies it with the certificate. @throws ExternalKeyFault, and errors of the key */
export async function tryOutKey(opened: PrivateKey, certificate: Certificate, pss: boolean): Promise<void> {
  const key = remoteSigningKey(certificate.spki, opened.sign.bind(opened), pss ? { pss } : {});
  const data = Buffer.from('countersign: is this the key of the certificate?');
  const signature = await key.sign(data);
  if (!verifySignature(key.algorithm, publicKeyOf(certificate), data, signature))
    throw new ExternalKeyFault('a test signature made with the key could not be verified with the certificate');
}

function chainAbove(leaf: Certificate, certificates: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  for (let last = leaf; !isSelfIssued(last);) {
    const below = last;
    const above = certificates.find(
      (one) => one !== below && !chain.includes(one) && one.subject.equals(below.issuer) && isSignedBy(below, one),
    );
    if (!above) {
      if (chain.length === 0)
        throw new ExternalKeyFault(
          "the certificate of the key's issuer is missing. Add the chain up to the root certificate",
        );
      break;
    }
    if (above.extensions.basicConstraints?.ca !== true)
      throw new ExternalKeyFault(`the issuer ${above.subject.text} is not a certification authority`);
    chain.push(above);
    last = above;
  }
  return chain;
}

function caFault({ extensions, version }: Certificate): string | undefined {
  const { basicConstraints, keyUsage, subjectKeyIdentifier } = extensions;
  const purposes = extensions.extendedKeyUsage?.purposes;
  if (version !== 3 || basicConstraints?.ca !== true)
    return 'is not a certification authority (basicConstraints CA:TRUE)';
  if (keyUsage && !keyUsage.has('keyCertSign')) return 'must not issue certificates: its key usage lacks keyCertSign';
  if (keyUsage && !keyUsage.has('cRLSign')) return 'must not issue revocation lists: its key usage lacks cRLSign';
  if (!subjectKeyIdentifier)
    return 'has no subjectKeyIdentifier, which the certificates that it issues must refer to (RFC 5280 §4.2.1.2)';
  const needed = [Oid.timeStamping, Oid.ocspSigning, Oid.emailProtection];
  if (purposes && !purposes.includes(ANY_PURPOSE) && !needed.every((oid) => purposes.includes(oid)))
    return 'is limited by its extended key usage, which must allow emailProtection, timeStamping and OCSPSigning, or be absent';
  return undefined;
}

function sealFault({ extensions }: Certificate): string | undefined {
  const { basicConstraints, keyUsage } = extensions;
  const purposes = extensions.extendedKeyUsage?.purposes;
  if (basicConstraints?.ca === true) return 'belongs to a certification authority, which must not sign documents';
  if (keyUsage && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation'))
    return 'must not sign documents: its key usage has neither digitalSignature nor nonRepudiation';
  if (purposes && !purposes.some((oid) => SIGNING_PURPOSES.includes(oid)))
    return 'is for another purpose: its extended key usage includes neither documentSigning nor emailProtection';
  return undefined;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
