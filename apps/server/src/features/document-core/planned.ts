/**
 * Recipients of a draft, as they are kept until it is sent: an access code as its argon2id hash and never as it is, so that no
 * read, export or copy of the database has it.
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

/** Slow on purpose, so before anything is locked. `hasAccessCode` stands for the code that is kept already: see `keepCodes`. */
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

/** Whoever reads recipients and sends them back says `hasAccessCode`; the code stays with the address. Throws ValidationError. */
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
        'refers to a stored code, but this recipient has none. Send accessCode',
      );
    return { ...signer, accessCodeHash };
  });
}

/** As a caller sees it: whether there is a code, and nothing of it. */
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
