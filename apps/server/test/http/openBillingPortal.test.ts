import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/portal';

test("returns the URL of the product's billing page if no payment provider is configured", async () => {
  const { body } = await app.owner.post<'openBillingPortal'>(path);
  expect(body).toEqual({ success: true, portalUrl: expect.stringMatching(/^http.*\/settings\/billing$/) });
});

ownersOnly(app, { method: 'POST', path });
