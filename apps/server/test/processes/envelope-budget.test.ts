/**
 * Measures the database cost of one envelope. Statements, round trips, transactions and bytes sent are counted on the
 * wire, and index entries and log bytes are counted in the log, so a busy machine does not affect the result.
 * docs/contribute/performance.md explains the numbers. A higher budget needs a reason on that page.
 */
import type { Id } from '@countersign/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { type Transaction, transactionsOf, WireTap } from '../support/wire-tap.ts';
import { writtenBy } from '../support/write-ahead-log.ts';

const ENVELOPES = 3;
/**
 * The budget is slightly above the measured costs. On a busy machine, a job may be claimed a second time, an index page
 * may be split, or an entry may be sequenced before its completion, so that its proof is read again (2 transactions, 7
 * statements).
 */
const BUDGET = {
  flushes: 33,
  statements: 140,
  transactions: 22.5,
  commits: 12.5,
  kilobytes: 96,
  indexEntries: 110,
  log: 75.5,
};

const tap = new WireTap();
const app = await startTestApp({ through: (connection) => tap.open(connection) });
// Scheduled work is stopped, because it might run during the envelopes.
const { webhooks, watch, timers, links, transparencyLog } = app.services;
await Promise.all([webhooks, watch, timers, transparencyLog].map((task) => task.stop()));
/** Statements that are run by timers, regardless of the number of requests. */
const BY_THE_CLOCK =
  /^(jobs-release-lapsed|jobs-due-lanes|backlog-oldest|security-events-.*|key-usage-add|api-requests-insert|rate-buckets-.*|api-key-by-hash|webhook-work)$/;
const FRAME = /^(begin|context|context-loose|loose-commit|commit)$/;

const isEnvelopes = ({ statements }: Transaction): boolean =>
  statements.some((name) => !FRAME.test(name) && !BY_THE_CLOCK.test(name));
const isWriting = ({ statements }: Transaction): boolean =>
  statements.some((name) => name === 'commit' || name === 'rate-bucket-insert' || name === 'jobs-claim');

/** Runs an envelope from the upload to the download of the finished file, with all follow-ups. */
async function envelope(): Promise<void> {
  const { body } = await app.key.upload(pdfUpload(makePdf()));
  const documentId = body.document.id;
  const sent = await app.key.post<'sendForSigning'>(`/api/documents/${documentId}/send-for-signing`, {
    signers: [app.person()],
  });
  const [signer] = sent.body.signers;
  await app.atRest(documentId);
  const token = app.secret(signingToken(signer?.id));
  expect((await app.sign(documentId, { token })).status).toBe(200);
  const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${documentId}/download`)).body;
  expect((await app.anyone.get(new URL(downloadUrl).pathname)).status).toBe(200);
  await app.atRest(documentId);
  // A completion starts a batch immediately. Concurrent envelopes share a batch, so this is the maximum cost of one
  // envelope.
  await transparencyLog.cover(app.tenant.tenantId);
}

function signingToken(signerId: Id<'signer'> | undefined): string {
  if (signerId === undefined) throw new Error('The document has no signer.');
  return links.url('', { tenantId: app.tenant.tenantId, signerId, generation: 1 }).split('#')[1] ?? '';
}

test('keeps an envelope within the limits for statements, round trips, transactions, index entries and bytes', async () => {
  // The first envelope creates permanent data: the seal, personal keys, and prepared statements.
  await envelope();
  await envelope();
  let flushes: Parameters<typeof transactionsOf>[0] = [];
  const written = await writtenBy(
    (text, values) => app.sql(text, values),
    async () => {
      ({ flushes } = await tap.listen(async () => {
        for (let done = 0; done < ENVELOPES; done += 1) await envelope();
      }));
    },
  );
  const own = transactionsOf(flushes).filter(isEnvelopes);
  const each = (of: (one: Transaction) => number) => own.reduce((sum, one) => sum + of(one), 0) / ENVELOPES;
  const spent = {
    flushes: each((one) => one.flushes),
    statements: each((one) => one.statements.length),
    transactions: each(() => 1),
    commits: each((one) => (isWriting(one) ? 1 : 0)),
    kilobytes: each((one) => one.bytes) / 1024,
    indexEntries: written.indexEntries / ENVELOPES,
    log: written.kilobytes / ENVELOPES,
  };
  const entries = written.tables.map(({ table, entries: count }) => `${table} ${count / ENVELOPES}`).join(', ');
  const told = [...own.map(({ statements }) => statements.join(' ')), entries].join('\n');
  for (const [what, most] of Object.entries(BUDGET))
    expect(spent[what as keyof typeof spent], `${what} per envelope, in:\n${told}`).toBeLessThanOrEqual(most);
});
