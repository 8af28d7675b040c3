import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, PASSWORD, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const path = '/api/organization/cancel-deletion';

describe('200', () => {
  test('keeps the organization after the canceled deletion date has passed', async () => {
    const { caller } = await join(app);
    const made = await caller.post<'createOrganization'>('/api/organizations', { name: 'Spared' });
    const organizationId = made.body.organization.id;
    const switched = await caller.post('/api/auth/switch-organization', { organizationId });
    const owner = app.anyone.with({ cookie: cookieNamed(switched, 'countersign_session') });
    await owner.send('DELETE', '/api/organization', { body: { password: PASSWORD } });
    const answer = await owner.post<'cancelOrganizationDeletion'>(path);
    expect(answer.body.organization.deletion).toBeNull();
    const [tenant] = await app.sql<{ tenant_id: string }>(
      `select tenant_id from tenants where organization_id = $1 and environment = 'live'`,
      [organizationId],
    );
    expect((await trailOf(app, tenant?.tenant_id)).at(-1)).toBe('organization.deletion-cancelled');
    app.clock.advance({ days: 31 });
    app.services.runner.wake('timer');
    await until('the job to look', async () => {
      const jobs = await app.sql(`select from jobs where kind = 'close-organization' and tenant_id = $1`, [
        tenant?.tenant_id,
      ]);
      return jobs.length === 0;
    });
    expect(
      await app.sql('select from organizations where id = $1 and deleted_at is not null', [organizationId]),
    ).toEqual([]);
  });
});

sessionOnly(app, { method: 'POST', path });

describe('403', () => {
  test('rejects an administrator who is not an owner', async () => {
    expectError(await (await app.member('admin')).caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects an organization without a pending deletion', async () => {
    expectError(await (await app.session()).post(path), 'NO_DELETION_SCHEDULED');
  });
});

refusesOtherMethods(app, path, ['POST']);
