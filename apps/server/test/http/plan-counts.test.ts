/**
 * Seats and envelopes are counted in every way in which they can be used. If two requests compete for the last seat or
 * envelope, only one of them succeeds.
 */
import { planFacts } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp, type Tenant } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError } from '../support/expect-answer.ts';
import { makeImport, settled } from '../support/imports.ts';
import { makePackage } from '../support/packages.ts';
import { join, mailToken, PASSWORD } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';
import { bulkSend, finished, makeTemplate, NOTICE, rowsFor, rowsOf, templateKey } from '../support/templates.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });

async function put({ organizationId }: Pick<Tenant, 'organizationId'>, plan: string): Promise<void> {
  await app.sql('update organizations set plan = $2 where id = $1', [organizationId, plan]);
  app.services.memory.forget('credentials');
}
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const refusalIn = (answers: readonly Answer[]): Answer => {
  const refused = answers.find(({ status }) => status === 403);
  if (!refused) throw new Error('No request was rejected.');
  return refused;
};

describe('seats', () => {
  const seatsOf = async ({ tenantId }: Pick<Tenant, 'tenantId'>) => {
    const [row] = await app.sql<{ n: number }>(
      'select count(*)::int as n from memberships where tenant_id = $1 and deactivated_at is null',
      [tenantId],
    );
    return row?.n ?? 0;
  };
  /** Adds members until only the given number of the plan's seats is left. */
  async function leave(tenant: Pick<Tenant, 'tenantId' | 'organizationId'>, plan: string, left: number): Promise<void> {
    await put(tenant, plan);
    const missing = (planFacts(plan).seats ?? 0) - left - (await seatsOf(tenant));
    await app.sql(
      `with people as (
         insert into users (id, email, email_key, name, created_at)
         select 'usr_' || $2 || '_' || i, $2 || i || '@filled.example', $2 || i || '@filled.example', 'Filler', now()
         from generate_series(1, $3::int) i returning id)
       insert into memberships (tenant_id, user_id, role, created_at) select $1, id, 'member', now() from people`,
      [tenant.tenantId, `${plan}${tenant.tenantId}`, missing],
    );
  }

  test('gives the last seat to one of two concurrent new users, and accepts the other user when a seat becomes free', async () => {
    const provider = await SamlProvider.create('https://idp.example');
    await setSaml(app, provider);
    await proveDomain(app, dns.records, 'proved.example');
    await leave(app.tenant, 'large-team', 1);
    const emails = ['one@proved.example', 'two@proved.example'];
    const answers = await Promise.all(emails.map((email) => new SamlLogin(app, provider).logIn(email)));
    expect(answers.map(leadsTo).toSorted()).toEqual(['/', '/login#sso=PLAN_REQUIRED']);
    expect(await seatsOf(app.tenant)).toBe(100);
    // An existing member who signs in again does not use another seat.
    const member = emails[answers.findIndex((answer) => leadsTo(answer) === '/')] ?? '';
    const refused = emails.find((email) => email !== member) ?? '';
    expect(leadsTo(await new SamlLogin(app, provider).logIn(member))).toBe('/');
    expect(await app.sql('select from users where email_key = $1', [refused])).toEqual([]);
    await put(app.tenant, 'enterprise');
    expect(leadsTo(await new SamlLogin(app, provider).logIn(refused))).toBe('/');
  });

  test('skips import rows when no seat is left, and names the plan with more seats', async () => {
    const owner = await app.session();
    await put(app.tenant, 'enterprise');
    await app.sql("delete from memberships where tenant_id = $1 and role <> 'owner'", [app.tenant.tenantId]);
    await leave(app.tenant, 'medium-team', 1);
    const id = await makeImport(owner, ['in@proved.example', 'out@proved.example', 'mail@elsewhere.example']);
    await owner.post(`/api/admin/user-imports/${id}/start`);
    expect((await settled(app, owner, id)).rows).toMatchObject({ created: 1, skipped: 2, failed: 0 });
    const { rows } = (await owner.get<'listUserImportRows'>(`/api/admin/user-imports/${id}/rows`)).body;
    expect(rows.map(({ status }) => status)).toEqual(['created', 'skipped', 'skipped']);
    expect(rows[1]?.message).toContain('The Medium Team plan includes 25 seats');
    await put(app.tenant, 'enterprise');
  });

  test('gives the last seat to one of two concurrent reactivations', async () => {
    const other = await app.otherTenant();
    const one = await join(app, { by: other.owner });
    const two = await join(app, { by: other.owner });
    for (const { userId } of [one, two]) await other.owner.post(`/api/admin/users/${userId}/deactivate`, {});
    await put(other, 'free');
    const again = ({ userId }: typeof one) => other.owner.post(`/api/admin/users/${userId}/reactivate`);
    const answers = await Promise.all([again(one), again(two)]);
    expect(statuses(answers)).toEqual([200, 403]);
    expectError(refusalIn(answers), 'PLAN_REQUIRED', {
      plan: 'free',
      needed: 'small-team',
      limit: 'seats',
      most: 2,
      used: 2,
    });
  });

  test('lets only one of two people join when they concurrently accept invitations sent before a downgrade', async () => {
    const other = await app.otherTenant();
    const people = [app.person(), app.person()];
    for (const person of people) await other.owner.post('/api/organization/invitations', { ...person, role: 'member' });
    await put(other, 'free');
    const tokens = await Promise.all(people.map(({ email }) => mailToken(app, email, 'invitation')));
    const answers = await Promise.all(
      people.map((person, at) =>
        app.anyone.post('/api/auth/register', { ...person, password: PASSWORD, invitationToken: tokens[at] }),
      ),
    );
    expect(statuses(answers)).toEqual([201, 403]);
    expect(await seatsOf(other)).toBe(2);
  });
});

