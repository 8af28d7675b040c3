/** For any number of list rows and any selection, the database runs the same statements as for one row. */
import { describe, expect, test } from 'vitest';
import { GraphqlEngine } from '../../src/transport/graphql/engine.ts';
import { startTestApp } from '../support/app.ts';
import { makePackage } from '../support/packages.ts';
import { makeTemplate } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { addWebhook, deliveriesOf, LOOPBACK } from '../support/webhooks.ts';
import { callerParts } from '../support/without-http.ts';
import { WireTap } from '../support/wire-tap.ts';

const MANY = 100;
const tap = new WireTap();
const app = await startTestApp({ ...LOOPBACK, through: (connection) => tap.open(connection) });
const owner = await app.session();
await app.sql(`update organizations set plan = 'large-team'`);
app.clock.advance({ seconds: 2 });

const webhook = await addWebhook(app, { url: 'http://127.0.0.1:9/hook', events: ['document.created'] });
const sent = await app.sent({ signers: [app.person(), app.person()] });
const template = await makeTemplate(owner);
await makePackage(app, { by: owner });
await app.member('member');
await until('a delivery', async () => (await deliveriesOf(app, webhook.id)).length > 0);
await app.services.runner.stop();
await app.services.webhooks.stop();
await app.services.timers.stop();

/**
 * Copies a row several times. `changes` contains SQL expressions for the columns that differ. In an expression, `n` is
 * the number of the copy, and `one` is the original row.
 */
