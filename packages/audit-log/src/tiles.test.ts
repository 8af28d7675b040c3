import { describe, expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import { appendToTiles, edgeTiles, nodesFromTiles, parseTilePath, splitHashes, tilePath, tilesOf } from './tiles.ts';
import type { Tile } from './tiles.ts';
import { consistencyProof, inclusionProof, leafHash, rootOf, verifyConsistency, verifyInclusion } from './tree.ts';

const SIZE = 66_000;
const LEAVES = Array.from({ length: SIZE }, (_, at) => leafHash(Uint8Array.of(at >> 16, at >> 8, at)));

/** Appends in batches of different sizes, as a sequencer does, and keeps the tiles of every width. */
function tilesOfLog(): Map<string, Tile> {
  const tiles = new Map<string, Tile>();
  for (let size = 0, step = 1; size < SIZE; step = step * 3 + 1) {
    const edge = edgeTiles(size).map((id) => tiles.get(tilePath(id)) as Tile);
    const batch = LEAVES.slice(size, size + step);
    for (const tile of appendToTiles(size, edge, batch)) tiles.set(tilePath(tile), tile);
    size += batch.length;
  }
  return tiles;
}

describe('tile paths', () => {
  test('names tiles as the specification requires', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 2, index: 0, width: 1 })).toBe('tile/2/000.p/1');
    for (const tile of [
      { level: 63, index: 999, width: 255 },
      { level: 10, index: 1000, width: 256 },
    ])
      expect(parseTilePath(tilePath(tile))).toEqual(tile);
  });

  test('accepts only one spelling of a tile path', () => {
    for (const path of ['tile/00/000', 'tile/64/000', 'tile/0/00', 'tile/0/x000/001', 'tile/0/000.p/0', 'tile/0/1000'])
      expect(parseTilePath(path), path).toBeUndefined();
    for (const path of ['tile/0/000.p/256', 'tile/0/000.p/01', 'tile/-1/000', '/tile/0/000', 'tile/entries/000'])
      expect(parseTilePath(path), path).toBeUndefined();
  });
});

describe('tiles of a log', () => {
  test('lists the tiles that the specification requires for 70,000 and for 256 entries', () => {
    const count = (size: number): string[] => {
      const ids = [...tilesOf(size)];
      return [...new Set(ids.map(({ level, width }) => `${level}/${width}`))].map(
        (kind) => `${kind} x${ids.filter(({ level, width }) => kind === `${level}/${width}`).length}`,
      );
    };
    expect(count(70_000)).toEqual(['0/256 x273', '0/112 x1', '1/256 x1', '1/17 x1', '2/1 x1']);
    expect(count(256)).toEqual(['0/256 x1', '1/1 x1']);
    expect(count(0)).toEqual([]);
  });

  test('stores the same hashes for all batch sizes and creates valid proofs at tile boundaries', async () => {
    const tiles = tilesOfLog();
    for (const id of tilesOf(SIZE)) {
      const [first, width] = [id.index * 256, 256 ** id.level];
      const hashes = splitHashes(tiles.get(tilePath(id))?.hashes ?? new Uint8Array());
      expect(hashes).toHaveLength(id.width);
      const at = id.width - 1;
      const expected = rootOf(LEAVES.slice((first + at) * width, (first + at + 1) * width));
      expect(toHex(hashes[at] as Uint8Array), tilePath(id)).toBe(toHex(expected));
    }
    const read = nodesFromTiles(SIZE, (ids) => ids.map((id) => tiles.get(tilePath(id))?.hashes as Uint8Array));
    const root = rootOf(LEAVES);
    for (const index of [0, 255, 256, 65_535, 65_536, SIZE - 1]) {
      const proof = await inclusionProof(index, SIZE, read);
      expect(verifyInclusion(LEAVES[index] as Uint8Array, index, SIZE, proof, root), `entry ${index}`).toBe(true);
    }
    for (const first of [1, 40_000, 65_536]) {
      const older = rootOf(LEAVES.slice(0, first));
      expect(verifyConsistency(first, SIZE, older, root, await consistencyProof(first, SIZE, read))).toBe(true);
    }
  });

  test('reads a wider tile if the partial tile no longer exists, and rejects a tile that is too short', async () => {
    const [full] = appendToTiles(0, [], LEAVES.slice(0, 256)) as [Tile];
    const proof = await inclusionProof(
      3,
      10,
      nodesFromTiles(10, () => [full.hashes]),
    );
    expect(verifyInclusion(LEAVES[3] as Uint8Array, 3, 10, proof, rootOf(LEAVES.slice(0, 10)))).toBe(true);
    const short = nodesFromTiles(10, () => [full.hashes.subarray(0, 64)]);
    await expect(inclusionProof(3, 10, short)).rejects.toMatchObject({ code: 'out_of_range' });
  });

  test('refuses to append to tiles if their right edge is missing', () => {
    expect(() => appendToTiles(5, [], LEAVES.slice(5, 6))).toThrow(expect.objectContaining({ code: 'out_of_range' }));
  });
});
