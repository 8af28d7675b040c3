/** An entry of the audit trail with its personal fields, as input for the certificate of completion. */
import type { Entry } from '@countersign/audit-log';

export type Said = Omit<Entry, 'data'> & { data: Record<string, unknown>; personal: Record<string, string> };

export const read = (entry: Entry, personal: Record<string, string> = {}): Said => ({
  ...entry,
  data: entry.data,
  personal,
});

export function textOf(entry: Said | undefined, key: string): string | undefined {
  const value = entry?.data[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(entry: Said | undefined, key: string): number | null {
  const value = entry?.data[key];
  return typeof value === 'number' ? value : null;
}

/**
 * Returns whether the visitor of a public link confirmed the address with a code. Entries without `via` were written
 * before certificates stated this confirmation. Certificates from that time must still match their trail.
 */
export const isAddressConfirmation = (entry: Said): boolean =>
  entry.type === 'signer.address-confirmed' && textOf(entry, 'via') !== undefined;
