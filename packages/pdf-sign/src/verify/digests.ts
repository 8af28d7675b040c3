import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { ByteRange } from './signature-fields.ts';

export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Digests by their input, which is a signed byte range or the first bytes of the file. */
type Results = Map<ByteRange | number, Buffer>;

/**
 * Computes the digests of all signed byte ranges, and of the file at the end of each revision. All inputs start at the
 * beginning of the file, so one pass over the file is enough. At each gap and at the end of each revision, the hash
 * state is copied. For a signature, the copy then hashes the signed bytes after the gap.
 */
export class FileDigests {
  private readonly bytes: Buffer;
  private readonly ranges: readonly ByteRange[];
  private readonly ends: readonly number[];
  private readonly known = new Map<DigestName, Results>();

  constructor(bytes: Buffer, ranges: readonly ByteRange[], ends: readonly number[]) {
    this.bytes = bytes;
    this.ranges = ranges;
    this.ends = ends;
  }

  /** Returns the digest of the two parts of a byte range. */
  ofRange(range: ByteRange, algorithm: DigestName): Buffer {
    return this.results(algorithm).get(range) ?? Buffer.alloc(0);
  }

  /** Returns the SHA-256 of the file up to a revision's end, in hex. */
  ofRevision(end: number): string {
    return this.results('sha256').get(end)?.toString('hex') ?? '';
  }

  private results(algorithm: DigestName): Results {
    let results = this.known.get(algorithm);
    if (results === undefined) {
      results = this.compute(algorithm);
      this.known.set(algorithm, results);
    }
    return results;
  }

  private compute(algorithm: DigestName): Results {
    const results: Results = new Map();
    const stops: { at: number; finish: (state: Hash) => void }[] = this.ranges.map((range) => ({
      at: range[1],
      finish: (state) => {
        results.set(range, state.update(this.bytes.subarray(range[2], range[2] + range[3])).digest());
      },
    }));
    // Whole revisions are always hashed with SHA-256, so other algorithms need no results at the ends of revisions.
    for (const end of algorithm === 'sha256' ? this.ends : [])
      stops.push({ at: end, finish: (state) => void results.set(end, state.digest()) });
    const common = createHash(algorithm);
    let position = 0;
    for (const { at, finish } of stops.toSorted((a, b) => a.at - b.at)) {
      common.update(this.bytes.subarray(position, at));
      position = at;
      finish(common.copy());
    }
    return results;
  }
}
