/** Signs checkpoints: name, size and root of a log, as C2SP signed notes. Only committed entries are signed. */
import { formatCheckpoint, formatNote, signNote } from '@countersign/audit-log/tlog';
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { BatchTree } from './batch-tree.ts';
import {
  insertCheckpoint,
  selectCheckpointSizes,
  selectLog,
  selectNewestCheckpoint,
  selectNewestOfAll,
  selectWithoutCheckpoint,
} from './checkpoint-store.ts';
import { type LogKeys, originOf } from './log-keys.ts';
import { LogState } from './log-state.ts';

export type Checkpoint = {
  size: number;
  root: Uint8Array;
  note: string;
  /** The batch in whose transaction the checkpoint was stored, if any. */
  batch?: BatchTree | undefined;
};
export type SignCheckpoint = (tenantId: string, size: number, root: Uint8Array) => Promise<Checkpoint>;
type Options = { database: Database; clock: Clock; keys: LogKeys };

export class Checkpoints {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Signs a checkpoint of the current size if there is none yet. Returns undefined for a log without entries. */
  async sign(tenantId: string): Promise<Checkpoint | undefined> {
    const { database, clock } = this.#options;
    const context = { role: 'app', tenantId } as const;
    const [log] = await database.query(context, selectLog(tenantId));
    const size = Number(log?.size ?? 0);
    if (!log || size === 0) return undefined;
    if (Number(log.checkpoint_size) === size) return this.newest(tenantId);
    const sign = await this.signer();
    const checkpoint = await sign(tenantId, size, new LogState(log.frontier).root());
    await database.query(context, insertCheckpoint(tenantId, size, checkpoint.root, checkpoint.note, clock.now()));
    return checkpoint;
  }

  /**
   * Returns a function that signs with the newest key. Callers must store a signed checkpoint before they pass it on.
   */
  async signer(): Promise<SignCheckpoint> {
    const { installation, key } = await this.#options.keys.signer();
    const { publicKey, sign } = key;
    return async (tenantId, size, root) => {
      const origin = originOf(installation, tenantId);
      const text = formatCheckpoint({ origin, size, root });
      return { size, root, note: formatNote(text, [await signNote(text, { name: origin, publicKey, sign })]) };
    };
  }

  async newest(tenantId: string): Promise<Checkpoint | undefined> {
    const [row] = await this.#options.database.query({ role: 'app', tenantId }, selectNewestCheckpoint(tenantId));
    return row && { size: Number(row.size), root: row.root, note: row.note };
  }

  newestOfAll(): Promise<{ tenant_id: string; note: string }[]> {
    return this.#options.database.query({ role: 'jobs' }, selectNewestOfAll());
  }

  async newestSizes(): Promise<{ tenant_id: string; size: number }[]> {
    const rows = await readAcross(this.#options.database, selectCheckpointSizes);
    return rows.map(({ tenant_id, checkpoint_size: size }) => ({ tenant_id, size: Number(size) }));
  }

  async signDue(signal: AbortSignal): Promise<void> {
    const due = await readAcross(this.#options.database, selectWithoutCheckpoint);
    for (const { tenant_id: tenantId } of due) if (!signal.aborted) await this.sign(tenantId);
  }
}
