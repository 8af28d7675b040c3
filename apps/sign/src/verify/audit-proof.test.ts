import type { FileVerification } from '@countersign/contract';
import { afterEach, expect, it, vi } from 'vitest';
import valid from '../../../../vectors/audit-log/cases/valid.json' with { type: 'json' };
import { checkProof } from './audit-proof.ts';
import { type CheckedProof, verdictOn } from './proof-verdict.ts';

const PROOF = valid.proofs['proofs/adt_6.tlog-proof'];
const KEYS = `${valid.keys.join('\n')}\n`;

async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Creates a PDF with these attached text files, some of which are deflated. It has no cross-reference table, because
 * searching for the proof does not require one.
 */
async function pdf(...texts: (string | { deflated: string })[]): Promise<Blob> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [
    '%PDF-1.7\n',
    '1 0 obj\n<</Names<</EmbeddedFiles 9 0 R>>>>\nendobj\n',
  ];
  for (const [index, text] of texts.entries()) {
    const isPlain = typeof text === 'string';
    const bytes = isPlain ? new TextEncoder().encode(text) : new Uint8Array(await deflate(text.deflated));
    const filter = isPlain ? '' : '/Filter/FlateDecode';
    const dictionary = `<</Type/EmbeddedFile/Length ${bytes.length}${filter}>>`;
    parts.push(`${index + 2} 0 obj\n${dictionary}\nstream\n`, bytes, '\nendstream\nendobj\n');
  }
  return new Blob(parts);
}

type Position = FileVerification['signatures'][number]['trailPosition'];
const report = (outcome: FileVerification['summary']['outcome'], trailPosition: Position = null) =>
  ({ summary: { outcome }, signatures: [{ trailPosition }] }) as unknown as FileVerification;

afterEach(() => vi.unstubAllGlobals());

it('verifies the proof of an audit trail entry with the keys in the file', async () => {
  for (const file of [await pdf(PROOF, KEYS), await pdf({ deflated: KEYS }, { deflated: PROOF })]) {
    const checked = await checkProof(file);
    expect(checked).toMatchObject({ state: 'proved', entry: { origin: 'inst_7/ten_1', index: 6, size: 8 } });
  }
});

it('accepts a proof only in a file with a valid seal that covers the entry or a later one', async () => {
  const checked = (await checkProof(await pdf(PROOF, KEYS))) as CheckedProof & { state: 'proved' };
  const { n, hash } = checked.entry;
  expect(verdictOn(checked, report('completion-certificate'))).toBe('valid');
  expect(verdictOn(checked, report('completion-certificate', { sequence: n, hash }))).toBe('valid');
  expect(verdictOn(checked, report('completion-certificate', { sequence: n + 2, hash: 'ab' }))).toBe('valid');
  expect(verdictOn(checked, report('completion-certificate', { sequence: n, hash: 'ab' }))).toBe('invalid');
  expect(verdictOn(checked, report('completion-certificate', { sequence: n - 1, hash }))).toBe('invalid');
  expect(verdictOn(checked, report('invalid'))).toBe('unconfirmed');
  expect(verdictOn(checked, undefined)).toBe('unconfirmed');
});

it('rejects a proof that was changed, or whose key is missing', async () => {
  const changed = [
    pdf(PROOF.replace('index 6', 'index 7'), KEYS),
    pdf(PROOF.replace('\n8\n', '\n9\n'), KEYS),
    pdf(PROOF, KEYS.split('\n')[1] ?? ''),
    pdf(PROOF),
    pdf(`${PROOF}x`, KEYS),
  ];
  for (const file of changed) expect(await checkProof(await file)).toEqual({ state: 'wrong' });
});

it('reports that a browser without Web Crypto cannot check the proof', async () => {
  vi.stubGlobal('crypto', {});
  const checked = await checkProof(await pdf(PROOF, KEYS));
  expect(checked && verdictOn(checked, report('completion-certificate'))).toBe('unsupported');
});

it('finds no proof in a file without a proof, even if the file is malformed', async () => {
  for (const file of [
    await pdf(),
    await pdf('some text', KEYS),
    await pdf({ deflated: `${PROOF}${'a'.repeat(3_000_000)}` }),
    new Blob(['/EmbeddedFile stream\n']),
    new Blob(['1 0 obj /EmbeddedFile /Length 99999999999 stream\nx']),
    new Blob(['1 0 obj /EmbeddedFile endobj 2 0 obj <<>> stream\n', PROOF]),
  ])
    expect(await checkProof(file)).toBeUndefined();
});
