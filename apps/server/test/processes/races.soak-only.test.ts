/**
 * Tests two requests for one document that run concurrently in two processes of one installation, in either order. Both
 * are stopped at the document's row lock and released together. The first request in the queue gets the lock first, so
 * every order is tested deterministically. The second request is rejected because of the result of the first, or it
 * changes nothing.
 */
import { createHash } from 'node:crypto';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { ApiError } from '@countersign/client';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import type { MainProcess } from '../start/run-main.ts';
import { openInstallation, PATIENCE_MS, type Process, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

/** The test starts complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 600_000;
const PDF = samplePdf();
const installation = await openInstallation();

/** The outcome of a request, which is 200 or the error code. */
type Outcome = string;
const outcome = (request: Promise<unknown>): Promise<Outcome> =>
  request.then(
    () => '200',
    (error: unknown) => {
      if (error instanceof ApiError && error.status > 0) return error.code;
      throw error;
    },
  );

/**
 * Waits until this many connections are blocked by the holder, directly or through other connections. Other blocked
 * connections are not counted, because jobs for other documents also wait for each other.
 */
const waiting = (holder: number, count: number) =>
  until(
    `${count} transactions to wait for the document`,
    async () => {
      const [row] = await installation.sql<{ count: number }>(
        `with recursive behind as (
           select $1::int as pid
           union select a.pid from pg_stat_activity a join behind on behind.pid = any (pg_blocking_pids(a.pid)))
         select count(*)::int - 1 as count from behind`,
        [holder],
      );
      return row?.count === count;
    },
    PATIENCE_MS,
  );

type Holder = { pid: number; query: (text: string) => Promise<unknown>; letGo: () => Promise<unknown> };

/** Locks rows of a document while `work` runs, or until it releases them. */
async function holding<T>(select: string, documentId: string, work: (holder: Holder) => Promise<T>): Promise<T> {
  const connection = await installation.connection();
  try {
    await connection.query('begin');
    const { rows } = await connection.query<{ pid: number }>(`${select} for update`, [documentId]);
    return await work({
      pid: rows[0]?.pid ?? 0,
      query: (text) => connection.query(text, [documentId]),
      letGo: () => connection.query('commit'),
    });
  } finally {
    // The lock is also released after a failure, so that other transactions do not wait for it.
    await connection.query('rollback');
    connection.release();
  }
}
const ROW = 'select pg_backend_pid() as pid from documents where id = $1';
const HEAD_OF_TRAIL = 'select pg_backend_pid() as pid from audit_streams where stream = $1';

/** Locks the document's row until both requests wait for it, one after another. */
const inOrder = <First, Second>(
  documentId: string,
  first: () => Promise<First> | First,
  second: () => Promise<Second> | Second,
  { before }: { before?: string } = {},
): Promise<[First, Second]> =>
  holding(ROW, documentId, async ({ pid, query, letGo }) => {
    if (before !== undefined) await query(before);
    const one = first();
    await waiting(pid, 1);
    const other = second();
    await waiting(pid, 2);
    await letGo();
    return [await one, await other];
  });

/**
 * Locks the row like `inOrder`, and changes it while the first request waits for it. PostgreSQL gives a changed row to
 * any of the waiting requests. The first request therefore gets the row while no other request is waiting for it, and
 * is stopped at the head of the trail until the second waits behind it.
 */
const inOrderAround = <First, Second>(
  documentId: string,
  first: () => Promise<First>,
  change: string,
  second: () => Promise<Second>,
): Promise<[First, Second]> =>
  holding(ROW, documentId, async (row) => {
    const one = first();
    await waiting(row.pid, 1);
    return holding(HEAD_OF_TRAIL, documentId, async (head) => {
      await row.query(change);
      await row.letGo();
      await waiting(head.pid, 1);
      const other = second();
      await waiting(head.pid, 2);
      await head.letGo();
      return [await one, await other];
    });
  });

type Sent = { id: string; signers: { id: string; email: string }[]; sign: (server: Process) => Promise<Outcome> };

/** Creates a document that was sent to this many signers, of whom all except the last have signed. */
async function waitsForTheLast(by: Process, count = 1): Promise<Sent> {
  const { id } = await by.api.upload(PDF, 'agreement.pdf');
  const people = Array.from({ length: count }, (_, n) => ({
    name: `Signer ${n}`,
    email: `${n}-${id}@contoso.example`,
  }));
  const { signers } = await by.api.sendForSigning(id, people);
  const links = new Map<string, string>();
  for (const { email } of people) links.set(email, await linkOf(email));
  const signAs =
    ({ email, name }: (typeof people)[number]) =>
    async (server: Process) => {
      const { signer, view } = await new Client(server.url).openLink(links.get(email) ?? '');
      return outcome(signer.sign(view, name));
    };
  for (const person of people.slice(0, -1)) expect(await signAs(person)(by)).toBe('200');
  await jobsEnd(id);
  return { id, signers, sign: signAs(people.at(-1) ?? { name: '', email: '' }) };
}

const linkOf = (email: string): Promise<string> =>
  until(
    'the invitation',
    async () => {
      const select = 'select body_text as text from mails where to_address = $1';
      const [mail] = await installation.sql<{ text: string }>(select, [email]);
      return mail && linkToken(mail.text);
    },
    PATIENCE_MS,
  );

/** Waits until no worker job about the document is left. */
const jobsEnd = (id: string): Promise<boolean> =>
  until(
    'the jobs to end',
    async () => {
      const due = 'select from jobs where run_at <= now() and strpos(payload::text, $1) > 0';
      return (await installation.sql(due, [id])).length === 0;
    },
    PATIENCE_MS,
  );

/**
 * Checks the document in both processes: its status, the number of signatures, a valid trail, and consecutive events.
 */
async function expectState(servers: readonly Process[], id: string, status: string, signed: number): Promise<void> {
  for (const { api } of servers) expect(await api.status(id)).toMatchObject({ status, signedCount: signed });
  const [{ api }] = servers as [Process];
  const verified = await api.verify(id);
  expect(verified).toMatchObject({ auditTrail: { isValid: true } });
  expect(verified.signatures.filter(({ isValid }) => isValid)).toHaveLength(signed);
  const trail = await api.json<Output<'getDocumentAudit'>>('GET', `/v1/api/documents/${id}/audit`);
  const ends = ['document.signed', 'document.voided', 'document.expired'] as const;
  const count = (action: string) => trail.entries.filter((entry) => entry.action === action).length;
  expect(ends.map(count)).toEqual([signed, Number(status === 'voided'), Number(status === 'expired')]);
  const events = await installation.sql<{ sequence: number }>(
    'select sequence from outbox where document_id = $1 and sequence is not null order by sequence',
    [id],
  );
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
}

test(
  'accepts the request that locks the row first, regardless of which process handles it',
  async () => {
    const one = await installation.web();
    await installation.setUp(one);
    const [two, worker] = await Promise.all([installation.web(), installation.worker()]);
    const both = [one, two];
    const post =
      (id: string, what: string, body: object) =>
      ({ api }: Process) =>
        outcome(api.json('POST', `/v1/api/documents/${id}/${what}`, body));

    // This race is between the last signature and the voiding of the document.
    let sent = await waitsForTheLast(one, 2);
    const reason = 'Too late.';
    expect(
      await inOrder(
        sent.id,
        () => sent.sign(one),
        () => post(sent.id, 'void', { reason })(two),
      ),
    ).toEqual(['200', 'INVALID_STATE']);
    await expectState(both, sent.id, 'completed', 2);
    sent = await waitsForTheLast(two, 2);
    expect(
      await inOrder(
        sent.id,
        () => post(sent.id, 'void', { reason })(two),
        () => sent.sign(one),
      ),
    ).toEqual(['200', 'DOCUMENT_VOIDED']);
    await expectState(both, sent.id, 'voided', 1);

    // This race is between a signature and the expiry, which a worker records. The document expires before or while the
    // signature waits.
    const over = `update documents set expires_at = clock_timestamp() where id = $1`;
    const limitOf = async (id: string) =>
      (
        await installation.sql<{ until: string }>('select expires_at::text as until from documents where id = $1', [id])
      )[0]?.until;
    // Sets the expiry back to its original value, because the row is compared with the trail.
    const setBack = (id: string, until: string | undefined) =>
      installation.sql('update documents set expires_at = $2 where id = $1', [id, until]);
    const due = () =>
      installation.sql(
        `update jobs set run_at = now() where kind = 'expire-document' and strpos(payload::text, $1) > 0`,
        [sent.id],
      );
    sent = await waitsForTheLast(one, 2);
    let until = await limitOf(sent.id);
    const [signed] = await inOrderAround(sent.id, () => sent.sign(two), over, due);
    expect(signed).toBe('200');
    await jobsEnd(sent.id);
    await setBack(sent.id, until);
    await expectState(both, sent.id, 'completed', 2);
    sent = await waitsForTheLast(one, 2);
    until = await limitOf(sent.id);
    const [, late] = await inOrder(sent.id, due, () => sent.sign(two), { before: over });
    expect(late).toBe('DOCUMENT_EXPIRED');
    await jobsEnd(sent.id);
    await setBack(sent.id, until);
    await expectState(both, sent.id, 'expired', 1);

    // This race is between a signature and a correction of its signer's address.
    const correct =
      ({ id, signers }: Sent) =>
      ({ api }: Process) =>
        outcome(
          api.json('PATCH', `/v1/api/documents/${id}/signers/${signers.at(-1)?.id}`, {
            email: `new-${id}@contoso.example`,
          }),
        );
    sent = await waitsForTheLast(one, 2);
    expect(
      await inOrder(
        sent.id,
        () => sent.sign(one),
        () => correct(sent)(two),
      ),
    ).toEqual(['200', 'INVALID_STATE']);
    await expectState(both, sent.id, 'completed', 2);
    sent = await waitsForTheLast(one, 2);
    expect(
      await inOrder(
        sent.id,
        () => correct(sent)(two),
        () => sent.sign(one),
      ),
    ).toEqual(['200', 'INVALID_LINK']);
    await expectState(both, sent.id, 'in-progress', 1);

    // This race is between a signature and a deletion. The deletion rejects documents in progress, and waits for the
    // seal of a document that was just completed.
    const remove =
      (id: string) =>
      ({ api }: Process) =>
        outcome(api.json('DELETE', `/v1/api/documents/${id}`));
    sent = await waitsForTheLast(two);
    expect(
      await inOrder(
        sent.id,
        () => sent.sign(one),
        () => remove(sent.id)(two),
      ),
    ).toEqual(['200', '200']);
    expect(await post(sent.id, 'restore', {})(one)).toBe('200');
    await expectState(both, sent.id, 'completed', 1);
    sent = await waitsForTheLast(two);
    expect(
      await inOrder(
        sent.id,
        () => remove(sent.id)(two),
        () => sent.sign(one),
      ),
    ).toEqual(['INVALID_STATE', '200']);
    await expectState(both, sent.id, 'completed', 1);
    await stop(worker);

    // This race is between the end of the trash period, a restore, and a download. When a worker starts, it looks in
    // the trash for documents to delete.
    let eraser: Promise<MainProcess> | undefined;
    const erase = () => void (eraser = installation.worker());
    const trashed = async (): Promise<{ id: string; file: string; reading: Response }> => {
      const { id } = await one.api.upload(PDF, 'agreement.pdf');
      const link = await one.api.json<{ downloadUrl: string }>('GET', `/v1/api/documents/${id}/download?type=current`);
      const file = new URL(link.downloadUrl).pathname;
      const reading = await fetch(two.url + file);
      await one.api.json('DELETE', `/v1/api/documents/${id}`);
      await installation.sql(`update documents set deleted_at = deleted_at - interval '31 days' where id = $1`, [id]);
      return { id, file, reading };
    };
    const kept = await trashed();
    const [restored] = await inOrder(kept.id, () => post(kept.id, 'restore', {})(one), erase);
    expect(restored).toBe('200');
    await ended(eraser);
    await expectState(both, kept.id, 'draft', 0);
    expect(sha256(await bytesOf(await fetch(two.url + kept.file)))).toBe(sha256(PDF));

    const gone = await trashed();
    const [, tooLate] = await inOrder(gone.id, erase, () => post(gone.id, 'restore', {})(one));
    expect(tooLate).toBe('DOCUMENT_NOT_FOUND');
    await ended(eraser);
    expect(sha256(await bytesOf(gone.reading)), 'a download that started earlier is completed').toBe(sha256(PDF));
    for (const { url, api } of both) {
      expect((await fetch(url + gone.file)).status).toBe(404);
      await expect(api.status(gone.id)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
    }
    for (const server of both) await stop(server);
  },
  LIMIT_MS,
);

const ended = async (worker: Promise<MainProcess> | undefined): Promise<void> => {
  if (worker) await stop(await worker);
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
