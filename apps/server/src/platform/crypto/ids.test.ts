import { ID_PREFIXES, type IdKind, isId } from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idBytes, idFromBytes, newId } from './ids.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const time = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });

test('accepts an ID only as an ID of its own kind', () => {
  for (const kind of KINDS) {
    const id = newId(kind);
    expect(KINDS.filter((other) => isId(other, id))).toEqual([kind]);
  }
});

test('sorts IDs by creation time in the bytewise order of PostgreSQL', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a.getTime() !== b.getTime());
      const [earlier, later] = a < b ? [a, b] : [b, a];
      return Buffer.compare(Buffer.from(newId('document', earlier)), Buffer.from(newId('document', later))) < 0;
    }),
  );
});

test('creates 100,000 different IDs in one millisecond', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  expect(new Set(Array.from({ length: 100_000 }, () => newId('event', now))).size).toBe(100_000);
});

test('encodes an ID as a UUIDv7 of its time (RFC 9562 §5.7) and converts it back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), time, (kind, now) => {
      const id = newId(kind, now);
      const bytes = idBytes(id);
      expect(bytes).toHaveLength(16);
      expect(bytes.readUIntBE(0, 6)).toBe(now.getTime());
      expect((bytes[6] ?? 0) >> 4).toBe(7);
      expect((bytes[8] ?? 0) >> 6).toBe(2);
      expect(idFromBytes(kind, bytes)).toBe(id);
    }),
  );
});

test('converts any 16 bytes to a valid ID and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const id = idFromBytes('tenant', Buffer.from(bytes));
      expect(isId('tenant', id)).toBe(true);
      expect(idBytes(id)).toEqual(Buffer.from(bytes));
    }),
  );
});
