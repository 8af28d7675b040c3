/** Determines the kind of a signature in a report, and who created it. */
import type { FileVerification } from '@countersign/contract';

type Signature = FileVerification['signatures'][number];

/** Whether a signature is a person's signature and not a seal or a time-stamp. */
export const isPersons = ({ kind }: Signature): boolean => kind === 'signer' || kind === 'foreign';

/**
 * Returns the name in the certificate. The name in the signature is only claimed by the signer and is used if there is
 * no other name.
 */
export function signerOf({ signerEmail, signerName, certificate }: Signature): string {
  const common = /(?:^|,)CN=((?:\\.|[^,\\])+)/.exec(certificate?.subject ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  return common ?? signerEmail ?? signerName ?? '?';
}
