import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/invoices';

test('returns invoices newest first, and an empty list before the first subscription', async () => {
  expect((await app.owner.get<'listInvoices'>(path)).body.invoices).toEqual([]);
  await app.owner.post('/api/subscription/create', { plan: 'enterprise', interval: 'year' });
  const { body } = await app.owner.get<'listInvoices'>(path);
  expect(body.invoices).toEqual([
    {
      id: expect.stringMatching(/^bil_/),
      number: '2026-0001',
      issued_at: app.clock.now().toISOString(),
      period: { start: app.clock.now().toISOString(), end: '2027-11-20T09:00:00.000Z' },
      currency: 'EUR',
      total: 999_000,
      status: 'issued',
      pdf_url: `${path}/${body.invoices[0]?.id}/pdf`,
    },
  ]);
});

ownersOnly(app, { method: 'GET', path });
