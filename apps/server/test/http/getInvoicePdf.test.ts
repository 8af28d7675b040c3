import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp({
  invoiceSeller: { lines: ['Countersign GmbH', 'Torstraße 1', '10115 Berlin'], vatId: 'DE123456789', vatPercent: 19 },
});
const textOf = (pdf: Buffer): string =>
  execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], { input: pdf }).toString();
const path = (id: string) => `/api/subscription/invoices/${id}/pdf`;

test('returns the same PDF of an invoice each time, and hides the invoice from other organizations', async () => {
  await app.owner.post('/api/subscription/create', { plan: 'large-team' });
  const [invoice] = (await app.owner.get<'listInvoices'>('/api/subscription/invoices')).body.invoices;
  const answer = await app.owner.get(invoice?.pdf_url ?? '');
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain('invoice-2026-0001.pdf');
  const text = textOf(answer.bytes);
  for (const said of ['Invoice 2026-0001', 'Northwind Trading', 'Large Team, monthly', '355.81 EUR', '2026-11-20'])
    expect(text).toContain(said);
  expect((await app.owner.get(invoice?.pdf_url ?? '')).bytes.equals(answer.bytes)).toBe(true);
  const other = await app.otherTenant();
  const id = invoice?.id ?? '';
  expectError(await other.owner.get(path(id)), 'INVOICE_NOT_FOUND', { invoiceId: id });
});

describe('contents of an invoice', () => {
  /** Returns the text of the newest invoice of an organization that subscribes with the given details and language. */
  async function invoiced(details: object | undefined, locale: string | null) {
    const other = await app.otherTenant();
    await app.sql('update users set locale = $2 where id = $1', [other.userId, locale]);
    if (details) {
      const set = await other.owner.send('PUT', '/api/subscription/billing-details', { body: details });
      expect(set.status, set.text).toBe(200);
    }
    await other.owner.post('/api/subscription/create', { plan: 'medium-team' });
    const [invoice] = (await other.owner.get<'listInvoices'>('/api/subscription/invoices')).body.invoices;
    const { bytes } = await other.owner.get(invoice?.pdf_url ?? '');
    return { other, invoice, text: textOf(bytes) };
  }

  test('shows both parties with VAT numbers, the net amount, VAT and total, in German for a German reader', async () => {
    const details = { name: 'Contoso AG', address: 'Hauptstr. 5\n80331 München', vat_id: 'DE 987 654 321' };
    const { invoice, text, other } = await invoiced(details, 'de');
    expect(invoice?.total).toBe(11_781);
    const said = [
      'Rechnung',
      'Countersign GmbH',
      'Torstraße 1',
      'DE123456789',
      'Contoso AG',
      '80331 München',
      'DE987654321',
    ];
    for (const words of [...said, 'Nettobetrag', '99.00 EUR', 'USt. 19 %', '18.81 EUR', 'Gesamtbetrag', '117.81 EUR'])
      expect(text).toContain(words);
    // An issued invoice never changes.
    await other.owner.send('PUT', '/api/subscription/billing-details', { body: { ...details, name: 'Fabrikam SE' } });
    expect(textOf((await other.owner.get(invoice?.pdf_url ?? '')).bytes)).toBe(text);
  });

  test('charges no VAT if the customer has a VAT number from another EU country, and prints the required wording', async () => {
    const details = { name: 'Contoso SARL', address: '1 rue de la Paix\n75002 Paris', vat_id: 'FR12345678901' };
    const { invoice, text } = await invoiced(details, 'fr');
    expect(invoice?.total).toBe(9900);
    for (const words of ['Facture', 'Autoliquidation', 'TVA 0 %', 'FR12345678901']) expect(text).toContain(words);
  });

  test('charges VAT if the customer has no VAT number or a number from outside the EU', async () => {
    const { invoice, text } = await invoiced(undefined, null);
    expect(invoice?.total).toBe(11_781);
    expect(text).toContain('VAT 19 %');
    const swiss = await invoiced({ name: 'Contoso', address: 'Bern', vat_id: 'CHE123456788' }, 'en');
    expect(swiss.text).not.toContain('Reverse charge');
  });

  test.each(['ar', 'hi', 'he', 'ja', 'it', 'pl'])('prints the invoice in the language "%s"', async (language) => {
    const { text, invoice } = await invoiced({ name: 'Contoso', address: 'Cairo', vat_id: null }, language);
    expect(text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')).toContain(invoice?.number);
    expect(text).not.toMatch(/Invoice|Total:|\(cid:|\uFFFD/);
  });
});

test('numbers invoices consecutively across organizations, even if one of two concurrent subscriptions is rejected', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => app.otherTenant()));
  await Promise.all(
    others.flatMap(({ owner }) => [0, 1].map(() => owner.post('/api/subscription/create', { plan: 'small-team' }))),
  );
  const rows = await app.sql<{ number: number }>('select number from invoices order by number');
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test('rejects an unknown invoice ID with 404', async () => {
  const id = newId('invoice', app.clock.now());
  expectError(await app.owner.get(path(id)), 'INVOICE_NOT_FOUND', { invoiceId: id });
});

ownersOnly(app, { method: 'GET', path: path(newId('invoice', app.clock.now())) });
