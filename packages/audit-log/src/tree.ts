/**
 * Merkle trees as RFC 6962 §2.1 defines them, over SHA-256. Sizes and indexes are numbers up to 2^53 - 1, so they are
 * divided instead of shifted.
 */
import { sha256 } from '#sha256';
import { concatBytes, equalBytes } from './bytes.ts';
import { AuditLogError } from './errors.ts';

export const HASH_BYTES = 32;

/** Identifies the `index`-th complete subtree with 2^`level` leaves. A leaf has level 0. */
export type NodeId = { readonly level: number; readonly index: number };

/** Returns the hashes of complete subtrees in the requested order. */
export type NodeReader = (nodes: readonly NodeId[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;

/** SHA-256(0x00 || entry). */
export function leafHash(entry: Uint8Array): Uint8Array {
  const leaf = new Uint8Array(entry.length + 1);
  leaf.set(entry, 1);
  return sha256(leaf);
}

/** SHA-256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 1;
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** The root of an empty tree, which is SHA-256 of an empty input. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array());

/** Returns the root of the tree with the given leaf hashes. */
export function rootOf(leafHashes: Iterable<Uint8Array>): Uint8Array {
  const frontier = new Frontier();
  for (const hash of leafHashes) frontier.append(hash);
  return frontier.root();
}

/** The right edge of a growing tree: at most 53 hashes, which are enough to compute every later root. */
export class Frontier {
  #size = 0;
  /** The roots of the complete subtrees, largest first. There is one root for each bit set in the size. */
  readonly #hashes: Uint8Array[] = [];

  get size(): number {
    return this.#size;
  }

  append(hash: Uint8Array): void {
    assertHash(hash);
    let node = hash;
    for (let below = this.#size; below % 2 === 1; below = (below - 1) / 2)
      node = nodeHash(this.#hashes.pop() as Uint8Array, node);
    this.#hashes.push(node);
    this.#size++;
  }

  root(): Uint8Array {
    return foldRight(this.#hashes) ?? emptyRoot();
  }

  /** Returns the hash of a complete subtree. @throws AuditLogError `out_of_range` if there is no such subtree */
  subtree({ level, index }: NodeId): Uint8Array {
    let start = 0;
    for (const hash of this.#hashes) {
      const width = largestPowerBelow(this.#size - start + 1);
      if (start === index * width && width === 2 ** level) return hash;
      start += width;
    }
    throw outOfRange(`The right edge of ${this.#size} entries has no complete subtree ${level}/${index}.`);
  }

  /** Returns the size as 8 big-endian bytes, followed by the hashes. */
  toBytes(): Uint8Array {
    const size = new Uint8Array(8);
    new DataView(size.buffer).setBigUint64(0, BigInt(this.#size));
    return concatBytes(size, ...this.#hashes);
  }

  /** @throws AuditLogError `invalid_frontier` */
  static fromBytes(bytes: Uint8Array): Frontier {
    const frontier = new Frontier();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = bytes.length < 8 ? -1 : Number(view.getBigUint64(0));
    if (!Number.isSafeInteger(size) || size < 0 || bytes.length !== 8 + HASH_BYTES * bitCount(size)) {
      throw new AuditLogError('invalid_frontier', 'These bytes are not the rightmost edge of a Merkle tree.');
    }
    frontier.#size = size;
    for (let at = 8; at < bytes.length; at += HASH_BYTES) frontier.#hashes.push(bytes.slice(at, at + HASH_BYTES));
    return frontier;
  }
}

/**
 * Returns a reader for the nodes of a tree to which the given leaf hashes have been added. These nodes are enough to
 * prove that the new tree contains the new leaves.
 */
export function nodesOfGrowth(before: Frontier, leafHashes: readonly Uint8Array[]): NodeReader {
  const known = new Map<string, Uint8Array>();
  const hashOf = (level: number, index: number): Uint8Array => {
    const name = `${level}/${index}`;
    const hash =
      known.get(name) ??
      ((index + 1) * 2 ** level <= before.size
        ? before.subtree({ level, index })
        : level === 0
          ? leafAt(index - before.size)
          : nodeHash(hashOf(level - 1, 2 * index), hashOf(level - 1, 2 * index + 1)));
    known.set(name, hash);
    return hash;
  };
  const leafAt = (at: number): Uint8Array => {
    const leaf = leafHashes[at];
    if (!leaf) throw outOfRange(`The tree needs more new entries than the ${leafHashes.length} given.`);
    return leaf;
  };
  return (nodes) => nodes.map(({ level, index }) => hashOf(level, index));
}

/**
 * Returns an inclusion proof (RFC 6962 §2.1.1), from the leaf's sibling to the root's child. `read` is called once.
 * @throws AuditLogError `out_of_range` unless 0 <= index < size
 */
export async function inclusionProof(index: number, size: number, read: NodeReader): Promise<Uint8Array[]> {
  return resolveRanges(inclusionRanges(index, size), read);
}

/**
 * Returns a consistency proof (RFC 6962 §2.1.2) between two sizes of one log. `read` is called once. The proof is empty
 * if `first` is 0 or equals `second`.
 * @throws AuditLogError `out_of_range` unless 0 <= first <= second
 */
export async function consistencyProof(first: number, second: number, read: NodeReader): Promise<Uint8Array[]> {
  return resolveRanges(consistencyRanges(first, second), read);
}

/** Whether the proof connects the leaf hash to the root (RFC 9162 §2.1.3.2). Never throws. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isIndex(index) || !isIndex(size) || index >= size || !areHashes([leaf, root, ...proof])) return false;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      // A node without a right sibling moves up one level unchanged.
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else hash = nodeHash(hash, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

/** Whether the tree of `second` leaves begins with the tree of `first` leaves (RFC 9162 §2.1.4.2). Never throws. */
export function verifyConsistency(
  first: number,
  second: number,
  firstRoot: Uint8Array,
  secondRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!isIndex(first) || !isIndex(second) || first > second) return false;
  if (!areHashes([firstRoot, secondRoot, ...proof])) return false;
  if (first === second) return proof.length === 0 && equalBytes(firstRoot, secondRoot);
  if (first === 0) return proof.length === 0 && equalBytes(firstRoot, emptyRoot());
  // The first tree is a complete subtree of the second tree. The proof starts from its root, which the verifier already
  // has, and does not repeat it.
  const [start, ...rest] = isPowerOfTwo(first) ? [firstRoot, ...proof] : proof;
  if (start === undefined) return false;
  let [place, last] = [first - 1, second - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [older, newer] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [older, newer] = [nodeHash(sibling, older), nodeHash(sibling, newer)];
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else newer = nodeHash(newer, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && equalBytes(older, firstRoot) && equalBytes(newer, secondRoot);
}

/** The leaves from `start` to `end - 1`. */
type Range = { readonly start: number; readonly end: number };

function inclusionRanges(index: number, size: number): Range[] {
  if (!isIndex(index) || !isIndex(size) || index >= size)
    throw outOfRange(`A tree of ${size} entries has no entry ${index}.`);
  const siblings: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      siblings.unshift({ start: middle, end });
      end = middle;
    } else {
      siblings.unshift({ start, end: middle });
      start = middle;
    }
  }
  return siblings;
}

function consistencyRanges(first: number, second: number): Range[] {
  if (!isIndex(first) || !isIndex(second) || first > second)
    throw outOfRange(`A tree of ${second} entries cannot contain a tree of ${first} entries.`);
  if (first === 0 || first === second) return [];
  const ranges: Range[] = [];
  let [start, end] = [0, second];
  while (first < end) {
    const middle = start + largestPowerBelow(end - start);
    if (first <= middle) {
      ranges.unshift({ start: middle, end });
      end = middle;
    } else {
      ranges.unshift({ start, end: middle });
      start = middle;
    }
  }
  // If `start` is 0, the remaining range is the whole first tree, whose root the verifier already has.
  if (start > 0) ranges.unshift({ start, end });
  return ranges;
}

/** Reads all complete subtrees of the ranges at once, and combines the subtrees of each range. */
async function resolveRanges(ranges: readonly Range[], read: NodeReader): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const nodes = parts.flat();
  const hashes = nodes.length === 0 ? [] : await read(nodes);
  let offset = 0;
  return parts.map(({ length }) => {
    const own = hashes.slice(offset, offset + length);
    offset += length;
    for (const hash of own) assertHash(hash);
    const combined = own.length === length ? foldRight(own) : undefined;
    if (combined === undefined) throw outOfRange('The reader returned fewer hashes than requested.');
    return combined;
  });
}

/** Splits a range into complete subtrees. The start of the range is a multiple of the largest subtree. */
function subtreesOf({ start, end }: Range): NodeId[] {
  const nodes: NodeId[] = [];
  for (let at = start; at < end;) {
    const width = largestPowerBelow(end - at + 1);
    nodes.push({ level: Math.log2(width), index: at / width });
    at += width;
  }
  return nodes;
}

function foldRight(hashes: readonly Uint8Array[]): Uint8Array | undefined {
  let folded = hashes.at(-1);
  for (let at = hashes.length - 2; at >= 0 && folded; at--) folded = nodeHash(hashes[at] as Uint8Array, folded);
  return folded;
}

/** Returns the largest power of two below a number that is at least 2. */
function largestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}

function bitCount(number: number): number {
  let count = 0;
  for (let rest = number; rest > 0; rest = half(rest)) count += rest % 2;
  return count;
}

const half = (number: number): number => Math.floor(number / 2);
const isPowerOfTwo = (number: number): boolean => bitCount(number) === 1;
const isIndex = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;
const areHashes = (values: readonly Uint8Array[]): boolean => values.every(({ length }) => length === HASH_BYTES);

function assertHash(hash: Uint8Array): void {
  if (hash.length !== HASH_BYTES) throw outOfRange(`A hash has ${hash.length} bytes instead of ${HASH_BYTES}.`);
}

function outOfRange(message: string): AuditLogError {
  return new AuditLogError('out_of_range', message);
}
