/**
 * The service's SAML key pairs, one per organization. A key pair signs requests and decrypts assertions. It is created
 * on first use and kept when the provider changes, so a provider that has our metadata does not have to import it
 * again.
 */
import { buildCertificate, encodeName, exportPkcs8, generateKeyAside, signingKey, toPem } from '@countersign/pki';
import type { SsoDependencies } from './dependencies.ts';
import { insertSsoKey, selectSsoKey, type SsoKeyRow } from './store.ts';

export const keyPurpose = (tenantId: string) => `sso key ${tenantId}`;

export async function ourKey(
  { uow, vault }: SsoDependencies,
  live: string,
): Promise<{ keyPem: string; certificatePem: string }> {
  const row = (await uow.read(live, selectSsoKey(live)))[0] ?? (await makeKey({ uow, vault }, live));
  return {
    keyPem: toPem('PRIVATE KEY', vault.open(keyPurpose(live), row.key_sealed)),
    certificatePem: toPem('CERTIFICATE', row.certificate),
  };
}

async function makeKey({ uow, vault }: Pick<SsoDependencies, 'uow' | 'vault'>, live: string): Promise<SsoKeyRow> {
  // The key is generated before the transaction, because generating an RSA key takes several tenths of a second.
  const { key, certificate } = await newPair(uow.now());
  return uow.runAuth(async (tx) => {
    tx.enter({ role: 'app', tenantId: live });
    tx.write(insertSsoKey(live, vault.seal(keyPurpose(live), key), certificate, tx.now));
    const [row] = await tx.query(selectSsoKey(live));
    if (!row) throw new Error('the single sign-on key was not stored');
    return row;
  });
}

/**
 * Creates an RSA key, because providers encrypt with it and xml-crypto supports nothing else for XML Signature. The
 * certificate's name and validity period are never checked.
 */
async function newPair(now: Date): Promise<{ key: Buffer; certificate: Buffer }> {
  const privateKey = await generateKeyAside('rsa3072');
  const self = signingKey(privateKey);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 10);
  const { der } = await buildCertificate({
    subject: encodeName({ commonName: 'Countersign single sign-on' }),
    subjectPublicKeySpki: self.publicKeySpki,
    issuer: { self },
    notBefore: now,
    notAfter,
    extensions: [],
  });
  return { key: exportPkcs8(privateKey), certificate: der };
}
