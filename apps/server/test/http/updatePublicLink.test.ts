import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { CODE, linkFor, linksPath, OPEN, publicLink } from '../support/public-links.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';
import { hidesTemplates, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { path } = await publicLink(app, {}, { by: key });
const update = (at: string, body: object, by = key) => by.send<'updatePublicLink'>('PATCH', at, { body });

describe('200', () => {
  test('pauses and resumes a public link without changing its URL', async () => {
    const own = await publicLink(app, {}, { by: key });
    const paused = await update(own.path, { paused: true });
    expect(paused.status, paused.text).toBe(200);
    expect(paused.body.publicLink).toMatchObject({ status: 'paused', paused: true, url: own.link.url });
    const opened = await app.anyone.post<'openPublicLink'>(OPEN, { token: own.token });
    expect(opened.body).toMatchObject({ status: 'paused', title: NOTICE.name });
    expectError(await app.anyone.post(CODE, { token: own.token, ...app.person() }), 'PUBLIC_LINK_CLOSED', {
      status: 'paused',
    });
    expect((await update(own.path, { paused: false })).body.publicLink.status).toBe('active');
    const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?pageSize=100')).body;
    const summaries = entries.filter(({ target }) => target.id === own.template.id).map(({ summary }) => summary);
    expect(summaries.slice(0, 2)).toEqual(['Public link resumed', 'Public link paused']);
  });

  test("changes a public link's daily limit, expiration and other signers, and ends the link when it expires", async () => {
    const template = await makeTemplate(key);
    const [first, second] = [app.person(), app.person()];
    const { link } = await linkFor(app, key, template.id, {
      role: 'Tenant',
      signers: [{ role: 'Landlord', ...first }],
    });
    const at = `${linksPath(template.id)}/${link.id}`;
    const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const signers = [{ role: 'Landlord', ...second }];
    const changed = await update(at, { dailyLimit: 7, expiresAt, signers });
    expect(changed.body.publicLink).toMatchObject({ daily_limit: 7, expires_at: expiresAt, signers });
    app.clock.advance({ minutes: 1 });
    const later = await templateKey(app);
    expect((await update(at, { dailyLimit: 8 }, later)).body.publicLink).toMatchObject({
      status: 'expired',
      daily_limit: 8,
    });
    expect((await update(at, { expiresAt: null }, later)).body.publicLink).toMatchObject({
      status: 'active',
      expires_at: null,
    });
  });
});

test('transfers a public link to another member in a handover and keeps its URL', async () => {
  const { caller, userId } = await app.member('member');
  const own = await publicLink(app, {}, { by: caller });
  const to = app.tenant.userId;
  const begun = await (await app.session()).post(`/api/admin/users/${userId}/hand-over`, { to });
  expect(begun.status, begun.text).toBe(202);
  const admin = await templateKey(app);
  const moved = await until('the link to use the new version', async () => {
    const [link] = (await admin.get<'listPublicLinks'>(linksPath(own.template.id))).body.publicLinks;
    return link?.owner.id === to ? link : undefined;
  });
  expect(moved).toMatchObject({ id: own.link.id, url: own.link.url, status: 'active' });
});

describe('404', () => {
  test('returns the same response for an unknown public link, a link of another template and a link of another member', async () => {
    const template = await makeTemplate(key, NOTICE);
    await key.post(`/api/templates/${template.id}/share`, { shared: true });
    const { caller } = await app.member('member');
    const { link } = await linkFor(app, key, template.id);
    const elsewhere = await publicLink(app, {}, { by: key });
    for (const linkId of [newId('publicLink'), link.id, elsewhere.link.id, 'plk_1'])
      expectError(
        await update(`${linksPath(template.id)}/${linkId}`, { paused: true }, caller),
        'PUBLIC_LINK_NOT_FOUND',
        {
          linkId,
        },
      );
  });
});

test('422: rejects invalid changes to a public link', async () => {
  expectInvalid(await update(path, {}), 'body');
  expectInvalid(await update(path, { dailyLimit: 1001 }), 'dailyLimit');
  expectInvalid(await update(path, { signers: [{ role: 'Notary', ...app.person() }] }), 'signers[0].role');
  expectInvalid(await update(path, { expiresAt: '2020-01-01T00:00:00.000Z' }), 'expiresAt');
});

const sample = { method: 'PATCH', path, body: { paused: false } };
needsCredential(app, sample);
needsScope(app, 'templates', sample);
hidesTemplates(app, key, (id) => ({ ...sample, path: `${linksPath(id)}/${newId('publicLink')}` }));
refusesOtherMethods(app, path, ['PATCH', 'DELETE']);
