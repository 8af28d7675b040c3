/** A key in a PKCS#12 file, which is read once at startup and then kept in memory. */
import { readFile } from 'node:fs/promises';
import { type Certificate, openPkcs12, PkiError, signingKey, type StrongDigest } from '@countersign/pki';
import { KeyRefusedError, type PrivateKey, refuseUnfit } from '../../ports/private-key.ts';

const DIGESTS = ['sha256', 'sha384', 'sha512'] as const satisfies readonly StrongDigest[];

export type FileKey = PrivateKey & {
  /** The certificates in the file. The certificate of the key comes first. */
  readonly certificates: readonly Certificate[];
};

/** @throws KeyRefusedError if the file cannot be read or opened, or has unexpected contents */
export async function openPkcs12Key(path: string, password: string): Promise<FileKey> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new KeyRefusedError(`${path} cannot be read`, { cause });
  });
  try {
    const { privateKey, certificate, chain } = openPkcs12(bytes, password);
    return {
      publicKeySpki: certificate.spki,
      digests: DIGESTS,
      certificates: [certificate, ...chain],
      sign: async (algorithm, data) => {
        refuseUnfit(certificate.spki, DIGESTS, algorithm);
        const digest = algorithm.digest as StrongDigest;
        return signingKey(privateKey, { digest, pss: algorithm.scheme === 'rsa-pss' }).sign(data);
      },
      close: async () => {},
    };
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new KeyRefusedError(
      cause.code === 'wrong_passphrase' ? `the password does not open ${path}` : `${path}: ${cause.message}`,
      { cause },
    );
  }
}
