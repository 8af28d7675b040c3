import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, logIn } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const path = '/api/auth/switch-organization';

describe('200', () => {
  test('switches the session to the other organization under a new cookie, and opens that organization at the next sign-in', async () => {
    const person = await join(app);
    const made = await person.caller.post<'createOrganization'>('/api/organizations', { name: 'Second' });
    const organizationId = made.body.organization.id;
    const answer = await person.caller.post<'switchOrganization'>(path, { organizationId });
    expect(answer.body.session.organization).toMatchObject({ id: organizationId, name: 'Second' });
    expect((await person.caller.get('/api/auth/session')).status, 'the old cookie is rejected').toBe(401);
    const fresh = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
    expect((await fresh.get<'getSession'>('/api/auth/session')).body.session.organization.id).toBe(organizationId);
    expect((await logIn(app, person.email)).body.session.organization.id).toBe(organizationId);
  });
});

sessionOnly(app, { method: 'POST', path, body: { organizationId: newId('organization') } });

describe('403', () => {
  test('rejects a session opened through an identity provider, because that session is bound to its organization', async () => {
    const { caller, userId } = await join(app);
    const made = await caller.post<'createOrganization'>('/api/organizations', { name: 'Second' });
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path, { organizationId: made.body.organization.id }), 'FORBIDDEN');
  });
});

describe('404', () => {
  test('rejects an unknown organization, and an organization the user does not belong to', async () => {
    const other = await app.otherTenant();
    for (const organizationId of [other.organizationId, newId('organization')])
      expectError(await (await app.session()).post(path, { organizationId }), 'ORGANIZATION_NOT_FOUND', {
        organizationId,
      });
  });
});

describe('422', () => {
  test('rejects a request without an organization ID', async () => {
    expectInvalid(await (await app.session()).post(path, { organizationId: 'org_1' }), 'organizationId');
  });
});

refusesOtherMethods(app, path, ['POST']);
