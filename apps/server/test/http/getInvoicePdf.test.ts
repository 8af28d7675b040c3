import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = (id: string) => `/api/subscription/invoices/${id}/pdf`;

test('200: a PDF with what was issued, the same bytes each time; nobody else sees it', async () => {
  await app.owner.post('/api/subscription/create', { plan: 'large-team' });
  const [invoice] = (await app.owner.get<'listInvoices'>('/api/subscription/invoices')).body.invoices;
  const answer = await app.owner.get(invoice?.pdf_url ?? '');
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain('invoice-2026-0001.pdf');
  const text = execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], { input: answer.bytes }).toString();
  for (const said of ['Invoice 2026-0001', 'Northwind Trading', 'Large Team, monthly', '299.00 EUR', '2026-11-20'])
    expect(text).toContain(said);
  expect((await app.owner.get(invoice?.pdf_url ?? '')).bytes.equals(answer.bytes)).toBe(true);
  const other = await app.otherTenant();
  const id = invoice?.id ?? '';
  expectError(await other.owner.get(path(id)), 'INVOICE_NOT_FOUND', { invoiceId: id });
});

test('404: none of that id', async () => {
  const id = newId('invoice', app.clock.now());
  expectError(await app.owner.get(path(id)), 'INVOICE_NOT_FOUND', { invoiceId: id });
});

ownersOnly(app, { method: 'GET', path: path(newId('invoice', app.clock.now())) });
