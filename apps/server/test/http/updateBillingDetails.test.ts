import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/billing-details';
const details = { name: 'Northwind Trading Ltd', address: '1 High Street\nDublin', vat_id: null };
const put = (body: object) => app.owner.send<'updateBillingDetails'>('PUT', path, { body, mayFail: true });

test('stores the billing details, but shows them only to members of the same organization', async () => {
  expect((await app.owner.get<'getSubscription'>('/api/subscription')).body.subscription.billing_details).toBeNull();
  expect((await put({ ...details, vat_id: 'ie 6388047-v' })).body.subscription.billing_details).toEqual({
    ...details,
    vat_id: 'IE6388047V',
  });
  expect((await put(details)).body.subscription.billing_details).toEqual(details);
  const other = await app.otherTenant();
  const { body } = await other.owner.get<'getSubscription'>('/api/subscription');
  expect(body.subscription.billing_details).toBeNull();
  const actions = await app.sql(
    "select from audit_entries where convert_from(bytes, 'UTF8') like '%billing-details.changed%'",
  );
  expect(actions).toHaveLength(2);
});

test('returns 422 for a missing name, a missing address and a tax number without its country', async () => {
  expectInvalid(await put({ ...details, name: ' ' }), 'name');
  expectInvalid(await put({ ...details, address: '' }), 'address');
  expectInvalid(await put({ ...details, vat_id: '123456789' }), 'vat_id');
  expectInvalid(await put({ name: 'x', address: 'y' }), 'vat_id');
});

ownersOnly(app, { method: 'PUT', path, body: details });
