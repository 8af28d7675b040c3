/** Hash tiles as defined by C2SP tlog-tiles: the tree is split into immutable tiles of up to 256 hashes. */
import { AuditLogError } from './errors.ts';
import { HASH_BYTES, type NodeId, type NodeReader, rootOf } from './tree.ts';

/** The number of hashes in a full tile. */
export const TILE_WIDTH = 256;
/** The number of tree levels between two levels of tiles. */
const TILE_HEIGHT = 8;

/** The ID of one tile. `width` is 256 for a full tile, and 1 to 255 for a partial tile. */
export type TileId = { readonly level: number; readonly index: number; readonly width: number };
/** A tile with its hashes, 32 bytes each. */
export type Tile = TileId & { readonly hashes: Uint8Array };

/** Returns the path of a tile below the log's prefix, such as `tile/0/x001/x234/067` or `tile/1/000.p/17`. */
export function tilePath({ level, index, width }: TileId): string {
  return `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Returns the tile with this path, or undefined for any other string. */
export function parseTilePath(path: string): TileId | undefined {
  const match = /^tile\/(0|[1-5]?[1-9]|[1-5]0|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return undefined;
  const [, level = '', number = '', partial] = match;
  const index = Number(number.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (!Number.isSafeInteger(index) || (partial !== undefined && width >= TILE_WIDTH)) return undefined;
  const tile = { level: Number(level), index, width };
  // A path with additional zeros in the index is invalid.
  return tilePath(tile) === path ? tile : undefined;
}

/** Lists all tiles of a tree, level by level. */
export function* tilesOf(size: number): Generator<TileId> {
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < count; index++)
      yield { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) };
  }
}

/** Lists the partial tiles at the right edge of a tree, at most one per level. `appendToTiles` needs them. */
export function edgeTiles(size: number): TileId[] {
  const tiles: TileId[] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    const width = count % TILE_WIDTH;
    if (width > 0) tiles.push({ level, index: Math.floor(count / TILE_WIDTH), width });
  }
  return tiles;
}

/**
 * Appends leaf hashes to a tree of `size` leaves. `edge` contains the tiles that `edgeTiles(size)` lists. Returns every
 * tile that is new or has grown, including full tiles. For the next append, pass the partial tiles from the result and
 * from `edge`.
 * @throws AuditLogError `out_of_range` if `edge` does not match the size
 */
export function appendToTiles(size: number, edge: readonly Tile[], leafHashes: readonly Uint8Array[]): Tile[] {
  const changed: Tile[] = [];
  let [count, added] = [size, leafHashes];
  for (let level = 0; added.length > 0; level++) {
    let index = Math.floor(count / TILE_WIDTH);
    let hashes = hashesAt(edge, { level, index, width: count % TILE_WIDTH });
    const complete: Uint8Array[] = [];
    for (const hash of added) {
      hashes.push(hash);
      if (hashes.length < TILE_WIDTH) continue;
      changed.push(tileOf(level, index, hashes));
      complete.push(rootOf(hashes));
      [hashes, index] = [[], index + 1];
    }
    if (hashes.length > 0) changed.push(tileOf(level, index, hashes));
    [count, added] = [Math.floor(count / TILE_WIDTH), complete];
  }
  return changed;
}

/** Splits a tile into its hashes. */
export function splitHashes(hashes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(hashes.length / HASH_BYTES) }, (_, at) =>
    hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/**
 * Reads the nodes of a tree of `size` leaves from its tiles. `readTiles` is called once, with the width that each tile
 * has in a tree of that size. It may return a wider tile, because a full tile may have replaced a partial one.
 */
export function nodesFromTiles(
  size: number,
  readTiles: (tiles: readonly TileId[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>,
): NodeReader {
  return async (nodes) => {
    const wanted = new Map<string, TileId>();
    for (const node of nodes) {
      const tile = tileWith(node, size);
      wanted.set(tilePath(tile), tile);
    }
    const contents = await readTiles([...wanted.values()]);
    const read = new Map([...wanted.keys()].map((path, at) => [path, contents[at]]));
    return nodes.map((node) => nodeIn(node, read.get(tilePath(tileWith(node, size)))));
  };
}

/** Returns the tile from which a node can be computed. */
function tileWith({ level, index }: NodeId, size: number): TileId {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const first = index * 2 ** (level % TILE_HEIGHT);
  const tileIndex = Math.floor(first / TILE_WIDTH);
  const count = Math.floor(size / TILE_WIDTH ** tileLevel);
  const width = Math.min(TILE_WIDTH, count - tileIndex * TILE_WIDTH);
  if (!(first - tileIndex * TILE_WIDTH + 2 ** (level % TILE_HEIGHT) <= width))
    throw new AuditLogError('out_of_range', `A tree of ${size} entries has no complete subtree ${level}/${index}.`);
  return { level: tileLevel, index: tileIndex, width };
}

function nodeIn({ level, index }: NodeId, hashes: Uint8Array | undefined): Uint8Array {
  const width = 2 ** (level % TILE_HEIGHT);
  const first = (index * width) % TILE_WIDTH;
  const own = hashes?.subarray(first * HASH_BYTES, (first + width) * HASH_BYTES);
  if (own?.length !== width * HASH_BYTES)
    throw new AuditLogError('out_of_range', `A tile is missing or too short for the subtree ${level}/${index}.`);
  return rootOf(splitHashes(own));
}

function hashesAt(edge: readonly Tile[], { level, index, width }: TileId): Uint8Array[] {
  if (width === 0) return [];
  const tile = edge.find((one) => one.level === level && one.index === index);
  if (tile?.hashes.length !== width * HASH_BYTES)
    throw new AuditLogError('out_of_range', `The tile ${tilePath({ level, index, width })} is missing.`);
  return splitHashes(tile.hashes);
}

function tileOf(level: number, index: number, parts: readonly Uint8Array[]): Tile {
  const hashes = new Uint8Array(parts.length * HASH_BYTES);
  for (const [at, part] of parts.entries()) hashes.set(part, at * HASH_BYTES);
  return { level, index, width: parts.length, hashes };
}

/** Formats an index with three digits per path element. Every element except the last starts with x. */
function indexPath(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
}
