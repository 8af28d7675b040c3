/** The right edge of a log's tree, and the nodes that become complete when it grows. */
import { Frontier, HASH_BYTES, TILE_WIDTH } from '@countersign/audit-log/tlog';

/** The root of a complete subtree of 256^level leaves. */
export type CompleteNode = { readonly level: number; readonly index: number; readonly hash: Uint8Array };

const SIZE_BYTES = 8;

export class LogState {
  readonly #tree: Frontier;
  /** For each level, the frontier of its last tile. */
  readonly #tiles: Frontier[];

  /** @param bytes the value that `toBytes` returned; if omitted, the log has no entries */
  constructor(bytes?: Uint8Array) {
    this.#tree = bytes ? Frontier.fromBytes(bytes) : new Frontier();
    this.#tiles = bytes ? lastTiles(bytes, this.#tree.size) : [];
  }

  get size(): number {
    return this.#tree.size;
  }

  root(): Uint8Array {
    return this.#tree.root();
  }

  toBytes(): Uint8Array {
    return this.#tree.toBytes();
  }

  /** Appends hashes, and returns the nodes above the tiles that they complete. */
  append(hashes: Iterable<Uint8Array>): CompleteNode[] {
    const complete: CompleteNode[] = [];
    for (const leaf of hashes) {
      this.#tree.append(leaf);
      let hash = leaf;
      for (let level = 0, count = this.size; ; level++, count /= TILE_WIDTH) {
        const tile = (this.#tiles[level] ??= new Frontier());
        tile.append(hash);
        if (tile.size < TILE_WIDTH) break;
        hash = tile.root();
        this.#tiles[level] = new Frontier();
        complete.push({ level: level + 1, index: count / TILE_WIDTH - 1, hash });
      }
    }
    return complete;
  }
}

/**
 * Each bit that is set in the size corresponds to one hash of the frontier, the largest subtree first. Eight bits form
 * the last tile of a level.
 */
function lastTiles(bytes: Uint8Array, size: number): Frontier[] {
  const tiles: Frontier[] = [];
  let end = bytes.length;
  for (let count = size; count > 0; count = Math.floor(count / TILE_WIDTH)) {
    const width = count % TILE_WIDTH;
    const start = end - HASH_BYTES * bitCount(width);
    const part = new Uint8Array(SIZE_BYTES + end - start);
    new DataView(part.buffer).setBigUint64(0, BigInt(width));
    part.set(bytes.subarray(start, end), SIZE_BYTES);
    tiles.push(Frontier.fromBytes(part));
    end = start;
  }
  return tiles;
}

const bitCount = (number: number): number => [...number.toString(2)].filter((digit) => digit === '1').length;
