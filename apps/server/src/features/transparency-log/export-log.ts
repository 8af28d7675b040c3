/**
 * Exports the log as files that `countersign audit verify` checks (docs/understand/audit-log-format.md): entries in log
 * order, checkpoints, time-stamps, keys, personal fields and the erasure ledger.
 */
import type { Database } from '../../platform/db/database.ts';
import { selectExported } from './checkpoint-store.ts';
import { ledgerLines, personalLines, type PersonalServices } from './export-personal.ts';
import type { TransparencyLog } from './log.ts';
import { verifierKeys } from './log-keys.ts';
import { selectWitnessKeys } from './witness-store.ts';
import { measureLeaves, selectLeaves } from './store.ts';

type Services = PersonalServices & { transparencyLog: TransparencyLog };
export type LogFile = { path: string; read: () => Promise<Uint8Array | LogPieces> };
type LogPieces = { size: number; open: () => AsyncIterable<Uint8Array> };

const LINES = 2_000;
const CHECKPOINTS = 200;
const INDEX_DIGITS = 12;
const NEWLINE = Buffer.from('\n');

type Batch = { files: LogFile[]; next: string | null };

/**
 * Exports the current log with its time-stamp, in batches of files. Empty for a log without entries.
 * @param cursor undefined at first, then `next` of the previous batch
 */
export function exportLog(services: Services, tenantId: string, cursor: string | undefined): Promise<Batch> {
  if (cursor === undefined) return exportEntries(services, tenantId);
  const [section, after, size] = cursor.split(' ');
  const range = { after: Number(after), size: Number(size) };
  return section === 'personal'
    ? exportPersonal(services, tenantId, range)
    : exportCheckpoints(services, tenantId, range);
}

const fileOf = (path: string, lines: readonly string[]): LogFile => ({
  path,
  read: () => Promise.resolve(Buffer.from(lines.join(''))),
});

async function exportEntries(services: Services, tenantId: string): Promise<Batch> {
  const { database, transparencyLog } = services;
  const context = { role: 'app', tenantId } as const;
  const checkpoint = await transparencyLog.cover(tenantId);
  if (!checkpoint) return { files: [], next: null };
  await transparencyLog.stamps.stamp(tenantId);
  const { size } = checkpoint;
  const witnesses = await database.query(context, selectWitnessKeys(tenantId));
  const keys = [
    ...verifierKeys(await transparencyLog.keys.signer(), tenantId),
    ...witnesses.map(({ witness }) => witness),
  ];
  const [measured] = await database.query(context, measureLeaves(tenantId, 0, size));
  const entries = { size: Number(measured?.bytes ?? 0), open: () => linesOf(database, tenantId, size) };
  return {
    files: [
      fileOf(
        'keys',
        keys.map((key) => `${key}\n`),
      ),
      { path: 'entries.jsonl', read: () => Promise.resolve(entries) },
    ],
    next: `checkpoints 0 ${size}`,
  };
}

type Range = { after: number; size: number };

async function exportCheckpoints({ database }: Services, tenantId: string, { after, size }: Range): Promise<Batch> {
  const rows = await database.query({ role: 'app', tenantId }, selectExported(tenantId, after, size, CHECKPOINTS));
  const files = rows.flatMap(({ size: at, note, token }) => [
    fileOf(`checkpoints/${at}`, [note]),
    ...(token ? [{ path: `timestamps/${at}.tst`, read: () => Promise.resolve(token) }] : []),
  ]);
  const next = rows.length < CHECKPOINTS ? `personal 0 ${size}` : `checkpoints ${rows.at(-1)?.size} ${size}`;
  return { files, next };
}

/** Each batch is one file, because the size of a file must be known before its first byte. */
async function exportPersonal(services: Services, tenantId: string, { after, size }: Range): Promise<Batch> {
  const end = Math.min(after + LINES, size);
  const lines = await personalLines(services, tenantId, { start: after, end });
  const files = [fileOf(`personal/${String(after).padStart(INDEX_DIGITS, '0')}.jsonl`, lines)];
  if (end < size) return { files, next: `personal ${end} ${size}` };
  const erased = await ledgerLines(services, tenantId);
  const ledger = erased.map((line) => `${JSON.stringify(line)}\n`);
  return { files: [...files, fileOf('erasures.jsonl', ledger)], next: null };
}

async function* linesOf(database: Database, tenantId: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += LINES) {
    const leaves = selectLeaves(tenantId, start, Math.min(start + LINES, size));
    const rows = await database.query({ role: 'app', tenantId }, leaves);
    yield Buffer.concat(rows.flatMap(({ hash, bytes }) => [bytes ?? Buffer.from(`{"leaf":"${hash}"}`), NEWLINE]));
  }
}
