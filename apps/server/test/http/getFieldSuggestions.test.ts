import { describe, expect, test } from 'vitest';
import { uploadWithForm } from '../../../../packages/pdf-sign/test/support/uploads-with-forms.ts';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/field-suggestions`;

/** Draws text in Helvetica. Positions are measured from the bottom left corner. */
const text = (words: string, x: number, y: number, size = 11): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
const line = (x: number, y: number, width: number): string => `${x} ${y} m ${x + width} ${y} l S`;

async function suggested(pdf: Buffer) {
  const { body } = await app.key.upload(pdfUpload(pdf));
  const answer = await app.key.both<'getFieldSuggestions'>('GET', pathOf(body.document.id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('200', () => {
  test('suggests a field of the right kind on each line of a signature block', async () => {
    const content = [
      text('The parties sign this contract on the date below.', 72, 760),
      text('Signature:', 72, 600),
      line(140, 598, 200),
      text('Date:', 72, 560),
      line(140, 558, 200),
      line(72, 500, 200),
      text('Print name', 72, 489, 8),
    ].join('\n');
    const { fields, isCut } = await suggested(makePdf({ content }));
    expect(isCut).toBe(false);
    expect(fields.map(({ kind, label, page, from }) => ({ kind, label, page, from }))).toEqual([
      { kind: 'signature', label: 'Signature', page: 1, from: 'blank' },
      { kind: 'date', label: 'Date', page: 1, from: 'blank' },
      { kind: 'name', label: 'Print name', page: 1, from: 'blank' },
    ]);
    const [signature] = fields;
    // The line is 598 points above the bottom of a page that is 842 points tall.
    const { x = 0, y = 0, width = 0, height = 0 } = signature ?? {};
    for (const [given, drawn] of [
      [x, 140],
      [x + width, 340],
      [y + height, 842 - 598],
    ] as const)
      expect(Math.abs(given - drawn)).toBeLessThanOrEqual(1.5);
  });

  test('suggests a field for each form field of the PDF, according to its type and label', async () => {
    const { fields } = await suggested(uploadWithForm('table'));
    expect(fields.every(({ from }) => from === 'form-field')).toBe(true);
    const kinds = fields.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'checkbox')).toHaveLength(4);
    expect(kinds).toContain('signature');
    expect(fields).toContainEqual(expect.objectContaining({ kind: 'name', label: 'person name' }));
  });

  test('suggests no fields for sentences, underlined headings, data tables and lines across the page', async () => {
    const content = [
      text('Signature and date', 72, 780, 16),
      line(72, 777, 145),
      line(72, 740, 460),
      text('Please return this page with your signature and the date to our company.', 72, 720),
      text('Date', 76, 660),
      text('2026-03-01', 176, 660),
      ...[72, 172, 272].map((x) => `${x} 630 m ${x} 675 l S`),
      ...[630, 652, 675].map((y) => line(72, y, 200)),
      text('Total', 76, 638),
      text('100.00', 176, 638),
    ].join('\n');
    expect(await suggested(makePdf({ content }))).toEqual({ fields: [], isCut: false });
  });

  test('returns an empty list for a page without text and changes nothing', async () => {
    const { id } = await app.draft();
    expect((await app.key.get(pathOf(id))).body).toEqual({ fields: [], isCut: false });
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.fields).toEqual([]);
  });

  test('returns at most 500 suggested fields and marks the result as incomplete', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `${text('Name:', 72, 800 - 19 * at, 9)} ${line(110, 799 - 19 * at, 150)}`,
    );
    const { fields, isCut } = await suggested(makePdf({ pages: 14, content: rows.join('\n') }));
    expect(fields).toHaveLength(500);
    expect(isCut).toBe(true);
  });
});

const draft = await app.draft();
const path = pathOf(draft.id);
needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id) }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });

test('suggests fields within seconds for a page with thousands of lines and pieces of text', async () => {
  const rows = Array.from({ length: 4000 }, (_, at) => {
    const [x, y] = [20 + (at % 8) * 70, 830 - Math.floor(at / 8) * 1.6];
    return `${text('Name:', x, y, 2)} ${line(x + 20, y, 46)}`;
  });
  const begun = performance.now();
  expect((await suggested(makePdf({ content: rows.join('\n') }))).fields).toEqual([]);
  // The time limit detects an algorithm that compares all pairs, which would take minutes.
  expect(performance.now() - begun).toBeLessThan(8000);
});
