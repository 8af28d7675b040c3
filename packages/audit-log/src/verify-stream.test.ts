import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildEntry, type EntryInput, GENESIS, parseEntry } from './entry.ts';
import { verifyStream } from './verify-stream.ts';

const WHO = { tenant: 'ten_1', stream: 'doc_1' };
const START = Date.UTC(2026, 10, 20);

function input(n: number, prev: string, change: Partial<EntryInput> = {}): EntryInput {
  return {
    ...WHO,
    n,
    prev,
    at: new Date(START + n * 1000).toISOString(),
    id: `adt_${n}`,
    type: 'document.signed',
    actor: { kind: 'signer', id: `sgn_${n}` },
    target: { kind: 'document', id: WHO.stream },
    data: { revision: n, sha256: 'c'.repeat(64) },
    pii: 'd'.repeat(64),
    ...change,
  };
}

/**
 * A stream in the format that the server writes. `changes` alters entries before they are chained, so that all hashes
 * are correct.
 */
function streamOf(
  length: number,
  changes: Record<number, Partial<EntryInput>> = {},
): { entries: Buffer[]; head: string } {
  const entries: Buffer[] = [];
  let head = GENESIS;
  for (let n = 0; n < length; n++) {
    const built = buildEntry(input(n, head, changes[n]));
    entries.push(built.bytes);
    head = built.hash;
  }
  return { entries, head };
}

const edited = (bytes: Buffer, change: Partial<EntryInput>): Buffer => {
  return buildEntry({ ...parseEntry(bytes), ...change }).bytes;
};

const found = (index: number, problem: string): unknown =>
  expect.objectContaining({ valid: false, index, problem, message: expect.stringMatching(/^[A-Z][^\n]*\.$/) });

describe('unchanged stream', () => {
  test('accepts an unchanged stream, and returns its length and its head', () => {
    const { entries, head } = streamOf(5);
    expect(verifyStream(entries)).toEqual({ valid: true, entries: 5, headHash: head });
    expect(verifyStream(entries, { ...WHO, head })).toEqual({ valid: true, entries: 5, headHash: head });
  });

  test('accepts a stream that begins after entries whose retention period has ended', () => {
    const { entries, head } = streamOf(5);
    const start = { n: 3, prev: parseEntry(entries[3] ?? Buffer.alloc(0)).prev };
    expect(verifyStream(entries.slice(3), { ...WHO, head, start })).toEqual({
      valid: true,
      entries: 2,
      headHash: head,
    });
    expect(verifyStream([], { ...WHO, head, start: { n: 5, prev: head } })).toMatchObject({ valid: true, entries: 0 });
    expect(verifyStream(entries.slice(2), { ...WHO, head, start })).toEqual(found(3, 'wrong_number'));
    expect(verifyStream(entries.slice(4), { ...WHO, head, start })).toEqual(found(3, 'wrong_number'));
    expect(verifyStream(entries.slice(3), { ...WHO, head, start: { n: 3, prev: head } })).toEqual(
      found(3, 'broken_chain'),
    );
    expect(
      verifyStream(entries.slice(3), { ...WHO, head }),
      'the start of an export without its first entries is missing',
    ).toEqual(found(0, 'wrong_number'));
  });

  test('accepts an empty stream', () => {
    expect(verifyStream([], WHO)).toEqual({ valid: true, entries: 0, headHash: GENESIS });
  });

  test('accepts two entries in the same millisecond', () => {
    const { entries } = streamOf(3, { 2: { at: new Date(START + 1000).toISOString() } });
    expect(verifyStream(entries).valid).toBe(true);
  });

  test('reads entries from views into a larger buffer', () => {
    const { entries, head } = streamOf(3);
    const all = Buffer.concat(entries);
    let offset = 0;
    const views = entries.map(
      (entry) => new Uint8Array(all.buffer, all.byteOffset + offset, (offset += entry.length) && entry.length),
    );
    expect(verifyStream(views)).toEqual({ valid: true, entries: 3, headHash: head });
  });
});

