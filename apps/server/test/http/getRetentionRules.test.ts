import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/legal/retention';

test('returns a retention period of seven years and no rules by default', async () => {
  const { body } = await app.owner.get<'getRetentionRules'>(path);
  expect(body.retention).toEqual({ document_retention_days: 2555, rules: [] });
});

needsCredential(app, { method: 'GET', path });
