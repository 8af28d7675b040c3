/**
 * Recipients of a draft, as they are stored until the draft is sent. An access code is stored only as its argon2id
 * hash, so no read, export or copy of the database contains the code.
 */
import {
  addressKey,
  type FieldInput,
  type PlannedInput,
  type PlannedSending,
  type SignerInput,
} from '@countersign/contract';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { invalid } from '../../platform/errors.ts';

export type KeptSigner = Omit<SignerInput, 'accessCode'> & { accessCodeHash?: string | undefined };
export type KeptSending = { signers: KeptSigner[]; fields: FieldInput[] };

/**
 * Hashes access codes. Hashing is deliberately slow, so call this function before taking any lock. `hasAccessCode`
 * refers to the stored code (see `keepCodes`).
 */
export function hashCodes(
  signers: readonly PlannedInput[],
): Promise<(KeptSigner & { hasAccessCode?: boolean | undefined })[]> {
  return Promise.all(
    signers.map(async ({ accessCode, ...signer }) => ({
      ...signer,
      ...(accessCode !== undefined && { accessCodeHash: await hashPassword(accessCode) }),
    })),
  );
}

/**
 * Keeps stored access codes. A client that sends back the recipients it has read sends `hasAccessCode`, and the stored
 * code of that address is kept. Throws a ValidationError.
 */
export function keepCodes(
  signers: readonly (KeptSigner & { hasAccessCode?: boolean | undefined })[],
  before: readonly KeptSigner[],
): KeptSigner[] {
  return signers.map(({ hasAccessCode, ...signer }, index) => {
    if (!hasAccessCode || signer.accessCodeHash !== undefined) return signer;
    const alike = before.filter(({ email }) => addressKey(email) === addressKey(signer.email));
    const kept = alike.find(({ key, role }) => key === signer.key && role === signer.role) ?? alike[0];
    const { accessCodeHash } = kept ?? {};
    if (accessCodeHash === undefined)
      throw invalid(
        `signers[${index}].hasAccessCode`,
        'refers to a stored code, but this recipient has none. Send `accessCode`',
      );
    return { ...signer, accessCodeHash };
  });
}

/** The API shows whether there is an access code, but neither the code nor its hash. */
export function plannedView(kept: KeptSending | null): PlannedSending | null {
  return (
    kept && {
      fields: kept.fields,
      signers: kept.signers.map(({ accessCodeHash, ...signer }) => ({
        ...signer,
        ...(accessCodeHash !== undefined && { hasAccessCode: true as const }),
      })),
    }
  );
}
