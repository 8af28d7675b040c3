import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from './bytes.ts';
import { sha256 as nodeSha256 } from './sha256-node.ts';
import { sha256 as pureSha256 } from './sha256-pure.ts';
import {
  consistencyProof,
  emptyRoot,
  Frontier,
  inclusionProof,
  leafHash,
  nodeHash,
  nodesOfGrowth,
  type NodeReader,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './tree.ts';

/** Entries and roots from the test data that RFC 6962 implementations share. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const LEAVES = Array.from({ length: 70 }, (_, at) => leafHash(Uint8Array.of(at)));
const reader: NodeReader = (nodes) =>
  nodes.map(({ level, index }) => rootOf(LEAVES.slice(index * 2 ** level, (index + 1) * 2 ** level)));
const rootAt = (size: number): Uint8Array => rootOf(LEAVES.slice(0, size));

describe('root hashes of a log', () => {
  test('matches the published root hashes of 0 to 8 entries', () => {
    const leaves = ENTRIES.map((entry) => leafHash(fromHex(entry) ?? new Uint8Array(99)));
    expect(ROOTS.map((_, size) => toHex(rootOf(leaves.slice(0, size))))).toEqual(ROOTS);
    expect(toHex(emptyRoot())).toBe(ROOTS[0]);
  });

  test('continues from a stored frontier at every size', () => {
    let frontier = new Frontier();
    for (const [size, leaf] of LEAVES.entries()) {
      expect(frontier.size).toBe(size);
      expect(toHex(frontier.root())).toBe(toHex(rootAt(size)));
      frontier = Frontier.fromBytes(frontier.toBytes());
      frontier.append(leaf);
    }
  });

  test('rejects a stored frontier that was truncated or extended', () => {
    const frontier = new Frontier();
    for (const leaf of LEAVES) frontier.append(leaf);
    const bytes = frontier.toBytes();
    for (const broken of [bytes.subarray(0, 7), bytes.subarray(0, -32), Uint8Array.of(...bytes, 0)])
      expect(() => Frontier.fromBytes(broken)).toThrow(expect.objectContaining({ code: 'invalid_frontier' }));
  });
});

describe('inclusion proofs', () => {
  test('verifies the proof of every entry at every size, and rejects the proof at other positions', async () => {
    for (let size = 1; size <= 34; size++) {
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(index, size, reader);
        const leaf = LEAVES[index] as Uint8Array;
        expect(verifyInclusion(leaf, index, size, proof, rootAt(size))).toBe(true);
        expect(verifyInclusion(leaf, (index + 1) % (size + 1), size, proof, rootAt(size))).toBe(false);
        expect(verifyInclusion(leaf, index, size, proof, rootAt(size + 1))).toBe(false);
        if (size > 1) expect(verifyInclusion(leaf, index, size, proof.slice(1), rootAt(size))).toBe(false);
        expect(verifyInclusion(leaf, index, size, [...proof, leaf], rootAt(size))).toBe(false);
      }
    }
  });

  test('computes the proofs of new entries from the frontier before them', async () => {
    for (const [before, size] of [
      [0, 1],
      [0, 70],
      [1, 2],
      [5, 13],
      [13, 14],
      [31, 33],
      [32, 70],
      [63, 70],
      [64, 65],
    ] as const) {
      const frontier = new Frontier();
      for (const leaf of LEAVES.slice(0, before)) frontier.append(leaf);
      const grown = nodesOfGrowth(frontier, LEAVES.slice(before, size));
      for (let index = before; index < size; index++)
        expect(await inclusionProof(index, size, grown)).toEqual(await inclusionProof(index, size, reader));
    }
  });

  test('fails to compute the proof of an older entry from the frontier alone', async () => {
    const frontier = new Frontier();
    for (const leaf of LEAVES.slice(0, 5)) frontier.append(leaf);
    await expect(inclusionProof(2, 6, nodesOfGrowth(frontier, LEAVES.slice(5, 6)))).rejects.toMatchObject({
      code: 'out_of_range',
    });
  });

  test('rejects a proof request for an entry outside the tree', async () => {
    for (const index of [-1, 5, 0.5])
      await expect(inclusionProof(index, 5, reader)).rejects.toMatchObject({ code: 'out_of_range' });
  });

  test('verifies inclusion proofs beyond 2^32 entries', () => {
    // In a tree of 2^40 + 1 leaves, the last leaf's only sibling is the complete left subtree.
    const [leaf, left] = [LEAVES[0] as Uint8Array, LEAVES[1] as Uint8Array];
    const root = nodeHash(left, leaf);
    expect(verifyInclusion(leaf, 2 ** 40, 2 ** 40 + 1, [left], root)).toBe(true);
    expect(verifyInclusion(leaf, 2 ** 40 - 1, 2 ** 40 + 1, [left], root)).toBe(false);
  });
});

describe('consistency proofs', () => {
  test('verifies consistency between all sizes, and rejects another root hash or a changed proof', async () => {
    for (let second = 0; second <= 34; second++) {
      for (let first = 0; first <= second; first++) {
        const proof = await consistencyProof(first, second, reader);
        const [older, newer] = [rootAt(first), rootAt(second)];
        expect(verifyConsistency(first, second, older, newer, proof), `${first} to ${second}`).toBe(true);
        expect(verifyConsistency(first, second, rootAt(40), newer, proof)).toBe(false);
        if (first > 0) expect(verifyConsistency(first, second, older, rootAt(40), proof)).toBe(false);
        expect(verifyConsistency(first, second, older, newer, [...proof, older])).toBe(false);
        if (proof.length > 0) expect(verifyConsistency(first, second, older, newer, proof.slice(1))).toBe(false);
      }
    }
  });

  test('rejects a consistency proof from a larger to a smaller size', () => {
    expect(verifyConsistency(3, 2, rootAt(3), rootAt(2), [])).toBe(false);
  });
});

test('computes the same SHA-256 hash in plain JavaScript as Node does, for every length around a block boundary', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
    expect(toHex(pureSha256(bytes))).toBe(toHex(nodeSha256(bytes)));
  }
});
