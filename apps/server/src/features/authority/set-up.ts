/** Makes the certification authorities at the first start: a root, an issuing CA, a time-stamping unit and an OCSP responder for each environment. */
import type { Environment } from '@countersign/contract';
import {
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

export function sealPurpose(environment: Environment, kind: AuthorityKind): string {
  return `authority ${environment} ${kind}`;
}

/** Writes what is missing; two processes at their first start agree on whichever came first. */
export async function createAuthorities(
  tx: Tx,
  options: { vault: Vault; publicUrl: string | undefined },
): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const) {
    for (const [kind, identity] of await makeIdentities(environment, tx.now, options.publicUrl)) {
      const sealed = options.vault.seal(sealPurpose(environment, kind), exportPkcs8(identity.privateKey));
      tx.write(insertAuthority(environment, kind, identity.certificate.der, sealed, tx.now));
    }
  }
}

async function makeIdentities(
  environment: Environment,
  now: Date,
  publicUrl: string | undefined,
): Promise<[AuthorityKind, NewIdentity][]> {
  const name = environment === 'sandbox' ? 'Countersign Sandbox (not legally binding)' : 'Countersign';
  // Without a fixed public address no certificate carries one: it would outlive the address it names (decisions §1).
  const addresses = (issuer: 'root' | 'issuing') =>
    publicUrl === undefined
      ? {}
      : {
          addresses: {
            crl: `${publicUrl}/pki/${environment}/${issuer}.crl`,
            caIssuers: `${publicUrl}/pki/${environment}/${issuer}.cer`,
            // The root answers by its CRL alone: it is meant to be taken offline.
            ...(issuer === 'issuing' && { ocsp: `${publicUrl}/pki/${environment}/ocsp` }),
          },
        };
  const common = { organization: ORGANIZATION, now };
  const root = await createRoot({ ...common, commonName: `${name} Root CA` });
  const issuing = await createIssuingCa(root, { ...common, commonName: `${name} Issuing CA`, ...addresses('root') });
  const timestamp = await createTimestampCertificate(issuing, {
    ...common,
    commonName: `${name} Time-Stamping Unit`,
    ...addresses('issuing'),
  });
  const ocsp = await createOcspCertificate(issuing, { ...common, commonName: `${name} OCSP Responder` });
  return [
    ['root', root],
    ['issuing', issuing],
    ['timestamp', timestamp],
    ['ocsp', ocsp],
  ];
}
