import { buildCertificate, encodeName, extensions, Oid } from '@countersign/pki';
import type { Certificate } from '@countersign/pki';
import { after, SIGNED_AT } from '../../packages/pades/test/kit.ts';
import { makeCms, tokenBy } from './cms.ts';
import type { Recipe } from './cms.ts';
import { signAs } from './document.ts';
import type { Base, MakeContainer } from './document.ts';
import type { Made } from './vector.ts';

// Recipes for documents that Ann has signed. The structure of the file is correct, but the signature container is not.

/** Signs Ann's field with any container. */
export const signedWith = async (base: Base, make: MakeContainer): Promise<Made> => ({
  file: (await signAs(base.sent, 'Signer_1', make)).file,
});

/** Creates a signed document whose container has the members that `changes` returns instead of the correct ones. */
export const recipe = (
  base: Base,
  changes: (base: Base, digest: Buffer, covered: Buffer) => Partial<Recipe> | Promise<Partial<Recipe>>,
) =>
  signedWith(base, async (digest, covered) =>
    makeCms({ digest, signer: base.ann, token: tokenBy(base.authority), ...(await changes(base, digest, covered)) }),
  );

/** Issues a certificate of our authority for any key. */
export function certify({ authority }: Base, spki: Buffer, email = 'ann@example.org'): Promise<Certificate> {
  return buildCertificate({
    subject: encodeName({ commonName: email }),
    subjectPublicKeySpki: spki,
    issuer: authority.ca,
    notBefore: after(SIGNED_AT, -1),
    notAfter: after(SIGNED_AT, 365),
    extensions: [extensions.keyUsage('digitalSignature'), extensions.extendedKeyUsage([Oid.documentSigning])],
  });
}
