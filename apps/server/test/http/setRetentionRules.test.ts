import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/legal/retention';
const set = (rules: object[], by = app.owner) =>
  by.send<'setRetentionRules'>('PUT', path, { body: { rules }, mayFail: true });

test('replaces all retention rules, records the change, and leaves other organizations unchanged', async () => {
  await set([{ kind: 'tag', target: 'old', days: 50 }]);
  const { body } = await set([{ kind: 'tag', target: 'contracts', days: 3650 }]);
  expect(body.retention.rules).toEqual([{ kind: 'tag', target: 'contracts', days: 3650, name: null }]);
  const { owner } = await app.otherTenant();
  expect((await owner.get<'getRetentionRules'>(path)).body.retention.rules).toEqual([]);
  expect(
    await app.sql(`select from audit_entries where convert_from(bytes, 'UTF8') like '%retention.rules-changed%'`),
  ).toHaveLength(2);
});

test('accepts retention rules in a new sandbox before anything else is created', async () => {
  const { owner } = await app.otherTenant();
  const rule = { kind: 'tag', target: 'contracts', days: 3650 };
  const { body, text } = await owner.send<'setRetentionRules'>('PUT', `/sandbox${path}`, { body: { rules: [rule] } });
  expect(body.retention?.rules, text).toMatchObject([rule]);
});

test('returns 422 for duplicate rules, an unknown template and a period shorter than the announcement period', async () => {
  const rule = { kind: 'tag', target: 'x', days: 50 };
  expectInvalid(await set([rule, rule]), 'rules[1].target');
  expectInvalid(await set([{ kind: 'template', target: 'tpl_x', days: 50 }]), 'rules[0].target');
  expectInvalid(await set([{ ...rule, days: 29 }]), 'rules[0].days');
});

needsCredential(app, { method: 'PUT', path, body: { rules: [] } });
