import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/organization/members/${userId}`;
const remove = (by: Caller, userId: string, query = '') =>
  by.send<'removeMember'>('DELETE', `${pathOf(userId)}${query}`);

describe('200', () => {
  test("ends the member's sessions and API keys immediately, transfers their documents to the administrator, and notifies the member", async () => {
    const person = await join(app, { role: 'admin' });
    const { caller: key } = await app.makeKey({ by: person.caller });
    const draft = await app.draft({ by: key });
    const owner = await app.session();
    const answer = await remove(owner, person.userId);
    expect(answer.body).toEqual({ success: true, documents: 1, keysEnded: 1, keysHandedOver: 0 });
    expect((await key.get('/api/documents/paginated')).status).toBe(401);
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
    const { document } = (await owner.get<'getDocument'>(`/api/documents/${draft.id}`)).body;
    expect(document.owner.id).toBe(app.tenant.userId);
    expect(await mailCount(app, person.email, 'removed')).toBe(1);
    expect((await trailOf(app)).at(-1)).toBe('member.removed');
  });

  test('counts transferred documents immediately in the lists of their new owner', async () => {
    const person = await join(app, { role: 'admin' });
    await app.draft({ by: person.caller });
    const owner = await app.session();
    const path = `/api/documents/paginated?owner=${app.tenant.userId}`;
    const counted = async () => (await owner.get<'listDocuments'>(path)).body.pagination.total;
    const before = await counted();
    await remove(owner, person.userId);
    expect(await counted()).toBe(before + 1);
  });

  test('keeps transferred API keys working in the name of the administrator who removed the member', async () => {
    const person = await join(app, { role: 'admin' });
    const { caller: key } = await app.makeKey({ by: person.caller });
    const answer = await remove(await app.session(), person.userId, '?handOverKeys=true');
    expect(answer.body).toMatchObject({ keysEnded: 0, keysHandedOver: 1 });
    expect((await key.get('/api/documents/paginated')).status).toBe(200);
  });

  test("keeps the removed member's sessions in other organizations", async () => {
    const person = await join(app);
    const made = await person.caller.post<'createOrganization'>('/api/organizations', { name: 'Own' });
    const organizationId = made.body.organization.id;
    const switched = await person.caller.post('/api/auth/switch-organization', { organizationId });
    const elsewhere = app.anyone.with({ cookie: switched.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
    await remove(await app.session(), person.userId);
    expect((await elsewhere.get('/api/auth/session')).status).toBe(200);
  });

  test('lets a member leave the organization and transfers their documents to the owner', async () => {
    const person = await join(app);
    const draft = await app.draft({ by: person.caller });
    expect((await remove(person.caller, person.userId)).body).toMatchObject({ documents: 1 });
    const { document } = (await (await app.session()).get<'getDocument'>(`/api/documents/${draft.id}`)).body;
    expect(document.owner.id).toBe(app.tenant.userId);
  });
});

describe('403', () => {
  test('does not let members remove others, administrators remove owners, or owners remove other owners', async () => {
    const [member, admin, second] = [await app.member('member'), await app.member('admin'), await app.member('owner')];
    expectError(await remove(member.caller, admin.userId), 'FORBIDDEN');
    expectError(await remove(admin.caller, second.userId), 'FORBIDDEN');
    expectError(await remove(await app.session(), second.userId), 'FORBIDDEN');
    const { caller: key } = await app.makeKey({ scopes: ['admin'] });
    expectError(await remove(key, second.userId), 'FORBIDDEN');
    expect((await remove(second.caller, second.userId)).status).toBe(200);
  });
});

describe('404', () => {
  test('rejects a member of another organization and an unknown user ID', async () => {
    const other = await app.otherTenant();
    for (const userId of [other.userId, newId('user'), 'usr_1'])
      expectError(await remove(await app.session(), userId), 'MEMBER_NOT_FOUND', { userId });
    expect((await other.owner.get('/api/auth/session')).status).toBe(200);
  });
});

describe('409', () => {
  test('rejects the removal of the last owner', async () => {
    const { userId } = app.tenant;
    expectError(await remove(await app.session(), userId), 'LAST_OWNER', { userId });
  });
});

describe('422', () => {
  test('rejects invalid query parameters', async () => {
    const { userId } = await app.member('member');
    expectInvalid(await remove(await app.session(), userId, '?handOverKeys=maybe'), 'handOverKeys');
  });
});

const sample = { method: 'DELETE', path: pathOf(newId('user')) };
needsCredential(app, sample);
needsScope(app, 'admin', sample);
