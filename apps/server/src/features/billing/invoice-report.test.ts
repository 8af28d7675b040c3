import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { setInvoice } from './invoice-report.ts';

test("prints the buyer's name in every script, and keeps letters without a glyph as text", async () => {
  const lines = ['შპს ჩრდილოეთი', 'রবীন্দ্র সরণি ১২', 'Nefer \u{13000}'];
  const bytes = await setInvoice({
    language: 'en',
    number: '2026-000001',
    issuedAt: '2026-11-20T10:45:12.345Z',
    seller: { lines: ['Countersign Ltd'], vatId: null },
    buyer: { lines, vatId: null },
    lines: [{ plan: 'Team', interval: 'month', isCredit: false, period: 'November', amount: 'EUR 49.00' }],
    tax: null,
    isReverseCharge: false,
    total: 'EUR 49.00',
    fileId: '00'.repeat(16),
  });
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' });
  for (const line of lines) expect(text).toContain(line);
});
