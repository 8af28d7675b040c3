/**
 * Tests requests with an Idempotency-Key under load. Each follow-up (jobs, e-mails, webhooks) happens exactly once,
 * although workers wake up while the request's last transaction is still open (ADR 20).
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { inParallel, soak } from '../support/soak.ts';
import { until } from '../support/until.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

/** Each document takes three requests: upload, send, and void. */
const DOCUMENTS = soak({ test: 30, full: 3_334 });
const CLIENTS = 12;
const EVENTS = ['document.created', 'document.sent', 'document.voided'];
/** The timeout is long, because many tests share the cores. If a job is lost, even a longer wait does not help. */
const PATIENCE_MS = soak({ test: 60_000, full: 300_000 });

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

test(
  `sends every e-mail and event once for ${3 * DOCUMENTS} requests with an Idempotency-Key, and leaves no transaction open`,
  async () => {
    await addWebhook(app, { url: receiver.url });
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
    const pdf = makePdf({ pages: 1 });
    const people = Array.from({ length: DOCUMENTS }, () => app.person());
    await inParallel(DOCUMENTS, CLIENTS, async (index) => {
      const uploaded = await app.key.upload(pdfUpload(pdf), keyed());
      expect(uploaded.status, uploaded.text).toBe(201);
      const { id } = uploaded.body.document;
      const sent = await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [people[index]] }, keyed());
      expect(sent.status, sent.text).toBe(200);
      const voided = await app.key.post(`/api/documents/${id}/void`, { reason: 'Sent too early' }, keyed());
      expect(voided.status, voided.text).toBe(200);
    });
    await until(
      'the jobs to be done',
      async () =>
        (
          await app.sql("select 1 from jobs where run_at <= $1 and kind <> 'expire-document' limit 1", [
            app.clock.now(),
          ])
        ).length === 0,
      PATIENCE_MS,
    );

    // Waits until the transactions of the webhook worker have ended.
    const open = `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    await until('every transaction to end', async () => (await app.sql(open)).length === 0, PATIENCE_MS);

    // An invitation is not sent if the document ends before the recipient's turn. All recipients are notified when the
    // document ends.
    const mails = await app.sql<{ kinds: string[] }>(
      `select array_agg(kind order by kind) as kinds from mails where to_address = any ($1) group by to_address`,
      [people.map(({ email }) => email)],
    );
    expect(mails).toHaveLength(DOCUMENTS);
    expect(mails.filter(({ kinds }) => !['voided', 'invitation,voided'].includes(kinds.join()))).toEqual([]);

    await until('the deliveries', () => receiver.received.length >= EVENTS.length * DOCUMENTS, PATIENCE_MS);
    const told = new Map<string, number>();
    for (const { json } of receiver.received) {
      const { type, data } = json as { type: string; data: { object: { documentId: string } } };
      const event = `${type} ${data.object.documentId}`;
      told.set(event, (told.get(event) ?? 0) + 1);
    }
    expect(told.size).toBe(EVENTS.length * DOCUMENTS);
    expect([...told].filter(([, times]) => times !== 1)).toEqual([]);
  },
  soak({ test: 180_000, full: 1_200_000 }),
);
