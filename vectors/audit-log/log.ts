/** Builds a small log with everything that an export contains. Keys and salts are the same in every run. */
import { hash } from 'node:crypto';
import { buildEntry, commitPii, GENESIS } from '../../packages/audit-log/src/index.ts';
import {
  cosignNote,
  formatCheckpoint,
  formatNote,
  formatProof,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  rootOf,
  SIGNATURE_TYPE,
  signNote,
} from '../../packages/audit-log/src/tlog.ts';
import { testKey, type TestKey } from '../../packages/audit-log/test/keys.ts';

export type Fields = Record<string, string>;
/** An entry before it is added to the chain. */
export type Draft = {
  readonly stream: string;
  readonly type: string;
  readonly actor: string;
  readonly data?: Record<string, string | number>;
  readonly personal?: Fields;
  readonly minute?: number;
  /** The user who is the target of the entry. By default, the target is the document or the organization. */
  readonly user?: string;
};

/** The data of one vector: an export, pins, and the expected result. */
export type Log = {
  keys: string[];
  entries: string[];
  checkpoints: Record<string, string>;
  proofs: Record<string, string>;
  pins: Record<string, string>;
  timestamps: ({ name: string; checkpoint: string } & ({ time: string } | { problem: 'other_data' | 'invalid' }))[];
  personal: (
    | { id: string; salt: string; fields: Fields }
    | { id: string; erasedBy: string }
    | { id: string; isUnreadable: true }
  )[];
  erasures?: { kind: string; id: string }[];
};

export const LOG = testKey('inst_7/ten_1');
export const OTHER_LOG = testKey('inst_7/ten_2');
export const WITNESS = testKey('witness.example/w1');
const START = Date.UTC(2026, 10, 20, 10);

const ADA: Fields = { name: 'Ada Lovelace', email: 'ada@example.com' };
const GRACE: Fields = { name: 'Grace Hopper', email: 'grace@example.com' };

/** The entries of two documents. The second document has two signers. */
export const DRAFTS: readonly Draft[] = [
  { stream: 'ten_1', type: 'user.signed-in', actor: 'usr_1', personal: { ip: '192.0.2.1' } },
  { stream: 'doc_1', type: 'document.created', actor: 'usr_1', data: { sha256: 'a1'.repeat(32) } },
  { stream: 'doc_1', type: 'document.sent', actor: 'usr_1', personal: ADA },
  { stream: 'doc_1', type: 'document.viewed', actor: 'sgn_1', personal: { ip: '192.0.2.2' } },
  { stream: 'doc_2', type: 'document.created', actor: 'usr_1', data: { sha256: 'a2'.repeat(32) } },
  { stream: 'doc_1', type: 'document.signed', actor: 'sgn_1', data: { sha256: 'b1'.repeat(32) }, personal: ADA },
  { stream: 'doc_1', type: 'document.completed', actor: 'system', data: { sha256: 'c1'.repeat(32) } },
  { stream: 'doc_2', type: 'document.sent', actor: 'usr_1', personal: GRACE },
  { stream: 'doc_2', type: 'document.viewed', actor: 'sgn_2' },
  { stream: 'doc_2', type: 'document.signed', actor: 'sgn_2', data: { sha256: 'b2'.repeat(32) }, personal: GRACE },
  { stream: 'doc_2', type: 'document.completed', actor: 'system', data: { sha256: 'c2'.repeat(32) } },
  { stream: 'doc_2', type: 'document.downloaded', actor: 'usr_1' },
];

const saltOf = (id: string): Buffer => hash('sha256', `salt of ${id}`, 'buffer');

/** Chains the entries in `drafts`. Entry n of the log has the ID `adt_n`. */
export function chain(drafts: readonly Draft[]): { entries: string[]; personal: Log['personal'] } {
  const heads = new Map<string, { n: number; hash: string }>();
  const personal: Log['personal'] = [];
  const entries = drafts.map(({ stream, type, actor, data = {}, personal: fields, minute, user }, index) => {
    const { n, hash: prev } = heads.get(stream) ?? { n: 0, hash: GENESIS };
    const id = `adt_${index}`;
    if (fields) personal.push({ id, salt: saltOf(id).toString('hex'), fields });
    const built = buildEntry({
      tenant: 'ten_1',
      stream,
      n,
      prev,
      at: new Date(START + (minute ?? index) * 60_000).toISOString(),
      id,
      type,
      actor: { kind: actor === 'system' ? 'system' : 'user', id: actor },
      target:
        user === undefined
          ? { kind: stream.startsWith('doc') ? 'document' : 'organization', id: stream }
          : { kind: 'user', id: user },
      data,
      pii: fields ? commitPii(saltOf(id), fields) : null,
    });
    heads.set(stream, { n: n + 1, hash: built.hash });
    return built.bytes.toString();
  });
  return { entries, personal };
}

export const leavesOf = (entries: readonly string[]): Uint8Array[] =>
  entries.map((line) => {
    const [, removed] = /^\{"leaf":"([0-9a-f]{64})"\}$/.exec(line) ?? [];
    return removed === undefined ? leafHash(Buffer.from(line)) : new Uint8Array(Buffer.from(removed, 'hex'));
  });

/** Creates a checkpoint over the first `size` entries. */
export async function checkpoint(
  entries: readonly string[],
  size: number,
  { log = LOG, witness }: { log?: TestKey; witness?: TestKey } = {},
): Promise<string> {
  const text = formatCheckpoint({ origin: log.name, size, root: rootOf(leavesOf(entries).slice(0, size)) });
  const lines = [await signNote(text, log)];
  if (witness) lines.push(await cosignNote(text, 1_763_632_800 + size, witness));
  return formatNote(text, lines);
}

export async function proof(
  entries: readonly string[],
  index: number,
  size: number,
  { withEntry = true }: { withEntry?: boolean } = {},
): Promise<string> {
  const leaves = leavesOf(entries);
  const hashes = await inclusionProof(index, size, (nodes) =>
    nodes.map(({ level, index: at }) => rootOf(leaves.slice(at * 2 ** level, (at + 1) * 2 ** level))),
  );
  const extra = withEntry ? Buffer.from(entries[index] ?? '') : undefined;
  return formatProof({ index, hashes, checkpoint: await checkpoint(entries, size), extra });
}

/** Exports a log that is signed with the log's own key and has no pins. */
export async function exportOf(drafts: readonly Draft[], sizes: readonly number[] = [4, 8, 12]): Promise<Log> {
  const { entries, personal } = chain(drafts);
  const fitting = sizes.filter((size) => size < entries.length);
  const all = [...fitting, entries.length];
  const checkpoints = await Promise.all(
    all.map(async (size) => [`checkpoints/${size}`, await checkpoint(entries, size, { witness: WITNESS })] as const),
  );
  const completions = drafts.flatMap(({ type }, index) => (type === 'document.completed' ? [index] : []));
  const proofs = await Promise.all(
    completions.map(async (index) => {
      const size = all.find((one) => one > index) ?? entries.length;
      return [`proofs/adt_${index}.tlog-proof`, await proof(entries, index, size)] as const;
    }),
  );
  return {
    keys: [LOG.key(), WITNESS.key(SIGNATURE_TYPE.cosignature)].map(formatVerifierKey),
    entries,
    checkpoints: Object.fromEntries(checkpoints),
    proofs: Object.fromEntries(proofs),
    pins: {},
    timestamps: all
      .filter((size) => size >= 8)
      .map((size) => ({
        name: `timestamps/${size}.tst`,
        checkpoint: `checkpoints/${size}`,
        time: new Date(START + size * 60_000).toISOString(),
      })),
    personal,
  };
}
