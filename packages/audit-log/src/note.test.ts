import { describe, expect, test } from 'vitest';
import { testKey } from '../test/keys.ts';
import { formatCheckpoint, openCheckpoint, parseCheckpointText } from './checkpoint.ts';
import {
  cosignNote,
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPE,
  signNote,
  verifyNote,
} from './note.ts';
import { leafHash, rootOf } from './tree.ts';

/** The example in the C2SP signed-note specification. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE = `This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const LOG = testKey('f00d/ten_1');
const WITNESS = testKey('witness.example/w1');
const CHECKPOINT = formatCheckpoint({ origin: LOG.name, size: 1, root: rootOf([leafHash(Uint8Array.of(1))]) });
const coded = (code: string): unknown => expect.objectContaining({ code });

describe('signed note', () => {
  test("verifies the signed note in the specification with the specification's key", async () => {
    const key = parseVerifierKey(EXAMPLE_KEY);
    expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY);
    expect(await verifyNote(parseNote(EXAMPLE), [key])).toEqual([{ key, time: undefined }]);
    const changed = parseNote(EXAMPLE.replace('example message', 'Example message'));
    await expect(verifyNote(changed, [key])).rejects.toMatchObject({ code: 'wrong_signature' });
  });

  test('keeps empty lines in the text of a note and ignores signatures by other keys', async () => {
    const text = 'one\n\ntwo\n';
    const note = formatNote(text, [await signNote(text, testKey('other.example')), await signNote(text, LOG)]);
    expect(parseNote(note).text).toBe(text);
    expect((await verifyNote(parseNote(note), [LOG.key()])).map(({ key }) => key.name)).toEqual([LOG.name]);
    expect(await verifyNote(parseNote(note), [testKey(LOG.name, 'another key').key()])).toEqual([]);
  });

  test.each([
    ['no signatures', 'text\n\n'],
    ['no empty line', 'text\n\u2014 a AAAAAAA=\n'],
    ['no final newline', EXAMPLE.trimEnd()],
    ['a carriage return', EXAMPLE.replace('message.', 'message.\r')],
    ['another dash', EXAMPLE.replace('\u2014', '-')],
    ['a signature of four bytes', 'text\n\n\u2014 a AAAAAA==\n'],
    ['base64 with unused bits', EXAMPLE.replace('QM=', 'QN=')],
    ['a name with a plus sign', EXAMPLE.replace('com/foo', 'com+foo')],
    ['a name with a Unicode space', EXAMPLE.replace('com/foo', 'com\u00a0foo')],
    ['65 signatures', `text\n\n${'\u2014 a AAAAAAA=\n'.repeat(65)}`],
    ['bytes that are not UTF-8', Uint8Array.of(0xff, 0x0a)],
    ['300 KB', 'a'.repeat(300 * 1024)],
  ])('rejects a signed note with %s', (_what, note) => {
    expect(() => parseNote(note)).toThrow(coded('invalid_note'));
  });
});

test('rejects a verifier key with a wrong ID, another type or a short key', () => {
  for (const text of [EXAMPLE_KEY.replace('530d903a', '530d903b'), EXAMPLE_KEY.replace('+Aek', '+Bek'), 'a+b+c'])
    expect(() => parseVerifierKey(text)).toThrow(coded('invalid_key'));
});

describe('checkpoint', () => {
  const signed = async (...lines: readonly Promise<string>[]): Promise<string> =>
    formatNote(CHECKPOINT, await Promise.all([signNote(CHECKPOINT, LOG), ...lines]));

  test('opens a checkpoint with the key of its log and lists the cosignatures of trusted witnesses', async () => {
    const note = await signed(cosignNote(CHECKPOINT, 1_679_315_147, WITNESS), cosignNote(CHECKPOINT, 5, testKey('w2')));
    const keys = { logs: [LOG.key()], witnesses: [WITNESS.key(SIGNATURE_TYPE.cosignature)] };
    const opened = await openCheckpoint(note, keys);
    expect(opened).toMatchObject({ origin: LOG.name, size: 1, signedBy: { name: LOG.name } });
    expect(opened.cosignatures.map(({ key, time }) => [key.name, time])).toEqual([[WITNESS.name, 1_679_315_147]]);
  });

  test('rejects a checkpoint if the time of a cosignature differs from the signed time', async () => {
    const line = await cosignNote(CHECKPOINT, 1_679_315_147, WITNESS);
    const [, name, encoded = ''] = line.trimEnd().split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    bytes[11] = (bytes[11] ?? 0) + 1;
    const note = await signed(Promise.resolve(`\u2014 ${name} ${bytes.toString('base64')}\n`));
    const keys = { logs: [LOG.key()], witnesses: [WITNESS.key(SIGNATURE_TYPE.cosignature)] };
    await expect(openCheckpoint(note, keys)).rejects.toMatchObject({ code: 'wrong_signature' });
  });

  test('rejects the key of another log for a checkpoint, even if both logs have the same operator', async () => {
    const other = testKey('f00d/ten_2', LOG.name);
    await expect(openCheckpoint(await signed(), { logs: [other.key()] })).rejects.toMatchObject({
      code: 'unknown_signer',
    });
    // The trusted key signed the text, but under a name that differs from the origin.
    const note = formatNote(CHECKPOINT, [await signNote(CHECKPOINT, other)]);
    await expect(openCheckpoint(note, { logs: [other.key()] })).rejects.toMatchObject({ code: 'unknown_signer' });
  });

  test.each([
    ['a leading zero in its size', CHECKPOINT.replace('\n1\n', '\n01\n')],
    ['a negative size', CHECKPOINT.replace('\n1\n', '\n-1\n')],
    ['a size beyond 2^53', CHECKPOINT.replace('\n1\n', '\n9007199254740992\n')],
    ['a short root hash', 'a\n1\nAAAA\n'],
    ['two lines', 'a\n1\n'],
    ['an empty line', `${CHECKPOINT}\nx\n`],
  ])('rejects a checkpoint with %s', (_what, text) => {
    expect(() => parseCheckpointText(text)).toThrow(coded('invalid_checkpoint'));
  });
});
