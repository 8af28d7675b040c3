import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/organization/domains';

describe('201', () => {
  test('returns the DNS record that the organization must publish to confirm the domain', async () => {
    const answer = await (await app.session()).post<'addDomain'>(path, { domain: 'Example.COM' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.domain).toMatchObject({
      domain: 'example.com',
      record: {
        type: 'TXT',
        name: '_countersign.example.com',
        value: expect.stringMatching(/^countersign-domain=[\w-]{32}$/),
      },
      verified_at: null,
    });
    expect((await trailOf(app)).at(-1)).toBe('domain.added');
  });

  test('lets two organizations add the same domain, each with a separate DNS record', async () => {
    const record = async (by: { post: typeof app.owner.post }) =>
      (await by.post<'addDomain'>(path, { domain: 'shared.example' })).body.domain.record.value;
    expect(await record(await app.session())).not.toBe(await record((await app.otherTenant()).owner));
  });
});

administrative(app, { method: 'POST', path, body: { domain: 'guarded.example' } });

describe('403', () => {
  test('rejects an organization whose plan does not include single sign-on', async () => {
    const other = await app.otherTenant();
    await app.sql(`update organizations set plan = 'small-team' where tenant_id = $1`, [other.tenantId]);
    app.services.memory.forget('credentials');
    expectError(await other.owner.post(path, { domain: 'a.example' }), 'PLAN_REQUIRED', {
      plan: 'small-team',
      needed: 'large-team',
      right: 'singleSignOn',
    });
  });
});

describe('409', () => {
  test('rejects a domain that the organization has already added', async () => {
    const owner = await app.session();
    await owner.post(path, { domain: 'twice.example' });
    expectError(await owner.post(path, { domain: 'twice.example' }), 'DOMAIN_EXISTS', { domain: 'twice.example' });
  });
  test('rejects the addition of more than 100 domains', async () => {
    const other = await app.otherTenant();
    await app.sql(
      `insert into organization_domains (tenant_id, id, domain, challenge, created_at)
       select $1, 'dom_' || n, n || '.example', '', now() from generate_series(1, 100) n`,
      [other.tenantId],
    );
    expectError(await other.owner.post(path, { domain: 'more.example' }), 'TOO_MANY_DOMAINS');
  });
});

describe('422', () => {
  test.each([
    'localhost',
    'a..example',
    '-a.example',
    'a.example/path',
    '*.example.com',
    '127.0.0.1',
    'ex ample.com',
    `${'a'.repeat(64)}.example`,
    'exämple.com',
  ])('rejects the domain %s', async (domain) => {
    expectInvalid(await (await app.session()).post(path, { domain }), 'domain');
  });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
