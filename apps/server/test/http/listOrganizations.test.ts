import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, mailToken } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/organizations';

test("returns all organizations of the user with the user's role and marks the current organization", async () => {
  const person = await join(app);
  const other = await app.otherTenant();
  await other.owner.post('/api/organization/invitations', { email: person.email, role: 'admin' });
  const token = await mailToken(app, person.email, 'invitation');
  const accepted = await person.caller.post('/api/auth/accept-invitation', { token });
  const caller = app.anyone.with({ cookie: accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
  expect((await caller.get<'listOrganizations'>(path)).body.organizations).toEqual([
    { id: other.organizationId, name: 'Contoso Research', plan: 'enterprise', role: 'admin', current: true },
    { id: app.tenant.organizationId, name: 'Northwind Trading', plan: 'enterprise', role: 'member', current: false },
  ]);
});

describe('rejections', () => {
  sessionOnly(app, { method: 'GET', path });
  refusesOtherMethods(app, path, ['GET', 'POST']);
});
