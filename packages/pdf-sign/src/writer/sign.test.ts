import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../test/support/pdf.ts';
import {
  completed,
  DATE,
  FILE_ID,
  FIRST_VALUES,
  mark,
  send,
  sendOptions,
  sign,
  signFirst,
  signSecond,
  stubContainer,
} from '../../test/support/sign.ts';
import { normal } from '../../test/support/state.ts';
import { embedCms, paddedContents, prepareSignature, readState, signedParts } from '../index.ts';
import type { SignatureOptions } from '../index.ts';
import { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import { PdfString, decodeText } from '../reader/objects.ts';

const OPTIONS: SignatureOptions = {
  field: 'Signer_1',
  date: DATE,
  fileId: FILE_ID,
  appearance: mark('Ann'),
  values: FIRST_VALUES,
};

describe('prepareSignature', () => {
  it.each(['table', 'stream', 'hybrid'] as const)(
    'keeps every earlier byte in place and updates the state (%s)',
    (xref) => {
      const original = makePdf({ xref, pages: [{}, { rotate: 90 }] });
      const sent = send(original);
      const first = signFirst(sent);
      const second = signSecond(first);
      for (const [earlier, later] of [
        [original, sent.file],
        [sent.file, first.file],
        [first.file, second.file],
      ] as const) {
        expect(later.subarray(0, earlier.length).equals(earlier)).toBe(true);
      }
      for (const { file, state } of [sent, first, second]) expect(normal(readState(file))).toEqual(normal(state));
    },
  );

  it('returns the same bytes for the same input and does not modify the state', () => {
    const { state } = send(makePdf());
    const copy = structuredClone(state);
    expect(prepareSignature(state, OPTIONS)).toEqual(prepareSignature(JSON.parse(JSON.stringify(copy)), OPTIONS));
    expect(state).toEqual(copy);
  });

  it('appends the same number of bytes to any document', () => {
    const small = send(makePdf());
    const large = send(makePdf({ pages: Array.from({ length: 200 }, () => ({})) }));
    const difference =
      prepareSignature(large.state, OPTIONS).tail.length - prepareSignature(small.state, OPTIONS).tail.length;
    expect(Math.abs(difference)).toBeLessThan(200);
  });

  it('covers all bytes except the signature container, as the byte range states', () => {
    const { file, state } = send(makePdf());
    const unsigned = prepareSignature(state, OPTIONS);
    const [before, after] = signedParts(unsigned);
    const [start, gapStart, gapEnd, rest] = unsigned.byteRange;
    expect([start, gapStart, gapEnd - gapStart, rest]).toEqual([
      0,
      file.length + before.length,
      2 * 6144 + 2,
      after.length,
    ]);
    const digest = createHash('sha256').update(file).update(before).update(after).digest();
    const whole = Buffer.concat([file, embedCms(unsigned, stubContainer(digest))]);
    expect(whole.toString('latin1', gapStart, gapStart + 9)).toBe('<30220420');
    expect(createHash('sha256').update(whole.subarray(0, gapStart)).update(whole.subarray(gapEnd)).digest()).toEqual(
      digest,
    );
    expect(paddedContents(unsigned, Buffer.from('30', 'hex'))).toHaveLength(6144);
  });

  it('rejects a container that does not fit in the reserved space', () => {
    const unsigned = prepareSignature(send(makePdf()).state, { ...OPTIONS, reserve: 100 });
    expect(embedCms(unsigned, Buffer.alloc(100)).length).toBe(unsigned.tail.length);
    expect(() => embedCms(unsigned, Buffer.alloc(101))).toThrow(expect.objectContaining({ code: 'cms_too_large' }));
  });

  it('fills in field values that readers find', () => {
    const file = new PdfFile(signFirst(send(makePdf())).file);
    const fields = new Map(readFields(file).map((field) => [field.name, field]));
    const value = file.resolve(fields.get('Date_1')?.value ?? null);
    expect(value instanceof PdfString && decodeText(value)).toBe('2026-11-20');
    expect(file.dict(fields.get('Signer_1')?.value ?? null)?.get('Type')).toEqual(
      expect.objectContaining({ name: 'Sig' }),
    );
  });

  it('writes shared parts of several appearances only once', () => {
    const image = { width: 2, height: 2, rgb: Buffer.from('x'.repeat(500)), alpha: Buffer.from('a') };
    const shared = { width: 10, height: 10, content: '/I Do', resources: { xobjects: [{ name: 'I', image }] } };
    const { tail } = prepareSignature(send(makePdf()).state, {
      ...OPTIONS,
      appearance: shared,
      values: [{ name: 'Date_1', value: 'x', appearance: shared }],
    });
    expect(tail.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(tail.toString('latin1').match(/\/SMask/g)).toHaveLength(1);
  });

  it.each<[string, Partial<SignatureOptions>, string]>([
    ['a field that does not exist', { field: 'Signer_9' }, 'unknown_field'],
    ['a text field instead of a signature field', { field: 'Date_1' }, 'unknown_field'],
    [
      'a value of another signer',
      { values: [{ name: 'City_2', value: 'Rome', appearance: mark('Rome') }] },
      'unknown_field',
    ],
    ['a value without visible characters', { values: [{ name: 'Date_1', value: 'hidden' }] }, 'invalid_field'],
    [
      'a Boolean in a text field',
      { values: [{ name: 'Date_1', value: true, appearance: mark('x') }] },
      'invalid_field',
    ],
  ])('refuses to sign with %s', (_, change, code) => {
    const { state } = send(makePdf());
    expect(() => prepareSignature(state, { ...OPTIONS, ...change })).toThrow(expect.objectContaining({ code }));
  });

  it('refuses to sign a field twice', () => {
    const first = signFirst(send(makePdf()));
    expect(() => prepareSignature(first.state, OPTIONS)).toThrow(expect.objectContaining({ code: 'unknown_field' }));
  });

  it('signs an existing field in a file from other software and respects its lock', () => {
    const fields = '/AcroForm<</SigFlags 1/Fields[6 0 R 7 0 R]>>';
    const objects = [
      '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[10 10 90 40]/P 4 0 R/Lock<</Type/SigFieldLock/Action/All>>>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/Rect[0 0 9 9]/P 4 0 R>>',
    ];
    const file = makePdf({ catalog: fields, objects, pages: [{ extra: '/Annots[6 0 R 7 0 R]' }] });
    const sent = send(file, sendOptions({ certify: false, signers: [{ key: 'ignored', existingField: 'Approval' }] }));
    const signed = sign(sent, { field: 'Approval' });
    expect(signed.file.subarray(sent.file.length).toString('latin1')).toMatch(
      /\/TransformMethod \/FieldMDP[\s\S]*\/Action \/All/,
    );
  });
});

describe('saved state', () => {
  it('saves the state as short plain JSON without control characters', () => {
    const catalog = '/Lang<feff00640065>/Odd(\\000\\001\xff)';
    const { state } = completed(makePdf({ catalog }));
    const json = JSON.stringify(state);
    expect(JSON.parse(json)).toEqual(state);
    expect(json).not.toMatch(/\\u0000/);
    expect(JSON.stringify(send(makePdf()).state).length).toBeLessThan(4_000);
  });
});