describe('envelopes', () => {
  const usedBy = async ({ owner }: Pick<Tenant, 'owner'>) =>
    (await owner.get<'getUsage'>('/api/subscription/usage')).body.usage.envelopes.used;
  /** Sends envelopes until only the given number of the plan's envelopes for this month is left. */
  async function leave(tenant: Pick<Tenant, 'tenantId' | 'organizationId'>, plan: string, left: number): Promise<void> {
    await put(tenant, plan);
    const count = (planFacts(plan).envelopesPerMonth ?? 0) - left;
    await app.sql(
      `insert into outbox (tenant_id, id, kind, data, created_at)
       select $1, 'evt_' || $2 || i, 'document.sent', '{}', $3::timestamptz from generate_series(1, $4::int) i`,
      [tenant.tenantId, `${plan}${left}`, app.clock.now(), count],
    );
  }
  const send = (by: Tenant['owner'], id: string) =>
    by.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });

  test('accepts one of three concurrent send requests for the last envelope, and counts a package as one envelope', async () => {
    const other = await app.otherTenant();
    const [one, two] = [await app.draft({ by: other.key }), await app.draft({ by: other.key })];
    const made = await makePackage(app, { by: other.key, documents: 2 });
    await leave(other, 'medium-team', 1);
    const answers = await Promise.all([
      send(other.key, one.id),
      send(other.key, two.id),
      other.key.post(`/api/packages/${made.id}/send`, { signers: [app.person()] }),
    ]);
    expect(statuses(answers)).toEqual([200, 403, 403]);
    expectError(refusalIn(answers), 'PLAN_REQUIRED', {
      plan: 'medium-team',
      needed: 'large-team',
      limit: 'envelopesPerMonth',
      most: 500,
      used: 500,
    });
    expect(await usedBy(other)).toBe(500);
  });

  test('counts a copied document as an envelope only when the copy is sent', async () => {
    const other = await app.otherTenant();
    const draft = await app.draft({ by: other.owner });
    await leave(other, 'small-team', 1);
    expect((await send(other.owner, draft.id)).status).toBe(200);
    const copy = await other.owner.post<'duplicateDocument'>(`/api/documents/${draft.id}/duplicate`);
    expect(copy.status, copy.text).toBe(201);
    expect((await send(other.owner, copy.body.document.id)).status).toBe(403);
    expect(await usedBy(other)).toBe(100);
  });

  test('counts a draft sent in person as one envelope, and rejects one of two concurrent drafts for the last envelope', async () => {
    const other = await app.otherTenant();
    const drafts = [await app.draft({ by: other.owner }), await app.draft({ by: other.owner })];
    await leave(other, 'free', 1);
    const answers = await Promise.all(
      drafts.map(({ id }) => {
        const { email, name } = app.person();
        const body = { documentId: id, signerEmail: email, signerName: name };
        return other.owner.post('/api/signing/in-person', body);
      }),
    );
    expect(statuses(answers)).toEqual([201, 403]);
    expect(await usedBy(other)).toBe(5);
  });

  test('fails bulk send rows beyond the last envelope, names the plan with more envelopes, and sends the rows after the upgrade', async () => {
    const key = await templateKey(app);
    const notice = await makeTemplate(key, NOTICE);
    await leave(app.tenant, 'medium-team', 2);
    const { id } = await bulkSend(key, notice.id, { rows: rowsFor(app, 4) });
    expect(await finished(key, id)).toMatchObject({ sent: 2, failed: 2 });
    const failed = (await rowsOf(key, id)).filter(({ status }) => status === 'failed');
    expect(failed.map(({ error }) => error?.code)).toEqual(['plan_required', 'plan_required']);
    await put(app.tenant, 'enterprise');
    expect((await key.post(`/api/bulk-sends/${id}/retry`)).status).toBe(202);
    expect(await finished(key, id)).toMatchObject({ sent: 4, failed: 0 });
  });
});
