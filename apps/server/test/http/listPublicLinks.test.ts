import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { linkFor, linksPath, publicLink } from '../support/public-links.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';
import { hidesTemplates, LEASE, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const list = async (templateId: string, by = key) =>
  (await by.get<'listPublicLinks'>(linksPath(templateId))).body.publicLinks;

describe('200', () => {
  test('lists links from the oldest on, with the same address each time', async () => {
    const { template, link } = await publicLink(app, {}, { by: key });
    app.clock.advance({ ms: 1 });
    const { link: second } = await linkFor(app, key, template.id, { dailyLimit: 5 });
    expect(await list(template.id)).toEqual([link, second]);
    const page = await key.get<'listPublicLinks'>(`${linksPath(template.id)}?pageSize=1`);
    expect(page.body).toMatchObject({ publicLinks: [{ id: link.id }], pagination: { hasMore: true, total: 2 } });
  });

  test('shows members their own links, and administrators all', async () => {
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

  test('says why a link cannot be used, and that it can be used again', async () => {
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

  test('says that the template is no longer shared with the owner of the link', async () => {
    const template = await makeTemplate(key, NOTICE);
    const share = (shared: boolean) => key.post(`/api/templates/${template.id}/share`, { shared });
    await share(true);
    const { caller } = await app.member('member');
    await linkFor(app, caller, template.id);
    await share(false);
    expect(await list(template.id)).toMatchObject([{ status: 'unusable', problem: 'template-unavailable' }]);
  });
});

test('422', async () => {
  const { template } = await publicLink(app, {}, { by: key });
  expectInvalid(await key.get(`${linksPath(template.id)}?pageSize=0`), 'pageSize');
});

const sample = (id: string) => ({ method: 'GET', path: linksPath(id) });
const some = await makeTemplate(key, NOTICE);
needsCredential(app, sample(some.id));
needsScope(app, 'templates', sample(some.id));
hidesTemplates(app, key, sample);
