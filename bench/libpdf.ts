/**
 * Signs with the strongest competing library (`@libpdf/core`, MIT), using the same key, certificates and time-stamps.
 */
import { sign } from 'node:crypto';
import { PDF, type SignOptions } from '@libpdf/core';
import { type Office, stampWith } from './engine-documents.ts';
import type { NewIdentity } from '@countersign/pki';

/**
 * Signs an unsigned field of a file as PAdES B-T. The library has to read the whole file first, because its API cannot
 * continue from a saved state.
 */
export async function signWithLibpdf(
  office: Office,
  file: Uint8Array,
  field: string,
  signer: NewIdentity,
): Promise<Uint8Array> {
  const { certificate, chain, privateKey } = signer;
  const options: SignOptions = {
    signer: {
      certificate: certificate.der,
      certificateChain: chain.map(({ der }) => der),
      keyType: 'EC',
      signatureAlgorithm: 'ECDSA',
      sign: (data) => Promise.resolve(sign('sha256', data, privateKey)),
    },
    level: 'B-T',
    timestampAuthority: { timestamp: (digest) => stampWith(office, digest) },
    fieldName: field,
    signingTime: office.now,
  };
  const pdf = await PDF.load(file);
  return (await pdf.sign(options)).bytes;
}
