import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf, stream } from '../../test/support/pdf.ts';
import { pixels, qpdfComplaint, throughQpdf } from '../../test/support/tools.ts';
import { PdfError } from '../errors.ts';
import { inspectPdf } from '../reader/inspect.ts';
import { findDamage, repairPdf } from './rewrite.ts';

const extra = firstExtra(2);
const PLAIN = makePdf({
  pages: [{ text: 'First' }, { text: 'Second' }],
  catalog: `/Metadata ${extra} 0 R/AcroForm<</Fields[${extra + 1} 0 R]>>/Lang(secret string)`,
  objects: [stream('/Type/Metadata/Subtype/XML', '<x:xmpmeta>plain</x:xmpmeta>'), '<</FT/Tx/T(Amount)/V(1,200.00)>>'],
});
type Case = readonly string[];
const VARIANTS: Case[] = [
  ['40'],
  ['128', '--use-aes=n'],
  ['128', '--use-aes=n', '--force-V4'],
  ['128', '--use-aes=y'],
  ['128', '--use-aes=y', '--cleartext-metadata'],
  ['256', '--force-R5'],
  ['256'],
  ['256', '--cleartext-metadata'],
];
const encrypted = (user: string, owner: string, [bits = '', ...options]: Case, ...before: string[]): Buffer => {
  const modes = [...before, '--allow-weak-crypto', '--compress-streams=n'];
  return throughQpdf(PLAIN, [...modes, '--encrypt', user, owner, bits, ...options]);
};
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
  return 'none';
}

describe.each(VARIANTS)('file encrypted with %s bits %s', (...variant) => {
  it.each<[string, string, string, string]>([
    ['the empty user password', '', 'owner', ''],
    ['the user password', 'user', 'owner', 'user'],
    ['the owner password', 'user', 'owner', 'owner'],
    ['an empty user password and an empty owner password', '', '', ''],
  ])('decrypts the file with %s', (_, user, owner, password) => {
    const file = encrypted(user, owner, variant);
    expect(findDamage(file, { password })).toBeNull();
    const { bytes, pageCount, repairs } = repairPdf(file, { password });
    expect({ pageCount, repairs }).toEqual({ pageCount: 2, repairs: ['encryption'] });
    expect(inspectPdf(bytes)).toMatchObject({ encrypted: false, fieldNames: ['Amount'], pageCount: 2 });
    for (const kept of ['(1,200.00)', '(secret string)', '<x:xmpmeta>plain</x:xmpmeta>'])
      expect(bytes.toString('latin1')).toContain(kept);
    expect(qpdfComplaint(bytes)).toBeNull();
    expect(pixels(bytes).equals(pixels(PLAIN))).toBe(true);
  });

  it('rejects a wrong password', () => {
    const file = encrypted('user', 'owner', variant);
    for (const password of ['', 'User', 'owner2'])
      expect(codeOf(() => repairPdf(file, { password }))).toBe('encrypted');
    expect(inspectPdf(file, { password: 'wrong' })).toMatchObject({ pageCount: 0, encryption: { permissions: null } });
  });
});

it('decrypts object streams and repairs a damaged encrypted file', () => {
  for (const variant of VARIANTS.slice(1)) {
    const file = encrypted('', 'owner', variant, '--object-streams=generate');
    expect(repairPdf(file, { password: '' })).toMatchObject({ pageCount: 2, repairs: ['encryption'] });
    const damaged = Buffer.from(file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5'), 'latin1');
    const { bytes, repairs } = repairPdf(damaged, { password: '' });
    expect(repairs).toEqual(['encryption', 'structure']);
    expect(pixels(bytes).equals(pixels(PLAIN))).toBe(true);
  }
});

it.each([
  ['256', 'Pässwörd'],
  ['256', 'пароль'],
  ['128', 'Pässwörd'],
])('accepts a password with characters outside ASCII for %s-bit encryption', (bits, password) => {
  const file = encrypted(password, 'owner', [bits]);
  expect(repairPdf(file, { password }).pageCount).toBe(2);
});

it('reports the permissions that a password grants', () => {
  const none = '--modify=none';
  const permissions = (password: string, ...options: string[]) =>
    inspectPdf(encrypted('', 'owner', ['256', ...options]), { password }).encryption?.permissions;
  const everything = { isOwner: false, modify: true, annotate: true, fillForms: true };
  expect(permissions('')).toEqual(everything);
  expect(permissions('', none)).toEqual({ isOwner: false, modify: false, annotate: false, fillForms: false });
  expect(permissions('', '--modify=form')).toMatchObject({ modify: false, annotate: false, fillForms: true });
  expect(permissions('', '--modify=annotate')).toMatchObject({ modify: false, annotate: true, fillForms: true });
  expect(permissions('owner', none)).toEqual({ ...everything, isOwner: true });
});

it('ignores permissions that were added to the file after its encryption', () => {
  const file = encrypted('', 'owner', ['256', '--modify=none']).toString('latin1');
  const raised = Buffer.from(
    file.replace(/\/P -\d+/, (found) => '/P -4'.padEnd(found.length)),
    'latin1',
  );
  expect(inspectPdf(raised, { password: '' }).encryption?.permissions).toMatchObject({ modify: false });
});

it("removes usage rights, because decryption invalidates them and they are not a person's signature", () => {
  const rights = `<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</Type/SigRef/TransformMethod/UR3>>]>>`;
  const reader = makePdf({ catalog: `/Perms<</UR3 ${firstExtra(1)} 0 R>>`, objects: [rights] });
  const { bytes } = repairPdf(throughQpdf(reader, ['--encrypt', '', 'owner', '256']), { password: '' });
  expect(bytes.toString('latin1')).not.toContain('UR3');
  const damaged = Buffer.from(reader.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5'), 'latin1');
  expect(repairPdf(damaged).bytes.toString('latin1')).not.toContain('UR3');
});

it('does not decrypt objects that a crypt filter excludes', () => {
  const file = encrypted('', 'owner', ['256', '--cleartext-metadata']).toString('latin1');
  const identity = file.replace('/StrF /StdCF', '/StrF /Identity');
  const { bytes } = repairPdf(Buffer.from(identity, 'latin1'), { password: '' });
  expect(bytes.toString('latin1')).not.toContain('secret string');
  expect(bytes.toString('latin1')).toContain('(First)');
});
