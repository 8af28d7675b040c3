/**
 * Opens the personal data of the entries and checks it against their commitments. An attacker with write access to the
 * database cannot seal personal data again, because the master key is stored elsewhere.
 */
import { type Entry, PII_SALT_BYTES, verifyPii } from '@countersign/audit-log';
import { SealError, unseal, type Vault } from '../../platform/crypto/seal.ts';
import { type SecretKey, secretKey } from '../../platform/crypto/tokens.ts';
import { type Finding, finding, type Said } from './evidence.ts';
import type { KeptPersonal } from './store.ts';

export type Opened = {
  entries: Said[];
  /** The number of entries whose data matches its commitment, and of entries whose data was erased. */
  personal: { checked: number; erased: number };
  erased: Said[];
  findings: Finding[];
};

/**
 * Actions that always concern a person. If an entry for such an action has no personal data, it has been tampered with.
 */
const PERSONAL: ReadonlySet<string> = new Set([
  'document.created',
  'document.file-replaced',
  'document.sent',
  'document.corrected',
  'document.signed',
  'document.declined',
  'document.voided',
  'document.viewed',
  'document.signing-started',
  'signer.forwarded',
  'signer.corrected',
  'signer.removed',
]);

export function openAll(
  vault: Vault,
  tenantId: string,
  entries: readonly Entry[],
  kept: readonly KeptPersonal[],
): Opened {
  const rows = new Map<string, KeptPersonal>(kept.map((row) => [row.entry_id, row]));
  const keys = new Map<string, SecretKey>();
  const opened: Opened = { entries: [], personal: { checked: 0, erased: 0 }, erased: [], findings: [] };
  let before = '';
  for (const entry of entries) {
    const state = openOne({ vault, tenantId, keys }, entry, rows.get(entry.id));
    const said: Said = { ...entry, personal: typeof state === 'object' ? state : null, before };
    before = entry.at;
    opened.entries.push(said);
    if (state === 'erased') {
      opened.personal.erased += 1;
      opened.erased.push(said);
    } else if (typeof state === 'object') opened.personal.checked += 1;
    else if (state !== 'none')
      opened.findings.push(
        finding('personal-data', sentence(entry, state), { entry: said, subject: entry.type, detail: state }),
      );
  }
  return opened;
}

/**
 * Reports erased personal data. Personal data of a document's entries is erased together with the document and not
 * earlier (ADR 59), so nothing else may remove it.
 */
export function erasedFindings({ erased }: Opened, isDocumentThere: boolean): Finding[] {
  const [first] = erased;
  if (!first || !isDocumentThere) return [];
  const message = `The personal data of ${erased.length} entries (first: entry ${first.n}, ${first.type}) is missing, but no erasure of it was recorded.`;
  return [finding('personal-erased', message, { entry: first, subject: first.type, recorded: erased.length })];
}

type Wrong = 'unreadable' | 'differs' | 'uncommitted' | 'missing';

function sentence({ n, type }: Entry, wrong: Wrong): string {
  const which = `Entry ${n} (${type})`;
  switch (wrong) {
    case 'unreadable':
      return `The personal data stored with ${which} cannot be decrypted: it was changed, or belongs to another entry.`;
    case 'differs':
      return `The personal data stored with ${which} does not match the entry's commitment.`;
    case 'uncommitted':
      return `Personal data is stored with ${which}, but the entry says that it has none: the entry was rewritten.`;
    case 'missing':
      return `${which} contains no commitment to personal data, unlike every other entry of this kind: the entry was rewritten.`;
  }
}

function openOne(
  { vault, tenantId, keys }: { vault: Vault; tenantId: string; keys: Map<string, SecretKey> },
  { id, type, pii }: Entry,
  row: KeptPersonal | undefined,
): Record<string, string> | 'none' | 'erased' | Wrong {
  if (pii === null) {
    if (row) return 'uncommitted';
    return PERSONAL.has(type) ? 'missing' : 'none';
  }
  if (!row || row.key === null) return 'erased';
  try {
    const { person_id: person, key: sealedKey } = row;
    const key = keys.get(person) ?? secretKey(vault.open(`person ${tenantId}/${person}`, buffer(sealedKey)));
    keys.set(person, key);
    const content = unseal(key, `audit ${id}`, buffer(row.sealed));
    const fields = JSON.parse(content.subarray(PII_SALT_BYTES).toString()) as Record<string, string>;
    return verifyPii(pii, content.subarray(0, PII_SALT_BYTES), fields) ? fields : 'differs';
  } catch (error) {
    if (error instanceof SealError) return 'unreadable';
    throw error;
  }
}

const buffer = (base64: string): Buffer => Buffer.from(base64, 'base64');
