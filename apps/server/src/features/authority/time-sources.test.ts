import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createIssuingCa, createRoot, toPem } from '@countersign/pki';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Secret } from '../../platform/secret.ts';
import { ConfigFault } from '../../platform/config-fault.ts';
import { timeSources } from './time-sources.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const tools = { clock: { now: () => NOW }, log: { warn: () => undefined, info: () => undefined } };
let root: string;
let issuing: string;

beforeAll(async () => {
  const made = await createRoot({ commonName: 'Outside Root', now: NOW });
  const ca = await createIssuingCa(made, { commonName: 'Outside CA', now: NOW });
  root = toPem('CERTIFICATE', made.certificate.der);
  issuing = toPem('CERTIFICATE', ca.certificate.der);
});

function fileWith(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'roots.pem');
  writeFileSync(file, text);
  return file;
}
const sources = (timestampTrust: string | undefined, urls?: string) =>
  timeSources(
    { timestampUrls: urls === undefined ? undefined : new Secret(urls), timestampTrust, timestampTimeoutMs: 3000 },
    tools,
  );

test('uses only the built-in time-stamping authority if no authority is configured', async () => {
  expect(await sources(undefined)).toMatchObject({ order: ['built-in'], trust: { anchors: [], certificates: [] } });
});

test('lists time-stamping authorities in the given order, without the secrets in their addresses', async () => {
  const urls = 'https://user:hunter2@tsa.example/tsr#1.2.3, built-in,http://localhost:3128';
  const { order, trust } = await sources(fileWith(`${issuing}${root}`), urls);
  expect(order.map((one) => (one === 'built-in' ? one : one.name))).toEqual([
    'tsa.example/tsr',
    'built-in',
    'localhost:3128',
  ]);
  expect(trust.anchors.map(({ subject }) => subject.commonName)).toEqual(['Outside Root']);
  expect(trust.certificates.map(({ subject }) => subject.commonName)).toEqual(['Outside CA']);
});

test.each([
  ['does not exist', () => '/nowhere/roots.pem', /TIMESTAMP_TRUST: .* cannot be read/],
  ['contains no PEM', () => fileWith('no certificate'), /TIMESTAMP_TRUST: .* must contain certificates in PEM format/],
  [
    'contains a damaged certificate',
    () => fileWith(root.replace(/M/g, 'N')),
    /TIMESTAMP_TRUST: .* must contain certificates/,
  ],
  ['contains no root certificate', () => fileWith(issuing), /TIMESTAMP_TRUST: .* contains no root certificate/],
])('refuses to start if the file with the root certificates %s', async (_name, file, message) => {
  const failed = sources(file(), 'https://tsa.example/');
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.toBeInstanceOf(ConfigFault);
});
