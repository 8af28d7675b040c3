/**
 * Creates the certification authorities on the first start: a root, an issuing CA, a time-stamping unit and an OCSP
 * responder for each environment.
 */
import type { Environment } from '@countersign/contract';
import {
  type CertificateAddresses,
  createIssuingCa,
  createOcspCertificate,
  createRoot,
  createTimestampCertificate,
  exportPkcs8,
  type NewIdentity,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { insertAuthority, type AuthorityKind } from './store.ts';

const ORGANIZATION = 'Countersign';
const TITLES: Readonly<Record<AuthorityKind, string>> = {
  root: 'Root CA',
  issuing: 'Issuing CA',
  timestamp: 'Time-Stamping Unit',
  ocsp: 'OCSP Responder',
};

/**
 * Returns the purpose with which the vault seals a key. Later generations are numbered. The first generation has no
 * number, because its keys were sealed before generations existed.
 */
export function sealPurpose(environment: Environment, kind: AuthorityKind, generation = 1): string {
  return `authority ${environment} ${kind}${generation === 1 ? '' : ` ${generation}`}`;
}

/**
 * Each generation has a different name, so that certificates of different generations cannot be confused (RFC 5280
 * §4.1.2.6).
 */
export function authorityName(
  environment: Environment,
  kind: AuthorityKind,
  generation = 1,
): { organization: string; commonName: string } {
  const name = environment === 'sandbox' ? 'Countersign Sandbox (not legally binding)' : 'Countersign';
  return {
    organization: ORGANIZATION,
    commonName: `${name} ${TITLES[kind]}${generation === 1 ? '' : ` ${generation}`}`,
  };
}

/**
 * Returns the addresses of the issuing CA for a certificate. Without a fixed public address, the certificate contains
 * no addresses, because it would outlive them.
 * @param issuer the CA's name under /pki: `root`, `issuing`, `issuing-2`
 */
export function addressesOf(
  publicUrl: string | undefined,
  environment: Environment,
  issuer: string,
): { addresses?: CertificateAddresses } {
  if (publicUrl === undefined) return {};
  const base = `${publicUrl}/pki/${environment}/${issuer}`;
  return {
    addresses: {
      crl: `${base}.crl`,
      caIssuers: `${base}.cer`,
      // The root has only a CRL and no OCSP address, because the root is meant to be taken offline.
      ...(issuer !== 'root' && { ocsp: `${publicUrl}/pki/${environment}/ocsp` }),
    },
  };
}

/**
 * Inserts missing authorities. If two processes start for the first time at the same moment, both use the rows of the
 * process that inserted them first.
 */
export async function createAuthorities(
  tx: Tx,
  options: { vault: Vault; publicUrl: string | undefined },
): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const) {
    for (const [kind, identity] of await makeIdentities(environment, tx.now, options.publicUrl)) {
      const sealed = options.vault.seal(sealPurpose(environment, kind), exportPkcs8(identity.privateKey));
      tx.write(
        insertAuthority({
          environment,
          kind,
          generation: 1,
          certificate: identity.certificate.der,
          keySealed: sealed,
          chain: [],
          createdAt: tx.now,
        }),
      );
    }
  }
}

async function makeIdentities(
  environment: Environment,
  now: Date,
  publicUrl: string | undefined,
): Promise<[AuthorityKind, NewIdentity][]> {
  const common = (kind: AuthorityKind) => ({ ...authorityName(environment, kind), now });
  const root = await createRoot(common('root'));
  const issuing = await createIssuingCa(root, { ...common('issuing'), ...addressesOf(publicUrl, environment, 'root') });
  const timestamp = await createTimestampCertificate(issuing, {
    ...common('timestamp'),
    ...addressesOf(publicUrl, environment, 'issuing'),
  });
  const ocsp = await createOcspCertificate(issuing, common('ocsp'));
  return [
    ['root', root],
    ['issuing', issuing],
    ['timestamp', timestamp],
    ['ocsp', ocsp],
  ];
}
