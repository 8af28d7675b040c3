import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { CODE, confirm, linkFor, linksPath, OPEN, publicLink, visitor } from '../support/public-links.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';
import { hidesTemplates, LEASE, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const list = async (templateId: string, by = key) =>
  (await by.get<'listPublicLinks'>(linksPath(templateId))).body.publicLinks;

describe('200', () => {
  test('lists public links oldest first and returns the same URL each time', async () => {
    const { template, link } = await publicLink(app, {}, { by: key });
    app.clock.advance({ ms: 1 });
    const { link: second } = await linkFor(app, key, template.id, { dailyLimit: 5 });
    expect(await list(template.id)).toEqual([link, second]);
    const page = await key.get<'listPublicLinks'>(`${linksPath(template.id)}?pageSize=1`);
    expect(page.body).toMatchObject({ publicLinks: [{ id: link.id }], pagination: { hasMore: true, total: 2 } });
  });

  test('shows members their own public links, and shows administrators all public links', async () => {
    const template = await makeTemplate(key, NOTICE);
    await key.post(`/api/templates/${template.id}/share`, { shared: true });
    const { caller, userId } = await app.member('member');
    const { link } = await linkFor(app, key, template.id);
    app.clock.advance({ ms: 1 });
    const { link: own } = await linkFor(app, caller, template.id);
    expect(own.owner.id).toBe(userId);
    expect((await list(template.id, caller)).map(({ id }) => id)).toEqual([own.id]);
    expect((await list(template.id)).map(({ id }) => id)).toEqual([link.id, own.id]);
  });

  test('reports why a public link cannot be used and when it can be used again', async () => {
    const landlord = { role: 'Landlord', ...app.person() };
    const template = await makeTemplate(key);
    const { link } = await linkFor(app, key, template.id, { role: 'Tenant', signers: [landlord] });
    const state = async () => {
      const [row] = await list(template.id);
      return [row?.status, row?.problem];
    };
    const change = async (roles: object[]) => {
      const answer = await key.send('PUT', `/api/templates/${template.id}/update`, { body: { roles } });
      expect(answer.status, answer.text).toBe(200);
    };
    await change([...LEASE.roles, { name: 'Guarantor', role: 'signer' }]);
    expect(await state()).toEqual(['unusable', 'template-changed']);
    await change([...LEASE.roles]);
    expect(await state()).toEqual(['active', null]);
    await app.sql('update memberships set deactivated_at = now() where user_id = $1', [link.owner.id]);
    expect(await state()).toEqual(['unusable', 'owner-inactive']);
    await app.sql('update memberships set deactivated_at = null where user_id = $1', [link.owner.id]);
    expect(await state()).toEqual(['active', null]);
  });

  test('reports that a public link is unusable because its owner can no longer access the template', async () => {
    const template = await makeTemplate(key, NOTICE);
    const share = (shared: boolean) => key.post(`/api/templates/${template.id}/share`, { shared });
    await share(true);
    const { caller } = await app.member('member');
    await linkFor(app, caller, template.id);
    await share(false);
    expect(await list(template.id)).toMatchObject([{ status: 'unusable', problem: 'template-unavailable' }]);
  });

  test('reports, before a visitor requests a code, that the plan has no envelopes left this month', async () => {
    const other = await app.otherTenant();
    const { link, token, template } = await publicLink(app, {}, { by: other.owner });
    const state = async () => {
      const [row] = await list(template.id, other.owner);
      const { body } = await app.anyone.post<'openPublicLink'>(OPEN, { token });
      expect(body.status).toBe(row?.status);
      return [row?.status, row?.problem];
    };
    await app.sql("update organizations set plan = 'free' where tenant_id = $1", [other.tenantId]);
    for (let sent = 0; sent < 4; sent += 1) await app.sent({ by: other.owner });
    expect(await state()).toEqual(['active', null]);
    await app.sent({ by: other.owner });
    expect(await state()).toEqual(['unusable', 'plan-exhausted']);
    const code = await app.anyone.post(CODE, { token, ...app.person() });
    expectError(code, 'PUBLIC_LINK_CLOSED', { status: 'unusable' });
    const paused = await other.owner.send('PATCH', `${linksPath(template.id)}/${link.id}`, { body: { paused: true } });
    expect(paused.body).toMatchObject({ publicLink: { status: 'paused', problem: 'plan-exhausted' } });
    await other.owner.send('PATCH', `${linksPath(template.id)}/${link.id}`, { body: { paused: false } });
    await app.sql("update organizations set plan = 'small-team' where tenant_id = $1", [other.tenantId]);
    expect(await state()).toEqual(['active', null]);
  });

  test('does not count envelopes for public links in the sandbox', async () => {
    const other = await app.otherTenant();
    const { template, token } = await publicLink(app, {}, { by: other.owner, prefix: '/sandbox' });
    for (let sent = 0; sent < 5; sent += 1) {
      const { body } = await confirm(app, await visitor(app, token));
      app.secret(new URL(body.url).hash.slice(1));
    }
    await app.sql("update organizations set plan = 'free' where tenant_id = $1", [other.sandboxId]);
    const links = await other.owner.get<'listPublicLinks'>(`/sandbox${linksPath(template.id)}`);
    expect(links.body.publicLinks).toMatchObject([{ status: 'active', problem: null }]);
  });
});

test('422: rejects an invalid page size', async () => {
  const { template } = await publicLink(app, {}, { by: key });
  expectInvalid(await key.get(`${linksPath(template.id)}?pageSize=0`), 'pageSize');
});

const sample = (id: string) => ({ method: 'GET', path: linksPath(id) });
const some = await makeTemplate(key, NOTICE);
needsCredential(app, sample(some.id));
needsScope(app, 'templates', sample(some.id));
hidesTemplates(app, key, sample);
