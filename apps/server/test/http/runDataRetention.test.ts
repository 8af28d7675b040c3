import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { bulkSend, finished, makeTemplate, NOTICE, rowsFor, rowsOf, templateKey } from '../support/templates.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp(LOOPBACK);
const path = '/api/cron/data-retention';
const count = async (table: string) =>
  (await app.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? -1;

describe('200', () => {
  test('deletes ended sessions and idempotent responses older than a day, and keeps newer ones', async () => {
    await app.key.post('/api/documents/doc_1/void', { reason: 'x' });
    const { id } = await app.draft();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'x' }, { headers: { 'idempotency-key': 'old' } });
    await app.sql(`update kept_answers set created_at = now() - interval '25 hours'`);
    await app.key.post(`/api/documents/${id}/void`, { reason: 'y' }, { headers: { 'idempotency-key': 'young' } });
    await app.sql(`update kept_answers set created_at = now() where created_at > now() - interval '24 hours'`);
    app.clock.advance({ hours: 13 });
    await app.session();
    const answer = await app.cron.post<'runDataRetention'>(path);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ success: true, erased: { sessions: 1 } });
    expect(await count('sessions')).toBe(1);
  });

  test('deletes deliveries after 30 days and dead letters after 90 days, keeps pending deliveries, and deletes all deliveries of a deleted webhook', async () => {
    const { id } = await addWebhook(app, { url: 'http://127.0.0.1:4999/', events: ['package.sent'] });
    const states = ['delivered', 'failed', 'discarded', 'dead', 'pending'];
    const age = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
    // For each state, one row is due for deletion and the other is not. Pending rows are never due, even if they are
    // old.
    const rows = states.flatMap((state) =>
      [1, -1].map((sign) => ({
        tenant_id: app.tenant.tenantId,
        id: `dlv_${state}_${sign > 0 ? 'old' : 'young'}`,
        endpoint_id: id,
        event_id: 'evt_x',
        kind: 'package.sent',
        payload_shape: 'A',
        is_test: false,
        event_at: age(400),
        state,
        attempts: 1,
        tries: 1,
        run_at: state === 'pending' ? age(-1) : age(400),
        created_at: age(400),
        finished_at: state === 'pending' ? null : age((state === 'dead' ? 90 : 30) + sign / 24),
      })),
    );
    await app.sql(`insert into webhook_deliveries select (jsonb_populate_recordset(null::webhook_deliveries, $1)).*`, [
      JSON.stringify(rows),
    ]);
    await app.sql(
      `insert into webhook_attempts select tenant_id, id, 1, event_at, 1, 'http://127.0.0.1:4999/', 500, null, null from webhook_deliveries`,
    );
    const answer = await app.cron.post<'runDataRetention'>(path);
    expect(answer.body.erased).toMatchObject({ deliveries: 4, deliveries_of_deleted_webhooks: 0 });
    const left = await app.sql<{ id: string }>('select id from webhook_deliveries');
    expect(left.map((row) => row.id).toSorted()).toEqual(
      [...states.map((state) => `dlv_${state}_young`), 'dlv_pending_old'].toSorted(),
    );
    expect(await count('webhook_attempts'), 'attempts are deleted with their deliveries').toBe(6);
    await (await app.session()).send('DELETE', `${WEBHOOKS}/${id}`);
    app.clock.advance({ days: 30, seconds: 1 });
    await app.cron.post<'runDataRetention'>(path);
    expect(await count('webhook_deliveries')).toBe(0);
  });

  test('deletes the rows of a bulk send 90 days after it ends, keeps the row counts, and then rejects a retry', async () => {
    const by = await templateKey(app);
    const template = await makeTemplate(by, NOTICE);
    const sends = [];
    for (const rows of [[...rowsFor(app, 2), { email: 'nobody' }], rowsFor(app, 1), rowsFor(app, 1)])
      sends.push(await finished(by, (await bulkSend(by, template.id, { rows })).id));
    const [old, young, running] = sends.map(({ id }) => id);
    // Row security uses the database's time, which is behind the clock of earlier tests in this file.
    const ended = (id: string | undefined, ago: string, from = '$2::timestamptz') =>
      app.sql(`update bulk_sends set finished_at = ${from} - $3::interval where id = $1`, [id, app.clock.now(), ago]);
    await ended(old, '90 days 1 minute', 'least($2::timestamptz, now())');
    await ended(young, '89 days 23 hours');
    await app.sql(`update bulk_sends set status = 'running', finished_at = null where id = $1`, [running]);
    const [sent] = await rowsOf(by, old ?? '');
    const answer = await app.cron.post<'runDataRetention'>(path);
    expect(answer.body.erased).toMatchObject({ rows_of_bulk_sends: 1 });
    const told = (await by.get<'getBulkSend'>(`/api/bulk-sends/${old}`)).body.bulkSend;
    expect(told).toEqual({ ...sends[0], finished_at: told.finished_at, rows_erased_at: app.clock.now().toISOString() });
    expect(await rowsOf(by, old ?? '')).toEqual([]);
    expect((await by.get(`/api/bulk-sends/${old}/failures.csv`)).bytes.toString()).toBe('\uFEFFemail,name,error\r\n');
    const again = await by.post(`/api/bulk-sends/${old}/retry`);
    expectError(again, 'BULK_SEND_STATE', { status: 'completed', rowsErasedAt: told.rows_erased_at });
    for (const id of [young, running]) expect(await rowsOf(by, id ?? '')).toHaveLength(1);
    // The document still exists, because documents have their own retention period.
    expect((await by.get(`/api/documents/${sent?.document_id}`)).status).toBe(200);
    expect((await app.cron.post<'runDataRetention'>(path)).body.erased).toMatchObject({ rows_of_bulk_sends: 0 });
  });

  test.each(['GET', 'POST'])(
    'accepts %s with the service credential and with the scheduled-job secret, with and without /v1',
    async (method) => {
      for (const caller of [app.cron, app.service]) {
        const { status, body } = await caller.both<'runDataRetention'>(method, path);
        expect(status).toBe(200);
        expect(Object.values(body.erased).every(Number.isInteger)).toBe(true);
      }
    },
  );
});

needsCredential(app, { method: 'POST', path });

describe('403', () => {
  test('rejects sessions and API keys, regardless of their permissions', async () => {
    expectError(await (await app.session()).post(path), 'FORBIDDEN');
    const { caller } = await app.makeKey({ scopes: ['admin'] });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
  test('rejects the service credential if the request names another organization', async () => {
    const other = await app.otherTenant();
    const headers = { 'x-organization-id': other.organizationId };
    expectError(await app.service.post(path, undefined, { headers }), 'FORBIDDEN');
  });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