describe('detection of each kind of tampering', () => {
  test('reports an edited entry, because it breaks the chain after the entry', () => {
    const { entries } = streamOf(5);
    entries[2] = edited(entries[2] as Buffer, { data: { revision: 9 } });
    expect(verifyStream(entries)).toEqual(found(3, 'broken_chain'));
  });

  test('reports an edited last entry, because it contradicts the expected head', () => {
    const { entries, head } = streamOf(5);
    entries[4] = edited(entries[4] as Buffer, { data: { revision: 9 } });
    expect(verifyStream(entries, { ...WHO, head })).toEqual(found(5, 'wrong_head'));
  });

  test('reports a deleted entry, because it leaves a gap in the numbers', () => {
    const { entries } = streamOf(5);
    expect(verifyStream(entries.toSpliced(2, 1))).toEqual(found(2, 'wrong_number'));
    expect(verifyStream(entries.slice(1))).toEqual(found(0, 'wrong_number'));
  });

  test('reports a truncated end, because it contradicts the expected head', () => {
    const { entries, head } = streamOf(5);
    expect(verifyStream(entries.slice(0, 4), { ...WHO, head })).toEqual(found(4, 'wrong_head'));
    expect(verifyStream([], { ...WHO, head })).toEqual(found(0, 'wrong_head'));
  });

  test('reports an inserted entry, because its number collides with the next entry', () => {
    const { entries } = streamOf(5);
    const forged = edited(entries[2] as Buffer, { id: 'adt_forged' });
    expect(verifyStream(entries.toSpliced(2, 0, forged))).toEqual(found(3, 'wrong_number'));
  });

  test('reports an added entry, because it contradicts the expected head', () => {
    const { entries, head } = streamOf(5);
    const added = buildEntry(input(5, head)).bytes;
    expect(verifyStream([...entries, added], { ...WHO, head })).toEqual(found(6, 'wrong_head'));
  });

  test('reports swapped entries, because they have the wrong numbers', () => {
    const { entries } = streamOf(5);
    const swapped = entries.with(1, entries[2] as Buffer).with(2, entries[1] as Buffer);
    expect(verifyStream(swapped)).toEqual(found(1, 'wrong_number'));
  });

  test('reports a duplicated entry, because it repeats a number', () => {
    const { entries } = streamOf(5);
    expect(verifyStream(entries.toSpliced(3, 0, entries[2] as Buffer))).toEqual(found(3, 'wrong_number'));
  });

  test('reports renumbered entries after a deletion, because the chain is broken', () => {
    const { entries } = streamOf(5);
    const renumbered = entries.toSpliced(2, 1).map((entry, n) => edited(entry, { n }));
    expect(verifyStream(renumbered)).toEqual(found(2, 'broken_chain'));
  });

  test('reports a time that goes backward, even if all hashes were recomputed', () => {
    const { entries } = streamOf(5, { 3: { at: new Date(START + 1999).toISOString() } });
    expect(verifyStream(entries)).toEqual(found(3, 'time_back'));
  });

  test('reports bytes that are not canonical, even if the chain continues from them', () => {
    const { entries } = streamOf(3);
    entries[1] = Buffer.from(` ${(entries[1] as Buffer).toString()}`);
    expect(verifyStream(entries)).toEqual(found(1, 'not_canonical'));
  });

  test('reports an entry from another stream or tenant', () => {
    expect(verifyStream(streamOf(3, { 1: { stream: 'doc_2' } }).entries)).toEqual(found(1, 'other_stream'));
    expect(verifyStream(streamOf(3, { 1: { tenant: 'ten_2' } }).entries)).toEqual(found(1, 'other_tenant'));
    expect(verifyStream(streamOf(3).entries, { ...WHO, tenant: 'ten_2' })).toEqual(found(0, 'other_tenant'));
    expect(verifyStream(streamOf(3).entries, { ...WHO, stream: 'doc_2' })).toEqual(found(0, 'other_stream'));
  });

  test('detects a completely rewritten stream only with the expected head', () => {
    const { head } = streamOf(5);
    const forged = streamOf(5, { 1: { data: { revision: 9 } } }).entries;
    expect(verifyStream(forged).valid).toBe(true);
    expect(verifyStream(forged, { ...WHO, head })).toEqual(found(5, 'wrong_head'));
  });

  test('reads no entries after the first error', () => {
    const { entries } = streamOf(5);
    let read = 0;
    function* counted(): Iterable<Buffer> {
      for (const entry of entries.toSpliced(1, 1)) {
        read++;
        yield entry;
      }
    }
    expect(verifyStream(counted())).toEqual(found(1, 'wrong_number'));
    expect(read).toBe(2);
  });
});

test('detects every changed byte in a stream', () => {
  const { entries, head } = streamOf(4);
  fc.assert(
    fc.property(fc.nat(3), fc.nat(), fc.integer({ min: 1, max: 255 }), (which, at, flip) => {
      const bytes = Buffer.from(entries[which] as Buffer);
      const offset = at % bytes.length;
      bytes[offset] = (bytes[offset] as number) ^ flip;
      expect(verifyStream(entries.with(which, bytes), { ...WHO, head }).valid).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('detects omitted, repeated and reordered entries in any combination', () => {
  const { entries, head } = streamOf(5);
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 8 }), (order) => {
      const untouched = order.length === 5 && order.every((n, index) => n === index);
      const result = verifyStream(
        order.map((n) => entries[n] as Buffer),
        { ...WHO, head },
      );
      expect(result.valid).toBe(untouched);
    }),
    { numRuns: 500 },
  );
});
