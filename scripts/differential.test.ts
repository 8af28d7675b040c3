import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makePdf } from '../packages/pdf-sign/test/support/pdf.ts';
import { completed, send, signFirst } from '../packages/pdf-sign/test/support/sign.ts';
import { inFolder, throughQpdf } from '../packages/pdf-sign/test/support/tools.ts';
import { compareFolder, tableOf } from './differential.ts';

const pages = [{}, { rotate: 90 }, { cropBox: [0, 0, 100, 100] as [number, number, number, number] }];
const plain = makePdf({ pages });

it('reports the same facts as qpdf and Poppler about every kind of file', () => {
  const sent = send(plain);
  const files: Record<string, Uint8Array> = {
    table: plain,
    stream: makePdf({ pages, xref: 'stream' }),
    hybrid: makePdf({ pages, xref: 'hybrid' }),
    junk: makePdf({ pages, junk: 'From a mail\r\n' }),
    'object streams': throughQpdf(plain, ['--object-streams=generate']),
    linearized: throughQpdf(plain, ['--linearize']),
    'many pages': makePdf({ pages: Array.from({ length: 500 }, () => ({})) }),
    'user password': throughQpdf(plain, ['--encrypt', 'secret', 'owner', '256']),
    'owner password': throughQpdf(plain, ['--encrypt', '', 'owner', '256']),
    'old encryption': throughQpdf(plain, ['--allow-weak-crypto', '--encrypt', '', 'owner', '40']),
    'wrong startxref': Buffer.from(plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9'), 'latin1'),
    sent: sent.file,
    'signed once': signFirst(sent).file,
    sealed: completed(plain).file,
  };
  const comparison = inFolder((file) => {
    mkdirSync(file('below'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(file(`below/${name}.pdf`), bytes);
    writeFileSync(file('no.txt'), 'not looked at');
    return compareFolder(file(''));
  });
  expect(tableOf(comparison.disagreements).split('\n').slice(1)).toEqual([]);
  expect(comparison).toEqual({ files: 14, damaged: 0, disagreements: [] });
});

it('reports a disagreement between PDF tools on one line', () => {
  // The other programs use the value of /Count, but our reader counts the pages.
  const lying = Buffer.from(plain.toString('latin1').replace('/Count 3', '/Count 7'), 'latin1');
  const { disagreements } = inFolder((file) => {
    writeFileSync(file('lying.pdf'), lying);
    return compareFolder(file(''));
  });
  expect(disagreements).toEqual([{ file: 'lying.pdf', about: 'pages', ours: '3', qpdf: '7', poppler: '7' }]);
  expect(tableOf(disagreements)).toBe('File       About  Ours  qpdf  poppler\nlying.pdf  pages  3     7     7');
});
