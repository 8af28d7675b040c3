/**
 * The personal fields of audit entries, for purposes that justify reading them: the certificate of completion and
 * exports.
 */
import type { Id } from '@countersign/contract';
import { PII_SALT_BYTES } from '@countersign/audit-log';
import { unseal, type Vault } from '../crypto/seal.ts';
import { secretKey } from '../crypto/tokens.ts';
import { statement } from '../db/statement.ts';

export type PersonalRow = { entry_id: Id<'audit'>; person_id: string; sealed: Buffer; key_sealed: Buffer };

/** Selects personal fields. Erased fields have no row, or no key. */
export const selectPersonal = statement<PersonalRow, [tenant: string, stream: string]>(
  'audit-personal-of-stream',
  `select p.entry_id, p.person_id, p.sealed, k.key_sealed
   from audit_entries e
   join audit_personal p on p.tenant_id = e.tenant_id and p.entry_id = e.id
   join person_keys k on k.tenant_id = p.tenant_id and k.person_id = p.person_id
   where e.tenant_id = $1 and e.stream = $2`,
);

/**
 * The personal fields that an entry commits to. With the salt, the person can check them against the entry
 * (`verifyPii`).
 */
export type Committed = { personId: string; salt: Buffer; fields: Record<string, string> };

/** Opens personal data by entry ID. Erased fields are not included. */
export function openCommitted(vault: Vault, tenantId: string, rows: readonly PersonalRow[]): Map<string, Committed> {
  return new Map(
    rows.map(({ entry_id: entry, person_id: personId, sealed, key_sealed: keySealed }) => {
      const key = secretKey(vault.open(`person ${tenantId}/${personId}`, keySealed));
      const content = unseal(key, `audit ${entry}`, sealed);
      const fields = JSON.parse(content.subarray(PII_SALT_BYTES).toString()) as Record<string, string>;
      return [entry, { personId, salt: content.subarray(0, PII_SALT_BYTES), fields }];
    }),
  );
}

/** Decrypts personal fields and returns them by entry ID, without the data that is needed only to check commitments. */
export function openPersonal(
  vault: Vault,
  tenantId: string,
  rows: readonly PersonalRow[],
): Map<string, Record<string, string>> {
  return new Map([...openCommitted(vault, tenantId, rows)].map(([entry, { fields }]) => [entry, fields]));
}
