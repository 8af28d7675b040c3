import { describe, expect, test } from 'vitest';
import { openPersonal, selectPersonal } from '../../src/platform/audit/personal.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, logIn, mailCount, PASSWORD, type Person } from '../support/people.ts';
import { mailsTo, sentPackage } from '../support/package-visits.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const path = '/api/organization';

/** Creates a signed-in person with a separate organization. */
async function ownerOf(): Promise<Person & { owner: Caller; organizationId: string }> {
  const person = await join(app);
  const made = await person.caller.post<'createOrganization'>('/api/organizations', { name: 'Short-lived' });
  const organizationId = made.body.organization.id;
  const switched = await person.caller.post('/api/auth/switch-organization', { organizationId });
  const owner = app.anyone.with({ cookie: cookieNamed(switched, 'countersign_session') });
  return { ...person, owner, organizationId };
}
const remove = (by: Caller, password = PASSWORD) =>
  by.send<'deleteOrganization'>('DELETE', path, { body: { password } });

/** Returns the personal data in the trail entries about the voiding of these documents. */
async function voidedBy(ids: readonly string[]): Promise<(Record<string, string> | undefined)[]> {
  const entries = await app.sql<{ id: string; tenant_id: string; stream: string }>(
    "select id, tenant_id, stream from audit_entries where stream = any($1) and convert_from(bytes, 'UTF8') like '%\"document.voided\"%'",
    [ids],
  );
  const { uow, vault } = app.services;
  return Promise.all(
    entries.map(async ({ id, tenant_id: tenantId, stream }) =>
      openPersonal(vault, tenantId, await uow.read(tenantId, selectPersonal(tenantId, stream))).get(id),
    ),
  );
}

describe('202', () => {
  test('voids documents in progress after 30 days, closes the organization, and keeps completed documents', async () => {
    const { owner, organizationId, email } = await ownerOf();
    const { caller: key } = await app.makeKey({ by: owner });
    const open = await app.sent({ by: key });
    const done = await app.completed({ by: key });
    const answer = await remove(owner);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.organization.deletion).toEqual({
      requested_at: app.clock.now().toISOString(),
      delete_at: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      documents_in_progress: 1,
    });
    expect(await mailCount(app, email, 'organization-deletion')).toBe(1);
    expect((await key.get('/api/documents/paginated')).status, 'the organization works until the deletion date').toBe(
      200,
    );
    // The expiry is postponed, because the document would otherwise expire on the same day.
    await app.sql(`update documents set expires_at = now() + interval '10 years' where id = $1`, [open.id]);
    await app.sql(`delete from jobs where kind = 'expire-document'`);
    app.clock.advance({ days: 30, seconds: 1 });
    app.services.runner.wake('timer');
    await until('the organization to be closed', async () => {
      const rows = await app.sql('select from organizations where id = $1 and deleted_at is not null', [
        organizationId,
      ]);
      return rows.length === 2;
    });
    const statuses = await app.sql<{ id: string; status: string }>(
      'select id, status from documents where id = any($1) order by id',
      [[open.id, done.id]],
    );
    expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
      [open.id]: 'voided',
      [done.id]: 'completed',
    });
    app.clock.advance({ seconds: 2 });
    expect((await key.get('/api/documents/paginated')).status).toBe(401);
    const again = await logIn(app, email);
    expect(again.body.session.organization.name, 'the other organization still exists').toBe(OWNER.organization);
    const cookie = cookieNamed(again, 'countersign_session');
    const { organizations } = (await app.anyone.with({ cookie }).get<'listOrganizations'>('/api/organizations')).body;
    expect(organizations.map(({ id }) => id)).not.toContain(organizationId);
  });

  test('cancels each package as a whole when the organization is deleted, and notifies each recipient once', async () => {
    const { owner } = await ownerOf();
    const { caller: key } = await app.makeKey({ by: owner });
    const signer = app.person();
    const { documents } = await sentPackage(app, { by: key, signers: [signer], expirationDays: 60 });
    const alone = await app.sent({ by: key, expirationDays: 60 });
    expect((await remove(owner)).status).toBe(202);
    app.clock.advance({ days: 30, seconds: 1 });
    app.services.runner.wake('timer');
    const ids = [...documents.map(({ id }) => id), alone.id];
    await until('all to be voided', async () => {
      const rows = await app.sql("select from documents where id = any($1) and status = 'voided'", [ids]);
      return rows.length === ids.length;
    });
    for (const id of ids) await app.atRest(id);
    expect(await mailsTo(app, signer.email)).toEqual(['invitation', 'package-cancelled']);
    expect(await mailsTo(app, alone.signers[0]?.email ?? '')).toContain('voided');
    // There was no request, so the trail has neither an IP address nor a browser.
    expect(await voidedBy(ids)).toEqual(ids.map(() => ({ reason: 'The organization was deleted.' })));
  });
});

sessionOnly(app, { method: 'DELETE', path, body: { password: PASSWORD } });

describe('403', () => {
  test("rejects the deletion of the operator's organization", async () => {
    expectError(await remove(await app.session(), OWNER.password), 'OPERATOR_ORGANIZATION');
  });
  test('rejects the deletion if the password is wrong', async () => {
    const { owner } = await ownerOf();
    expectError(await remove(owner, app.secret('not this password')), 'WRONG_PASSWORD');
  });
  test('rejects an administrator who is not an owner', async () => {
    const { caller } = await app.member('admin');
    expectError(await remove(caller), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects a second deletion request while a deletion is pending', async () => {
    const { owner } = await ownerOf();
    const first = await remove(owner);
    expectError(await remove(owner), 'DELETION_SCHEDULED', {
      delete_at: first.body.organization.deletion?.delete_at,
    });
  });
});

describe('422', () => {
  test('rejects a deletion request without a password', async () => {
    expectInvalid(await (await app.session()).send('DELETE', path, { body: {} }), 'password');
  });
});

describe('429', () => {
  test('rejects further attempts after ten wrong passwords', async () => {
    const { owner } = await ownerOf();
    for (let i = 0; i < 10; i += 1) await remove(owner, 'not this password');
    expectError(await remove(owner), 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
  });
});
