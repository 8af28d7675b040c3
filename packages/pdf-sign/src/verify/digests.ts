import { createHash } from 'node:crypto';
import type { ByteRange } from './signature-fields.ts';

export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/**
 * Digests of all signed byte ranges. They share their beginning, so one pass over the file serves them all: at each
 * gap the state is copied and the copy goes on over the rest of that signature's revision.
 */
export class RangeDigests {
  private readonly bytes: Buffer;
  private readonly ranges: readonly ByteRange[];
  private readonly results = new Map<DigestName, Map<ByteRange, Buffer>>();

  constructor(bytes: Buffer, ranges: readonly ByteRange[]) {
    this.bytes = bytes;
    this.ranges = ranges.toSorted((a, b) => a[1] - b[1]);
  }

  digest(range: ByteRange, algorithm: DigestName): Buffer {
    let results = this.results.get(algorithm);
    if (results === undefined) {
      results = this.compute(algorithm);
      this.results.set(algorithm, results);
    }
    return results.get(range) ?? Buffer.alloc(0);
  }

  private compute(algorithm: DigestName): Map<ByteRange, Buffer> {
    const results = new Map<ByteRange, Buffer>();
    const common = createHash(algorithm);
    let position = 0;
    for (const range of this.ranges) {
      common.update(this.bytes.subarray(position, range[1]));
      position = range[1];
      const own = common.copy();
      results.set(range, own.update(this.bytes.subarray(range[2], range[2] + range[3])).digest());
    }
    return results;
  }
}
