import {
  type Operation,
  operations,
  PLAN_IDS,
  type PlanRight,
  planAllows,
  PLANS,
  planWith,
} from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp, type Tenant } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { makePackage, sendPackage } from '../support/packages.ts';
import { mailToken, PASSWORD } from '../support/people.ts';

const app = await startTestApp();
const UNDER_KEYS = '/api/settings/api-keys';
const SSO = '/api/organization/sso';

async function put({ organizationId }: Tenant, plan: string): Promise<void> {
  await app.sql('update organizations set plan = $2 where id = $1', [organizationId, plan]);
  app.services.memory.forget('credentials');
}
const onPlan = async (plan: string): Promise<Tenant> => {
  const other = await app.otherTenant();
  await put(other, plan);
  return other;
};
/** Expects PLAN_REQUIRED if the plan does not include the feature, and no such error otherwise. */
function judge(answer: Answer, plan: string, right: PlanRight): void {
  if (planAllows(plan, right)) expect(answer.text).not.toContain('PLAN_REQUIRED');
  else expectError(answer, 'PLAN_REQUIRED', { plan, needed: planWith(right), right });
}

describe.each(PLAN_IDS)('%s', (plan) => {
  test('lets a session create and rotate API keys for both environments only on plans that include keys', async () => {
    const other = await app.otherTenant();
    const { apiKey } = (await other.owner.post<'createApiKey'>(UNDER_KEYS, { name: 'Before' })).body;
    const test = await other.owner.post<'createApiKey'>(`/sandbox${UNDER_KEYS}`, { name: 'Sandbox' });
    await put(other, plan);
    const key = app.anyone.with({ bearer: apiKey.key });
    const testKey = app.anyone.with({ bearer: test.body.apiKey.key });
    judge(await other.owner.post(UNDER_KEYS, { name: 'x' }), plan, 'apiKeys');
    judge(await other.owner.post(`${UNDER_KEYS}/${apiKey.id}/rotate`), plan, 'apiKeys');
    judge(await key.get('/api/documents/paginated'), plan, 'apiKeys');
    judge(await testKey.get('/sandbox/api/documents/paginated'), plan, 'apiKeys');
    const { text } = await key.post('/api/v1/graphql', { query: '{ documents { id } }' });
    expect(text.includes('PLAN_REQUIRED')).toBe(!planAllows(plan, 'apiKeys'));
    // Existing keys remain visible, and can be revoked.
    expect((await other.owner.get<'listApiKeys'>(UNDER_KEYS)).body.apiKeys.length).toBeGreaterThan(0);
    expect((await other.owner.send('DELETE', `${UNDER_KEYS}?id=${apiKey.id}`)).status).toBe(200);
  });

  test('allows single sign-on through a session and an API key only on plans that include it', async () => {
    const { owner, key } = await onPlan(plan);
    for (const answer of [
      await owner.get(SSO),
      await owner.send('PUT', SSO, {
        body: { protocol: 'oidc', issuer: 'https://id.example', client_id: 'x' },
        mayFail: true,
      }),
      await owner.post(`${SSO}/test`),
      await owner.post('/api/organization/domains', { domain: `${plan}.example` }),
    ])
      judge(answer, plan, 'singleSignOn');
    // If the plan does not include API keys, a key is rejected for this reason first.
    judge(await key.get(SSO), plan, planAllows(plan, 'apiKeys') ? 'singleSignOn' : 'apiKeys');
    expect((await owner.get('/api/organization/domains')).status).toBe(200);
  });

  test('limits requests per hour according to the plan', async () => {
    const { owner } = await onPlan(plan);
    const answer = await owner.get('/api/documents/paginated');
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(PLANS[plan].requestsPerHour ?? 2_147_483_647));
  });
});

test('declares the plan feature that API key and single sign-on operations require, except those allowed on every plan', () => {
  const kept = [
    'listApiKeys',
    'getApiKeyUsage',
    'listApiKeyRequests',
    'revokeApiKey',
    'handOverApiKey',
    'deleteSingleSignOn',
    'listDomains',
    'removeDomain',
  ];
  const all: Operation[] = Object.values(operations);
  const named = all.filter(
    ({ path, credentials }) =>
      /^\/api\/(settings\/api-keys|organization\/(sso|domains))/.test(path) && credentials.includes('session'),
  );
  expect(named.length).toBeGreaterThan(8);
  for (const { id, path, right, errors } of named) {
    const belongs = path.startsWith(UNDER_KEYS) ? 'apiKeys' : 'singleSignOn';
    expect({ id, right }).toEqual({ id, right: kept.includes(id) ? undefined : belongs });
    if (right) expect(errors, id).toContain('PLAN_REQUIRED');
  }
});

