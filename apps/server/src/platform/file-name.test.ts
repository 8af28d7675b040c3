import { expect, test } from 'vitest';
import { fittingName, withExtension } from './file-name.ts';

test.each([
  ['lease.pdf', 'lease.pdf'],
  ['LEASE.PDF', 'LEASE.PDF'],
  ['invoice.pdf.exe', 'invoice.pdf.exe.pdf'],
  ['run.bat', 'run.bat.pdf'],
  ['lease', 'lease.pdf'],
  ['x'.repeat(255), `${'x'.repeat(250)}.pdf`],
  ['😀'.repeat(127), `${'😀'.repeat(125)}.pdf`],
])('stores the file name "%s" as "%s"', (name, kept) => expect(withExtension(name, 'pdf')).toBe(kept));

test('keeps any accepted file name extension, and appends the first accepted one to other names', () => {
  expect(withExtension('photo.jpeg', 'jpg', 'jpeg')).toBe('photo.jpeg');
  expect(withExtension('photo.png', 'jpg', 'jpeg')).toBe('photo.png.jpg');
});

test('shortens a file name in any script to 255 bytes and keeps its extension', () => {
  expect(fittingName('ხელშეკრულება.pdf')).toBe('ხელშეკრულება.pdf');
  const long = fittingName(`${'კ'.repeat(200)}.pdf`);
  expect(long).toBe(`${'კ'.repeat(75)}.pdf`);
  expect(fittingName(`${'क्षि'.repeat(60)}.pdf`)).toMatch(/^(?:क्षि)+\.pdf$/u);
});
