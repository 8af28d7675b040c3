import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/organizations';
const body = { name: 'Analytical Engines' };

describe('201', () => {
  test('makes the creator the owner of the organization', async () => {
    const { caller } = await join(app);
    const answer = await caller.post<'createOrganization'>(path, body);
    expect(answer.status, answer.text).toBe(201);
    const { organization } = answer.body;
    expect(organization).toMatchObject({ name: body.name, role: 'owner', current: false });
    const switched = await caller.post<'switchOrganization'>('/api/auth/switch-organization', {
      organizationId: organization.id,
    });
    expect(switched.body.session).toMatchObject({ role: 'owner', organization: { id: organization.id } });
    const inside = app.anyone.with({ cookie: switched.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
    expect((await inside.get<'listMembers'>('/api/organization/members')).body.members).toHaveLength(1);
    expect((await inside.get<'listDocuments'>('/api/documents/paginated')).body.documents).toEqual([]);
  });
});

sessionOnly(app, { method: 'POST', path, body });

describe('403', () => {
  test("rejects a person with an unconfirmed address unless the person belongs to the operator's organization", async () => {
    const other = await app.otherTenant();
    await app.sql('update users set email_verified_at = null where id = $1', [other.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await other.owner.post(path, body), 'EMAIL_NOT_VERIFIED');
  });
  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app);
    await app.sql(`update sessions set method = 'oidc' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path, body), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects the twenty-first organization that a person creates', async () => {
    const { caller } = await join(app);
    for (let i = 0; i < 20; i += 1) expect((await caller.post(path, body)).status).toBe(201);
    expectError(await caller.post(path, body), 'TOO_MANY_ORGANIZATIONS');
  });
});

describe('422', () => {
  test('rejects an organization without a name', async () => {
    expectInvalid(await (await app.session()).post(path, { name: ' ' }), 'name');
  });
});