describe('monthly envelopes', () => {
  const details = { plan: 'free', needed: 'small-team', limit: 'envelopesPerMonth', most: 5, used: 5 };

  test("counts a document or package as one envelope, accepts the month's last envelope once, and keeps a rejected document as a draft", async () => {
    const free = await onPlan('free');
    for (let n = 0; n < 3; n += 1) await app.sent({ by: free.owner });
    await sendPackage(app, { by: free.owner, documents: 2 });
    const drafts = [await app.draft({ by: free.owner }), await app.draft({ by: free.owner })];
    const send = ({ id }: { id: string }) =>
      free.owner.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    const answers = await Promise.all(drafts.map(send));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const at = answers.findIndex(({ status }) => status === 403);
    const refused = answers[at];
    const draft = drafts[at];
    if (!refused || !draft) throw new Error('No request was rejected.');
    expectError(refused, 'PLAN_REQUIRED', details);
    expect((await free.owner.get<'getDocument'>(`/api/documents/${draft.id}`)).body.document.status).toBe('draft');
    const made = await makePackage(app, { by: free.owner, documents: 1 });
    expectError(
      await free.owner.post(`/api/packages/${made.id}/send`, { signers: [app.person()] }),
      'PLAN_REQUIRED',
      details,
    );
    // After the change to a larger plan, the document is sent immediately.
    await put(free, 'small-team');
    expect((await send(draft)).status).toBe(200);
  });

  test('resets the number of envelopes each calendar month', async () => {
    const free = await onPlan('free');
    const at = (date: string) =>
      app.sql(
        `insert into outbox (tenant_id, id, kind, data, created_at)
         select $1, 'evt_' || $2 || i, 'document.sent', '{}', $2::timestamptz from generate_series(1, 5) i`,
        [free.tenantId, date],
      );
    await at('2026-10-31T23:59:59.999Z');
    await app.sent({ by: free.owner });
    await at('2026-11-01T00:00:00.000Z');
    const draft = await app.draft({ by: free.owner });
    const refused = await free.owner.post(`/api/documents/${draft.id}/send-for-signing`, { signers: [app.person()] });
    expectError(refused, 'PLAN_REQUIRED', { ...details, used: 6, needed: 'small-team' });
  });
});

describe('seats', () => {
  const path = '/api/organization/invitations';
  const details = { plan: 'free', needed: 'small-team', limit: 'seats', most: 2, used: 2 };

  test('counts members and open invitations as seats, and rejects one of two concurrent invitations for the last seat', async () => {
    const { owner } = await onPlan('free');
    const [one, other] = [app.person(), app.person()];
    const answers = await Promise.all([one, other].map((person) => owner.post(path, { ...person, role: 'member' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    const refused = answers.find(({ status }) => status === 403);
    if (refused) expectError(refused, 'PLAN_REQUIRED', details);
    // A new invitation to the same address invalidates the earlier one.
    const invited = answers[0]?.status === 201 ? one : other;
    expect((await owner.post(path, { ...invited, role: 'member' })).status).toBe(201);
    expectError(
      await owner.post('/api/admin/users/create', { ...app.person(), role: 'member' }),
      'PLAN_REQUIRED',
      details,
    );
  });

  test('rejects the acceptance of an invitation sent before a downgrade until a seat is free', async () => {
    const other = await app.otherTenant();
    const people = [app.person(), app.person()];
    for (const person of people) expect((await other.owner.post(path, { ...person, role: 'member' })).status).toBe(201);
    await put(other, 'free');
    const accept = async (person: { email: string; name: string } | undefined) => {
      const invitationToken = await mailToken(app, person?.email ?? '', 'invitation');
      return app.anyone.post('/api/auth/register', { ...person, password: PASSWORD, invitationToken });
    };
    expect((await accept(people[0])).status).toBe(201);
    expectError(await accept(people[1]), 'PLAN_REQUIRED', details);
    await put(other, 'small-team');
    expect((await accept(people[1])).status).toBe(201);
  });
});
