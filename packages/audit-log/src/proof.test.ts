import { describe, expect, test } from 'vitest';
import { testKey } from '../test/keys.ts';
import { utf8 } from './bytes.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { formatNote, signNote } from './note.ts';
import { formatProof, type LogProof, parseProof, verifyProof } from './proof.ts';
import { inclusionProof, leafHash, rootOf } from './tree.ts';

const LOG = testKey('f00d/ten_1');
const KEYS = { logs: [LOG.key()] };
const ENTRIES = Array.from({ length: 11 }, (_, at) => utf8(`entry ${at}`));
const LEAVES = ENTRIES.map(leafHash);

async function proofOf(index: number, extra?: Uint8Array): Promise<LogProof> {
  const text = formatCheckpoint({ origin: LOG.name, size: LEAVES.length, root: rootOf(LEAVES) });
  const hashes = await inclusionProof(index, LEAVES.length, (nodes) =>
    nodes.map(({ level, index: at }) => rootOf(LEAVES.slice(at * 2 ** level, (at + 1) * 2 ** level))),
  );
  return { index, hashes, checkpoint: formatNote(text, [await signNote(text, LOG)]), extra };
}

describe('proof file', () => {
  test('proves the entry in a proof file with only the key of the log', async () => {
    const text = formatProof(await proofOf(6, ENTRIES[6]));
    expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex 6\n(\S{44}\n){4}\nf00d\/ten_1\n11\n/);
    expect(await verifyProof(parseProof(text), KEYS)).toMatchObject({ size: 11 });
  });

  test('rejects a proof of another entry, of another index, with a truncated path or without the entry', async () => {
    const proof = await proofOf(6, ENTRIES[6]);
    const rejects = (changed: LogProof, code: string, leaf?: Uint8Array): Promise<void> =>
      expect(verifyProof(changed, KEYS, leaf)).rejects.toMatchObject({ code });
    await rejects({ ...proof, extra: ENTRIES[5] }, 'not_included');
    await rejects(proof, 'not_included', LEAVES[5]);
    await rejects({ ...proof, index: 5 }, 'not_included');
    await rejects({ ...proof, hashes: proof.hashes.slice(0, -1) }, 'not_included');
    await rejects({ ...proof, extra: undefined }, 'invalid_proof');
    await rejects({ ...proof, checkpoint: proof.checkpoint.replace('\n11\n', '\n12\n') }, 'wrong_signature');
  });

  test('proves a leaf hash that the verifier provides if the proof contains no extra data', async () => {
    const text = formatProof(await proofOf(0));
    expect(text).not.toContain('extra');
    expect(await verifyProof(parseProof(text), KEYS, LEAVES[0])).toMatchObject({ size: 11 });
  });

  test.each([
    ['an unsupported version', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace('index 6\n', '')],
    ['an index with a leading zero', (text: string) => text.replace('index 6', 'index 06')],
    ['a short hash', (text: string) => text.replace('index 6\n', 'index 6\nAAAA\n')],
    ['64 hashes', (text: string) => text.replace('index 6\n', `index 6\n${`${'A'.repeat(43)}=\n`.repeat(64)}`)],
    ['no empty line', (text: string) => text.replaceAll('\n\n', '\n')],
  ])('rejects a proof file with %s', async (_what, change) => {
    const text = change(formatProof(await proofOf(6, ENTRIES[6])));
    expect(() => parseProof(text)).toThrow(expect.objectContaining({ code: 'invalid_proof' }));
  });
});
