import { appendDss } from '@countersign/pdf-sign';
import { buildCertificate, encodeName, extensions, generateKey, keyIdentifier, Oid } from '@countersign/pki';
import type { Extension, Identity } from '@countersign/pki';
import { after, makeSigner, SIGNED_AT } from '../../packages/pades/test/kit.ts';
import { evidence, FILE_ID, honest, signAs } from '../kit/document.ts';
import type { Base, Doc } from '../kit/document.ts';
import { change, objectWith } from '../kit/update.ts';
import { indeterminate, invalid, VALID, vector } from '../kit/vector.ts';
import type { Made, Vector } from '../kit/vector.ts';

// Certificates that do not meet the requirements for the signature. The signatures themselves are correct.

const { basicConstraints, emailNameConstraints, extendedKeyUsage, keyUsage, subjectKeyIdentifier } = extensions;

interface Profile {
  readonly extensions?: readonly Extension[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly name?: string;
}

const SIGNING = [keyUsage('digitalSignature'), extendedKeyUsage([Oid.documentSigning])];

/** Issues a certificate with any profile. */
async function issue(
  issuer: Identity,
  { extensions: list = SIGNING, notBefore, notAfter, name }: Profile,
): Promise<Identity> {
  const { signingKey: key } = generateKey('p256');
  const certificate = await buildCertificate({
    subject: encodeName({ commonName: name ?? 'ann@example.org' }),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: { certificate: issuer.certificate, key: issuer.key },
    notBefore: notBefore ?? after(SIGNED_AT, -1),
    notAfter: notAfter ?? after(SIGNED_AT, 365),
    extensions: [...list, subjectKeyIdentifier(keyIdentifier(key.publicKeySpki))],
  });
  return { certificate, key, chain: [issuer.certificate, ...issuer.chain] };
}

async function signedBy(base: Base, signer: Identity, isStamped = true): Promise<Made> {
  return { file: (await signAs(base.sent, 'Signer_1', honest(signer, isStamped ? base.authority : null))).file };
}

/** Returns validation data in which Ann's certificate is revoked. */
async function revokedAt(base: Base, at: Date, isStamped: boolean): Promise<Made> {
  const signed: Doc = await signAs(base.sent, 'Signer_1', honest(base.ann, isStamped ? base.authority : null));
  const data = await evidence(base.authority, [{ serial: base.ann.certificate.serial, at }]);
  const { tail } = appendDss(signed.state, { ...data, fileId: FILE_ID });
  return { file: Buffer.concat([signed.file, tail]) };
}

const short: Profile = { notAfter: after(SIGNED_AT, 1) };
const PURPOSE = /was issued for another purpose/;
const USAGE = /was not issued for this use/;
const UNTRUSTED = /not issued by an authority that is trusted/;

export const certificates: readonly Vector[] = [
  vector(
    'certificate',
    'certificate-expired',
    'The certificate has expired, and no time-stamp proves that it was valid when the signature was created.',
    indeterminate('Signer_1', /had expired/),
    async (base) => ({
      ...(await signedBy(base, await issue(base.authority.ca, short), false)),
      now: after(SIGNED_AT, 2),
    }),
  ),
  vector(
    'benign',
    'benign-certificate-expired-later',
    'The certificate has since expired, but a time-stamp proves that it was valid when the signature was created.',
    VALID,
    async (base) => ({
      ...(await signedBy(base, await issue(base.authority.ca, short))),
      now: after(SIGNED_AT, 2),
    }),
  ),
  vector(
    'certificate',
    'certificate-not-yet-valid',
    "The certificate's validity starts after the time-stamp.",
    invalid('Signer_1', /was not yet valid/),
    async (base) => signedBy(base, await issue(base.authority.ca, { notBefore: after(SIGNED_AT, 0.5) })),
  ),
  vector(
    'certificate',
    'certificate-revoked-before-stamp',
    'The certificate was revoked before the time-stamp.',
    indeterminate('Signer_1', /had been revoked/),
    (base) => revokedAt(base, after(SIGNED_AT, -0.001), true),
  ),
  vector(
    'certificate',
    'certificate-revoked-from-issuance',
    'The certificate was revoked as of the moment it was issued, so the signature must have been created later.',
    invalid('Signer_1', /had been revoked/),
    (base) => revokedAt(base, after(SIGNED_AT, -0.01), true),
  ),
  vector(
    'certificate',
    'certificate-revoked-unstamped',
    'The certificate was revoked, and no time-stamp proves that the signature predates the revocation.',
    indeterminate('Signer_1', /had been revoked/),
    (base) => revokedAt(base, after(SIGNED_AT, 0.001), false),
  ),
  vector(
    'benign',
    'benign-certificate-revoked-later',
    'The certificate was revoked after the time-stamp.',
    VALID,
    (base) => revokedAt(base, after(SIGNED_AT, 0.001), true),
  ),
  vector(
    'certificate',
    'certificate-revocation-hidden',
    'The certificate was revoked before the time-stamp, and an update removes the revocation list from the validation data.',
    invalid('Signer_1', /certificate had been revoked/),
    async (base) => {
      const { file } = await revokedAt(base, after(SIGNED_AT, -0.01), true);
      const store = objectWith(file, '/DSS\n');
      return { file: change(file, store, (source) => source.replace(/\/CRLs \[[^\]]*\]/, '')) };
    },
  ),
  vector(
    'certificate',
    'certificate-for-servers',
    'The extended key usage allows only server authentication.',
    indeterminate('Signer_1', PURPOSE),
    async (base) =>
      signedBy(
        base,
        await issue(base.authority.ca, {
          extensions: [keyUsage('digitalSignature'), extendedKeyUsage(['1.3.6.1.5.5.7.3.1'])],
        }),
      ),
  ),
  vector(
    'certificate',
    'certificate-for-time-stamps',
    "A document is signed with a time-stamping unit's certificate.",
    indeterminate('Signer_1', PURPOSE),
    (base) => signedBy(base, base.authority.tsa),
  ),
  vector(
    'certificate',
    'certificate-for-encryption',
    'The key usage allows only encipherment.',
    indeterminate('Signer_1', USAGE),
    async (base) =>
      signedBy(
        base,
        await issue(base.authority.ca, {
          extensions: [keyUsage('keyEncipherment'), extendedKeyUsage([Oid.documentSigning])],
        }),
      ),
  ),
  vector(
    'certificate',
    'certificate-of-the-authority',
    "A document is signed with the issuing authority's own certificate.",
    indeterminate('Signer_1', USAGE),
    (base) => signedBy(base, base.authority.ca),
  ),
  vector(
    'certificate',
    'certificate-ca-leaf',
    "The signer's certificate is a CA certificate (CA:TRUE) with a key usage for signing.",
    indeterminate('Signer_1', /not issued for this use|authority/),
    async (base) =>
      signedBy(
        base,
        await issue(base.authority.ca, {
          extensions: [basicConstraints(true, 0), keyUsage('digitalSignature', 'keyCertSign')],
        }),
      ),
  ),
  vector(
    'certificate',
    'certificate-issued-by-signer',
    "A signer, who is not an authority, issued another signer's certificate.",
    indeterminate('Signer_1', /not allowed to issue certificates/),
    async (base) => signedBy(base, await issue(base.ann, {})),
  ),
  vector(
    'certificate',
    'certificate-path-too-long',
    'The issuing authority (path length 0) issued a certificate for another authority.',
    indeterminate('Signer_1', /longer than allowed/),
    async (base) =>
      signedBy(
        base,
        await issue(
          await issue(base.authority.ca, {
            name: 'Sub CA',
            extensions: [basicConstraints(true), keyUsage('keyCertSign')],
          }),
          {},
        ),
      ),
  ),
  vector(
    'certificate',
    'certificate-name-constraints',
    "The authority may certify only addresses in one domain. The signer's address is in another domain.",
    indeterminate('Signer_1', /name that its issuer is not allowed to certify/),
    async (base) => {
      const constrained = await issue(base.authority.root, {
        name: 'Constrained CA',
        extensions: [basicConstraints(true, 0), keyUsage('keyCertSign'), emailNameConstraints(['example.com'])],
      });
      const { key, ...rest } = await makeSigner(
        { ...base.authority, ca: { ...base.authority.ca, ...constrained } },
        'ann@example.org',
      );
      return signedBy(base, {
        ...rest,
        key,
        chain: constrained.chain.length === 0 ? [] : [constrained.certificate, ...constrained.chain],
      });
    },
  ),
  vector(
    'certificate',
    'certificate-unknown-critical',
    'The certificate has an unknown critical extension.',
    indeterminate('Signer_1', /critical extension that is not supported/),
    async (base) =>
      signedBy(
        base,
        await issue(base.authority.ca, {
          extensions: [...SIGNING, { oid: '1.3.6.1.4.1.99999.7', critical: true, value: Buffer.from([5, 0]) }],
        }),
      ),
  ),
  vector(
    'certificate',
    'certificate-untrusted',
    "The signer's certificate is from an untrusted authority.",
    indeterminate('Signer_1', UNTRUSTED),
    (base) => signedBy(base, base.eve),
  ),
  vector(
    'certificate',
    'certificate-authority-imitated',
    'An authority with the same name but different keys issued the certificate.',
    indeterminate('Signer_1', UNTRUSTED),
    async (base) => {
      const imitate = async (original: Identity, issuer: Identity | null): Promise<Identity> => {
        const { signingKey: key } = generateKey('p256');
        const certificate = await buildCertificate({
          subject: original.certificate.subject.der,
          subjectPublicKeySpki: key.publicKeySpki,
          issuer: issuer === null ? { self: key } : { certificate: issuer.certificate, key: issuer.key },
          serial: Buffer.from(original.certificate.serial.padStart(32, '0'), 'hex'),
          notBefore: original.certificate.notBefore,
          notAfter: original.certificate.notAfter,
          extensions: [basicConstraints(true), keyUsage('keyCertSign')],
        });
        return { certificate, key, chain: issuer === null ? [] : [issuer.certificate, ...issuer.chain] };
      };
      const root = await imitate(base.authority.root, null);
      return signedBy(base, await issue(await imitate(base.authority.ca, root), {}));
    },
  ),
  vector(
    'certificate',
    'certificate-self-signed',
    'The certificate is signed with its own key.',
    indeterminate('Signer_1', UNTRUSTED),
    async (base) => {
      const { signingKey: key } = generateKey('p256');
      const certificate = await buildCertificate({
        subject: encodeName({ commonName: 'ann@example.org' }),
        subjectPublicKeySpki: key.publicKeySpki,
        issuer: { self: key },
        notBefore: after(SIGNED_AT, -1),
        notAfter: after(SIGNED_AT, 365),
        extensions: SIGNING,
      });
      return signedBy(base, { certificate, key, chain: [] });
    },
  ),
];
