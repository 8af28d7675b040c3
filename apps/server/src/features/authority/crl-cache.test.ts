import { createIssuingCa, createRoot, parseCrl, verifyCrl } from '@countersign/pki';
import { expect, test } from 'vitest';
import { CrlCache } from './crl-cache.ts';
import type { RevokedCertificate, Revocations } from './revocations.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const root = await createRoot({ commonName: 'Root', now: NOW });
const ca = await createIssuingCa(root, { commonName: 'CA', now: NOW });

/** A stub that counts how often all revocations are read. */
function revocationsOf(count: number) {
  const revoked: RevokedCertificate[] = Array.from({ length: count }, (_, index) => ({
    serial: (0x10_0000 + index).toString(16),
    at: NOW,
    reason: 'keyCompromise',
  }));
  let asked = 0;
  const source = {
    newest: ([keyId = '']: string[]) =>
      Promise.resolve(new Map(revoked.length === 0 ? [] : [[keyId, String(revoked.length)]])),
    all: () => {
      asked += 1;
      return Promise.resolve([...revoked]);
    },
  };
  return { source: source as unknown as Revocations, revoked, asked: () => asked };
}

test('reuses a revocation list until a certificate is revoked or a minute has passed', async () => {
  const { source, revoked, asked } = revocationsOf(1);
  let now = NOW;
  const cache = new CrlCache(source, { now: () => now });
  const first = await cache.of(ca);
  expect((await cache.of(ca)).der).toBe(first.der);
  revoked.push({ serial: 'abcdef', at: NOW, reason: 'superseded' });
  const second = parseCrl((await cache.of(ca)).der);
  expect([...second.revoked.keys()]).toEqual(['100000', 'abcdef']);
  now = new Date(NOW.getTime() + 60_000);
  const third = parseCrl((await cache.of(ca)).der);
  expect(third.thisUpdate).toEqual(now);
  expect(third.number).toBeGreaterThan(second.number ?? 0n);
  expect(asked()).toBe(3);
});

test('embeds a current revocation list in a document, unless the list is too long', async () => {
  const { source } = revocationsOf(2);
  let now = NOW;
  const cache = new CrlCache(source, { now: () => now });
  await cache.of(ca);
  now = new Date(NOW.getTime() + 5000);
  const [list] = await cache.ofNow([ca], 2);
  expect(parseCrl(list ?? Buffer.alloc(0)).thisUpdate).toEqual(now);
  expect(await cache.ofNow([ca], 1)).toEqual([undefined]);
  now = new Date(now.getTime() + 999);
  expect((await cache.ofNow([ca], 2))[0]).toBe(list);
  now = new Date(now.getTime() + 1);
  expect(parseCrl((await cache.ofNow([ca], 2))[0] ?? Buffer.alloc(0)).thisUpdate).toEqual(now);
});

test('creates an empty revocation list for an issuer without revocations', async () => {
  const list = await new CrlCache(revocationsOf(0).source, { now: () => NOW }).of(ca);
  expect(list.entries).toBe(0);
  expect(parseCrl(list.der).revoked.size).toBe(0);
});

test('creates a revocation list of ten thousand entries in under a second, and then serves the list from the cache', async () => {
  const { source } = revocationsOf(10_000);
  const cache = new CrlCache(source, { now: () => NOW });
  const began = performance.now();
  const { der } = await cache.of(ca);
  const made = performance.now() - began;
  const again = performance.now();
  await cache.of(ca);
  expect(performance.now() - again).toBeLessThan(made / 5);
  expect(made).toBeLessThan(1000);
  const list = parseCrl(der);
  expect(verifyCrl(list, ca.certificate)).toBe(true);
  expect(list.revoked.size).toBe(10_000);
});
