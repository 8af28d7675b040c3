import { expect, test } from 'vitest';
import { withExtension } from './file-name.ts';

test.each([
  ['lease.pdf', 'lease.pdf'],
  ['LEASE.PDF', 'LEASE.PDF'],
  ['invoice.pdf.exe', 'invoice.pdf.exe.pdf'],
  ['run.bat', 'run.bat.pdf'],
  ['lease', 'lease.pdf'],
  ['x'.repeat(255), `${'x'.repeat(250)}.pdf`],
  ['😀'.repeat(127), `${'😀'.repeat(125)}.pdf`],
])('%s is kept as %s', (name, kept) => expect(withExtension(name, 'pdf')).toBe(kept));

test('one of several endings will do', () => {
  expect(withExtension('photo.jpeg', 'jpg', 'jpeg')).toBe('photo.jpeg');
  expect(withExtension('photo.png', 'jpg', 'jpeg')).toBe('photo.png.jpg');
});
