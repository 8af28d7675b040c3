import { expect, it } from 'vitest';
import { makePdf } from '../../test/support/pdf.ts';
import { throughQpdf } from '../../test/support/tools.ts';
import { inspectPdf } from './inspect.ts';

const plain = makePdf();
const WEAK = '--allow-weak-crypto';

it.each<[string, string, readonly string[]]>([
  ['RC4', '40', []],
  ['RC4', '128', ['--use-aes=n']],
  ['AES-128', '128', ['--use-aes=y']],
  ['AES-128', '128', ['--use-aes=y', '--cleartext-metadata']],
  ['AES-256', '256', ['--force-R5']],
  ['AES-256', '256', []],
])('%s with %s bits %j: reports whether a password is needed to read the file', (method, bits, options) => {
  const encrypted = (user: string) => throughQpdf(plain, [WEAK, '--encrypt', user, 'owner', bits, ...options]);
  expect(inspectPdf(encrypted('')).encryption).toEqual({ method, password: 'owner', permissions: null });
  expect(inspectPdf(encrypted('secret')).encryption).toEqual({ method, password: 'user', permissions: null });
});

it('does not guess the password for an encryption handler other than the standard one', () => {
  const encrypted = throughQpdf(plain, ['--encrypt', '', 'owner', '256']);
  const other = Buffer.from(encrypted.toString('latin1').replace('/Filter /Standard', '/Filter /Unknownd'), 'latin1');
  expect(inspectPdf(other).encryption).toEqual({ method: 'AES-256', password: 'unknown', permissions: null });
});
