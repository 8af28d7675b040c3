/** Reads hashes of a log's tree: tiles, and proofs that are computed from them. */
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  nodesFromTiles,
  TILE_WIDTH,
  type TileId,
} from '@countersign/audit-log/tlog';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { type RunRow, selectNodes, selectRunOf, selectRuns } from './store.ts';

export class TreeReader {
  readonly #database: Database;
  readonly #tenantId: string;

  constructor(database: Database, tenantId: string) {
    this.#database = database;
    this.#tenantId = tenantId;
  }

  /** Each hash is 32 bytes long. Returns undefined if the log does not have all the hashes of the tile. */
  async tile({ level, index, width }: TileId): Promise<Buffer | undefined> {
    const start = index * TILE_WIDTH;
    const hashes = level === 0 ? await this.#leaves(start, start + width) : await this.#nodes(level, start, width);
    return hashes.length === width * HASH_BYTES ? hashes : undefined;
  }

  inclusion(index: number, size: number): Promise<Uint8Array[]> {
    return inclusionProof(index, size, this.#reader(size));
  }

  consistency(first: number, second: number): Promise<Uint8Array[]> {
    return consistencyProof(first, second, this.#reader(second));
  }

  /** Returns undefined if the entry is not in the log. */
  async find(stream: string, n: number): Promise<Leaf | undefined> {
    const [run] = await this.#query(selectRunOf(this.#tenantId, stream, n));
    return leafIn(run, n);
  }

  async #leaves(start: number, end: number): Promise<Buffer> {
    const runs = await this.#query(selectRuns(this.#tenantId, start, end));
    const first = Number(runs[0]?.first_index ?? start);
    const all = Buffer.concat(runs.map(({ hashes }) => hashes));
    return all.subarray(Math.max(0, start - first) * HASH_BYTES, (end - first) * HASH_BYTES);
  }

  async #nodes(level: number, start: number, width: number): Promise<Buffer> {
    const rows = await this.#query(selectNodes(this.#tenantId, level, start, start + width));
    return Buffer.concat(rows.map(({ hash }) => hash));
  }

  #query<Row>(query: Statement<Row>): Promise<Row[]> {
    return this.#database.query({ role: 'app', tenantId: this.#tenantId }, query);
  }

  #reader(size: number) {
    return nodesFromTiles(size, (tiles) => Promise.all(tiles.map(async (tile) => this.#needed(tile))));
  }

  async #needed(tile: TileId): Promise<Buffer> {
    const hashes = await this.tile(tile);
    if (!hashes) throw new Error(`tile ${tile.index} at level ${tile.level} is missing from the log`);
    return hashes;
  }
}

export type Leaf = { index: number; hash: Buffer };

/** `run` begins at or before entry `n`. Returns undefined if it ends before the entry. */
export function leafIn(run: RunRow | undefined, n: number): Leaf | undefined {
  const at = n - (run?.first_n ?? 0);
  if (!run || at * HASH_BYTES >= run.hashes.length) return undefined;
  return {
    index: Number(run.first_index) + at,
    hash: run.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  };
}