async function copy(table: string, where: string, changes: Record<string, string>, count = MANY): Promise<void> {
  const members = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
  await app.sql(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${members.join(', ')}))).*
     from ${table} one, generate_series(1, ${count}) n where ${where}`,
  );
}
const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;
const oneOf = (table: string) => `one.id = (select min(id) from ${table})`;
const EMAIL = `'copy-' || n || '@contoso.example'`;
const HASH = String.raw`'\x' || md5('a' || n) || md5('b' || n)`;

type Case = { list: string; query: string; more: () => Promise<void> };
const CASES: Case[] = [
  {
    list: 'documents with signers, fields and pages',
    query: `documents(pageSize: ${MANY}) { id title status signers { id name email status } fields { id kind page } pages { width } }`,
    more: async () => {
      await copy('documents', `one.id = '${sent.id}'`, { id: id('doc') });
      const ofDocument = { document_id: id('doc'), id: `'sgn_' || lpad((n * 10 + one.position)::text, 26, '0')` };
      await copy('signers', `one.document_id = '${sent.id}'`, ofDocument);
      const signer = `(select 'sgn_' || lpad((n * 10 + s.position)::text, 26, '0') from signers s where s.id = one.signer_id)`;
      const field = { ...ofDocument, id: `'fld_' || lpad((n * 10 + one.position)::text, 26, '0')`, signer_id: signer };
      await copy('fields', `one.document_id = '${sent.id}'`, field);
    },
  },
  {
    list: 'templates with owners and roles',
    query: `templates(pageSize: ${MANY}) { id name owner { id name } roles { name } }`,
    more: async () => {
      await copy('templates', `one.id = '${template.id}'`, { id: id('tpl') });
      await copy('template_files', `one.template_id = '${template.id}'`, { template_id: id('tpl') });
      await copy('template_versions', `one.template_id = '${template.id}'`, { template_id: id('tpl') });
    },
  },
  {
    list: 'packages with owners and counts',
    query: `packages(pageSize: ${MANY}) { id title owner { name } document_count completed_count }`,
    more: () => copy('packages', oneOf('packages'), { id: id('pkg') }),
  },
  {
    list: 'webhooks',
    query: 'webhooks { id url events }',
    more: () => copy('webhook_endpoints', oneOf('webhook_endpoints'), { id: id('whk') }, 15),
  },
  {
    list: 'deliveries of a webhook',
    query: `webhookDeliveries(integrationId: "${webhook.id}", pageSize: ${MANY}) { id event state attempts }`,
    more: () => copy('webhook_deliveries', oneOf('webhook_deliveries'), { id: id('dlv') }),
  },
  {
    list: 'entries of the audit log',
    query: `auditLog(pageSize: ${MANY}) { id action }`,
    more: async () => {
      for (let n = 0; n < 10; n += 1) await owner.post('/api/settings/api-keys', { name: `Audited ${n}` });
    },
  },
  {
    list: 'members',
    query: `members(pageSize: ${MANY}) { id name email role }`,
    more: async () => {
      await copy('users', oneOf('users'), { id: id('usr'), email: EMAIL, email_key: EMAIL });
      await copy('memberships', `one.user_id = '${app.tenant.userId}'`, { user_id: id('usr'), role: `'member'` });
    },
  },
  {
    list: 'API keys with their creators',
    query: 'apiKeys { id name created_by { id name } }',
    more: () => copy('api_keys', oneOf('api_keys'), { id: id('key'), hash: HASH, previous_hash: 'null::text' }),
  },
];

test.each(CASES)('$list: runs the same SQL statements for one row as for many', async ({ query, more }) => {
  const heardOnce = async () => {
    const { result, statements } = await tap.listen(() =>
      owner.post('/api/v1/graphql', { query: `{ list: ${query} }` }),
    );
    const { data, errors } = result.body as { data: { list: object[] }; errors?: unknown };
    expect(errors).toBeUndefined();
    // Statements that count the total are excluded. They run only occasionally, regardless of the contents of the list.
    return { rows: data.list.length, statements: statements.filter((name) => !name.includes('-count')).toSorted() };
  };
  // The first requests also record that credentials were used and fill caches, which can only add statements.
  const heard = async () => {
    let least = await heardOnce();
    for (let again = 0; again < 4; again += 1) {
      const next = await heardOnce();
      if (next.statements.length < least.statements.length) least = next;
    }
    return least;
  };
  const before = await heard();
  await more();
  const after = await heard();
  expect(before.rows).toBeGreaterThan(0);
  expect(after.rows).toBeGreaterThanOrEqual(Math.min(MANY, before.rows + 10));
  expect(after.statements).toEqual(before.statements);
  expect(after.statements.length).toBeLessThanOrEqual(8);
});

describe('a GraphQL operation that takes too long', () => {
  const engine = new GraphqlEngine({ invoker: app.invoker, noteFailure: () => {}, limitMs: 100 });
  const { context, by, effects } = callerParts(app.key.credential, {});
  /** Makes every query that reads documents fail. */
  const failures = async (query: string) => {
    const caller = {
      environment: 'live',
      by,
      context,
      effects,
      idempotencyKey: undefined,
      onCounted: () => {},
    } as const;
    await app.sql('begin');
    await app.sql('lock table documents');
    const outcome = await engine.run({ query }, caller, { introspection: false, takesStream: false });
    await app.sql('rollback');
    return outcome.kind === 'answer' ? outcome.body.errors?.map(({ path, extensions }) => [path?.[0], extensions]) : [];
  };
  const stopped = expect.objectContaining({ code: 'GRAPHQL_TIMEOUT', status: 503, details: { limitSeconds: 0.1 } });

  test('stops a query at the time limit and returns an error for every field', async () => {
    const found = await failures(`{ a: documents { id } b: document(id: "${sent.id}") { id fields { id } } }`);
    expect(found).toEqual([
      ['a', stopped],
      ['b', stopped],
    ]);
  });

  test('completes a mutation that has started, and starts no later mutation after the time limit', async () => {
    const copies = () => app.sql(`select 1 from documents where id not like 'doc_000%'`);
    const before = (await copies()).length;
    const copy = `duplicateDocument(id: "${sent.id}") { document { id } }`;
    expect(await failures(`mutation { a: ${copy} b: ${copy} }`)).toEqual([
      ['a', expect.objectContaining({ code: 'OUTCOME_UNKNOWN' })],
      ['b', stopped],
    ]);
    await until('the copy', async () => (await copies()).length > before);
    expect(await copies()).toHaveLength(before + 1);
  });
});
