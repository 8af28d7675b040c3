/** Rows of the access matrix for webhooks and single sign-on. */
import type { Environment, OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { newId } from '../../../src/platform/crypto/ids.ts';
import { SamlProvider } from '../saml-provider.ts';
import { account, admin, anyone, person, type Row } from './row.ts';
import { prefixOf, type Someone, type Target, type World } from './world.ts';

const NEW_WEBHOOK = { url: 'http://127.0.0.1:4999/', events: ['subscription.changed'] };
const path = (environment: Environment) => `${prefixOf(environment)}/api/integrations/webhooks`;
const owner = (world: World, by: Someone): Promise<Someone> => world.person('owner', by.organization);

/**
 * Copies the organization's only webhook that was created through the API, because at most 20 webhooks can be created
 * this way.
 */
async function makeWebhook(world: World, by: Someone, environment: Environment): Promise<Target> {
  const { session } = await owner(world, by);
  const tenantId = by.organization.tenants[environment];
  const first = await world.once(`webhook ${tenantId}`, async () => {
    const answer = await session.post<'createWebhook'>(path(environment), NEW_WEBHOOK);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.webhook.id;
  });
  const id = newId('webhook', world.app.clock.now());
  await copy(world, 'webhook_endpoints', { tenant_id: tenantId, id: first }, { id, deleted_at: null });
  await copy(world, 'webhook_lanes', { tenant_id: tenantId, endpoint_id: first }, { endpoint_id: id });
  return { ids: { whk: id } };
}

/** Copies the row with other values. */
async function copy(
  { app }: World,
  table: string,
  where: Record<string, string>,
  changes: Record<string, string | null>,
): Promise<void> {
  const conditions = Object.keys(where).map((name, at) => `${name} = $${at + 2}`);
  await app.sql(
    `insert into ${table} select (jsonb_populate_record(t, $1)).* from ${table} t where ${conditions.join(' and ')}`,
    [JSON.stringify(changes), ...Object.values(where)],
  );
}

const webhook = { owned: 'organization', make: makeWebhook } satisfies Partial<Row>;
/** A webhook with a delivery that is also copied as a dead letter. */
const deadLetter = {
  owned: 'organization',
  make: async (world: World, by: Someone, environment: Environment) => {
    const { ids } = await makeWebhook(world, by, environment);
    const { session } = await owner(world, by);
    const answer = await session.post<'testWebhook'>(`${path(environment)}/${ids['whk']}/test`, {});
    expect(answer.status, answer.text).toBe(202);
    const { id } = answer.body.delivery;
    await world.app.sql(`update webhook_deliveries set state = 'dead', is_test = false where id = $1`, [id]);
    return { ids: { ...ids, dlv: id } };
  },
} satisfies Partial<Row>;
const hooks = admin('webhooks');

async function provider(world: World): Promise<object> {
  const { certificatePem } = await world.once('provider', () => SamlProvider.create('https://idp.example.com'));
  return {
    protocol: 'saml',
    entity_id: 'https://idp.example.com',
    sso_url: 'https://idp.example.com/sso',
    certificates: [certificatePem],
  };
}
const singleSignOn = {
  make: async (world: World, by: Someone) => {
    const { session } = await owner(world, by);
    const answer = await session.send('PUT', '/api/organization/sso', { body: await provider(world) });
    expect(answer.status, answer.text).toBe(200);
    return { ids: {} };
  },
} satisfies Partial<Row>;
const newDomain = ({ app }: World) => ({ domain: app.person().email.replace('@', '.') });
const domain = {
  owned: 'organization',
  make: async (world: World, by: Someone) => {
    const { session } = await owner(world, by);
    const answer = await session.post<'addDomain'>('/api/organization/domains', newDomain(world));
    expect(answer.status, answer.text).toBe(201);
    return { ids: { dom: answer.body.domain.id } };
  },
} satisfies Partial<Row>;

export const INTEGRATION_ROWS: Partial<Record<OperationId, Row>> = {
  listWebhooks: { access: hooks },
  createWebhook: {
    access: hooks,
    places: ['tpl'],
    make: async ({ app }, by, environment) => {
      await app.sql('update webhook_endpoints set deleted_at = $2 where tenant_id = $1', [
        by.organization.tenants[environment],
        app.clock.now(),
      ]);
      return { ids: {} };
    },
    body: () => NEW_WEBHOOK,
    spends: 'thing',
  },
  getWebhook: { access: hooks, ...webhook },
  updateWebhook: { access: hooks, ...webhook, body: () => ({ active: false }), places: ['tpl'], spends: 'thing' },
  deleteWebhook: { access: hooks, ...webhook, spends: 'thing' },
  testWebhook: { access: hooks, ...webhook, body: () => ({}), spends: 'thing' },
  rotateCallbackSecret: { access: hooks, body: () => ({ overlapHours: 0 }) },
  rotateWebhookSecret: { access: hooks, ...webhook, body: () => ({}), spends: 'thing' },
  listWebhookDeliveries: { access: hooks, ...webhook, places: ['dlv'] },
  redeliverWebhook: { access: hooks, ...deadLetter, spends: 'thing' },
  getEventSample: { access: hooks, query: () => 'event=document.completed' },
  listDeadLetters: {
    access: hooks,
    make: deadLetter.make,
    query: ({ thing }) => `integrationId=${thing.ids['whk']}`,
    places: ['dlv'],
    passesOver: true,
  },
  processDeadLetters: {
    access: hooks,
    make: deadLetter.make,
    body: ({ thing }) => ({ action: 'discard', ids: [thing.ids['dlv']] }),
    places: ['whk'],
    passesOver: true,
    spends: 'thing',
  },

  getSingleSignOn: { access: admin('admin') },
  setSingleSignOn: { access: account('admin'), body: ({ world }) => provider(world), spends: 'organization' },
  deleteSingleSignOn: { access: account('admin'), ...singleSignOn, spends: 'organization' },
  testSingleSignOn: { access: person('admin'), ...singleSignOn },
  listDomains: { access: admin('admin') },
  addDomain: { access: admin('admin'), body: ({ world }) => newDomain(world), spends: 'thing' },
  removeDomain: { access: admin('admin'), ...domain, spends: 'thing' },
  verifyDomain: { access: admin('admin'), ...domain, answer: 409 },
  discoverSingleSignOn: { access: anyone, body: () => ({}), answer: 422 },
  confirmSingleSignOn: { access: anyone, body: () => ({}), answer: 422 },
  getPendingLogin: { access: anyone },
  decidePendingLogin: { access: anyone, body: () => ({}), answer: 422 },
};
