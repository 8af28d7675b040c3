/**
 * The log as files that `countersign audit verify` checks (docs/understand/audit-log-format.md): entries in log order,
 * checkpoints, time-stamps and keys.
 */
import type { Database } from '../../platform/db/database.ts';
import { selectExported, selectWitnessKeys } from './checkpoint-store.ts';
import type { TransparencyLog } from './log.ts';
import { verifierKeys } from './log-keys.ts';
import { measureLeaves, selectLeaves } from './store.ts';

type Services = { database: Database; transparencyLog: TransparencyLog };
export type LogFile = { path: string; read: () => Promise<Uint8Array | LogPieces> };
type LogPieces = { size: number; open: () => AsyncIterable<Uint8Array> };

const LINES = 2_000;
const CHECKPOINTS = 200;
const NEWLINE = Buffer.from('\n');

/**
 * The current log with its time-stamp, as one file per call of `next`. Undefined for a log without entries.
 * @param cursor undefined at first, then `next` of the batch before
 */
export async function exportLog(
  { database, transparencyLog }: Services,
  tenantId: string,
  cursor: string | undefined,
): Promise<{ files: LogFile[]; next: string | null }> {
  const context = { role: 'app', tenantId } as const;
  if (cursor === undefined) {
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
    return {
      files: [
        { path: 'keys', read: () => Promise.resolve(Buffer.from(keys.map((key) => `${key}\n`).join(''))) },
        {
          path: 'entries.jsonl',
          read: () =>
            Promise.resolve({
              size: Number(measured?.bytes ?? 0),
              open: () => linesOf(database, tenantId, size),
            }),
        },
      ],
      next: `0 ${size}`,
    };
  }
  const [after = 0, size = 0] = cursor.split(' ').map(Number);
  const rows = await database.query(context, selectExported(tenantId, after, size, CHECKPOINTS));
  const files = rows.flatMap(({ size: at, note, token }) => [
    { path: `checkpoints/${at}`, read: () => Promise.resolve(Buffer.from(note)) },
    ...(token ? [{ path: `timestamps/${at}.tst`, read: () => Promise.resolve(token) }] : []),
  ]);
  return { files, next: rows.length < CHECKPOINTS ? null : `${rows.at(-1)?.size} ${size}` };
}

async function* linesOf(database: Database, tenantId: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += LINES) {
    const leaves = selectLeaves(tenantId, start, Math.min(start + LINES, size));
    const rows = await database.query({ role: 'app', tenantId }, leaves);
    yield Buffer.concat(rows.flatMap(({ hash, bytes }) => [bytes ?? Buffer.from(`{"leaf":"${hash}"}`), NEWLINE]));
  }
}
