/**
 * A worker of a Citus cluster stops under load. Organizations on the other worker are served, and organizations on the
 * stopped worker get a 503 with Retry-After. Afterwards, no work was lost or done twice. The test needs a cluster with
 * two workers (test/support/citus.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@countersign/client';
import { createOrganization, switchOrganization } from '@countersign/client/operations';
import type { AnswerOf, Id, operations } from '@countersign/contract';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { Envelope, expectFinished, expectKept, mailCounts, type Sender, setUp } from '../crash/envelopes.ts';
import { runMain } from '../start/run-main.ts';
import { isCitus, workersOf } from '../support/citus.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { tell } from '../../../../scripts/soak-summary.ts';

/**
 * A hash determines the worker of an organization, so a few organizations are enough to have a sandbox on each worker.
 */
const ORGANIZATIONS = 6;
const RETRY_MS = 50;
const ENVELOPES = 3;
const DURING_OUTAGE = 6;
const LOGIN = { email: 'grace@northwind.example', password: 'correct horse battery staple' };

test.runIf(isCitus())('serves other organizations while one worker node is down', { timeout: 600_000 }, async () => {
  const { connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-citus-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const database = new pg.Client(connection);
  await database.connect();
  onTestFinished(() => database.end());
  const server = runMain({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LOAD_SHEDDING: 'off',
    RATE_LIMIT_ADDRESS: '1000000000',
    DATABASE_URL: `postgres://${connection.user}@${connection.host}:${connection.port}/${connection.database}`,
  });
  const url = await server.listening();
  const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 60_000 });
  const { owner } = await setUp(url, token ?? '');

  // The owner may create organizations only after confirming the address.
  await database.query('update users set email_verified_at = created_at');
  // Sandboxes are used, because their API keys can read their mailbox. The owner can sign in only while the `home`
  // worker is running.
  const [home] = await placements(database, `environment = 'live'`);
  const senders = new Map<number, Sender>();
  for (let number = 1; senders.size < 2 && number <= ORGANIZATIONS; number += 1) {
    if (number > 1) {
      const body = { name: `Organization ${number}` };
      const { organization } = await owner.call(createOrganization, { body });
      await owner.call(switchOrganization, { body: { organizationId: organization.id } });
    }
    const { apiKey } = await owner.json<AnswerOf<(typeof operations)['createApiKey']>>(
      'POST',
      '/sandbox/api/settings/api-keys',
      { name: 'citus', rateLimit: 'unlimited' },
    );
    const client = new Client(`${url}/sandbox`, { bearer: apiKey.key });
    const [worker] = await placements(database, `environment = 'sandbox' order by created_at desc limit 1`);
    senders.set(worker ?? 0, { owner: client, api: client, bearer: apiKey.key });
  }
  // A sign-in opens the organization that the owner used last, so that organization's worker must be running.
  const { rows: organizations } = await database.query<{ organizationId: Id<'organization'> }>(
    `select organization_id as "organizationId" from tenants where environment = 'live' order by created_at limit 1`,
  );
  for (const body of organizations) await owner.call(switchOrganization, { body });
  const served = senders.get(home ?? 0);
  const [[port, waiting] = []] = [...senders].filter(([worker]) => worker !== home);
  const stopped = workersOf(connection).find((worker) => worker.port === port);
  if (!served || !waiting || !stopped) throw new Error('All sandboxes are on one worker.');

  const refusals: unknown[] = [];
  const complete = async (envelope: Envelope, sender: Sender, pause = RETRY_MS): Promise<void> => {
    while (!envelope.done)
      try {
        await envelope.advance(sender);
      } catch (error) {
        refusals.push(error);
        // The step is repeated, as a client would do after a 503.
        await delay(pause);
      }
  };
  const begun = Array.from({ length: ENVELOPES }, (_, index) => new Envelope(`waiting-${index}`, 2));
  const isUnderWay = () => begun.some(({ acknowledged }) => acknowledged.signed.size > 0);
  const underWay = begun.map((envelope) => complete(envelope, waiting));
  await until('a signature', isUnderWay, 60_000);
  await stopped.close();
  onTestFinished(() => stopped.open().catch(() => {}));

  const during = Array.from({ length: DURING_OUTAGE }, (_, index) => new Envelope(`served-${index}`, 2));
  // A request that is in progress when the worker stops may be refused. Later requests are not refused.
  await until('a refusal', () => refusals.length > 0, 60_000);
  for (const envelope of during) while (!envelope.done) await envelope.advance(served);
  const again = new Client(url);
  await again.logIn(LOGIN);
  const key = await again.createApiKey('while a worker is down');
  await new Client(url, { bearer: key }).list();
  const isDown = refusals.every(
    (error) => error instanceof ApiError && error.status === 503 && Number(error.retryAfter) > 0,
  );
  expect(isDown ? [] : refusals.map(String)).toEqual([]);
  expect(begun.filter(({ done }) => done).length).toBeLessThan(ENVELOPES);

  await stopped.open();
  await Promise.all(underWay);
  for (const [envelopes, sender] of [
    [begun, waiting],
    [during, served],
  ] as const) {
    for (const envelope of envelopes) {
      await expectKept(envelope, sender);
      await expectFinished(envelope, sender);
    }
    const invitations = [...(await mailCounts(sender.owner))].filter(([mail]) => mail.startsWith('invitation '));
    expect(invitations.filter(([, count]) => count !== 1)).toEqual([]);
    expect(invitations).toHaveLength(2 * envelopes.length);
  }
  const { rows: prepared } = await database.query('select gid from pg_prepared_xacts');
  expect(prepared).toEqual([]);
  tell(
    `citus: ${during.length} envelopes and a sign-in while a worker was down, ${refusals.length} requests refused with 503, ${begun.length} envelopes completed afterwards`,
  );
});

/** Returns the ports of the workers that store these tenants' rows. */
async function placements(database: pg.Client, tenants: string): Promise<number[]> {
  const { rows } = await database.query<{ port: number }>(
    `select n.nodeport as port from (select tenant_id from tenants where ${tenants}) t
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('documents', t.tenant_id)
     join pg_dist_node n on n.groupid = p.groupid`,
  );
  return rows.map(({ port }) => port);
}
