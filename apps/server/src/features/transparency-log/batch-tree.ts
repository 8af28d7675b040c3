/**
 * The state of a log right after a batch. It is used to create proofs for the entries of the batch without reading the
 * log again.
 */
import { Frontier, inclusionProof, nodesOfGrowth, type NodeReader } from '@countersign/audit-log/tlog';
import type { WaitingRow } from './store.ts';
import type { Leaf } from './tree-reader.ts';

export class BatchTree {
  readonly #before: number;
  readonly #rows: readonly WaitingRow[];
  readonly #nodes: NodeReader;

  /** @param frontier the log's frontier before the batch */
  constructor(frontier: Uint8Array, rows: readonly WaitingRow[], hashes: readonly Uint8Array[]) {
    const before = Frontier.fromBytes(frontier);
    this.#before = before.size;
    this.#rows = rows;
    this.#nodes = nodesOfGrowth(before, hashes);
  }

  /** Returns undefined if the entry was not in the batch. */
  find(stream: string, n: number): Leaf | undefined {
    const at = this.#rows.findIndex((row) => row.stream === stream && row.n === n);
    const row = this.#rows[at];
    return row && { index: this.#before + at, hash: Buffer.from(row.hash, 'hex') };
  }

  inclusion(index: number): Promise<Uint8Array[]> {
    return inclusionProof(index, this.#before + this.#rows.length, this.#nodes);
  }
}
