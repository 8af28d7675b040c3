/**
 * Kills processes with kill -9 during changes to sent and finished documents (src/platform/failpoints.ts). Web
 * processes and workers share one database, and each is armed with one failpoint. Before a commit, there are no
 * changes. After it, all changes exist once, and every person is notified once. One web process runs throughout and
 * reports the state. Each worker runs only during its own step, so that a kill affects only the intended process.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { afterAll, expect, test } from 'vitest';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS, type Failpoint } from '../../src/platform/failpoints.ts';
import { PostOffice } from '../support/post-office.ts';
import { openInstallation, PATIENCE_MS, type Process, stop } from '../support/processes.ts';
import { openReceiver } from '../support/receiver.ts';
import { startTestAuthority } from '../support/timestamp-authority.ts';
import { until } from '../support/until.ts';
import { expectKilled, expectTrail, isAfterSending, isUnanswered, LIMIT_MS } from './crash-steps.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;
type Name = (typeof NAMES)[number];

const NAMES = [
  'voided',
  'declined',
  'forwarded',
  'corrected',
  'removed',
  'changed',
  'reminded',
  'expiring',
  'scheduled',
  'finished',
] as const;
const [ADA, BERT] = [
  { name: 'Ada Lovelace', email: 'ada@contoso.example' },
  { name: 'Bert Blythe', email: 'bert@contoso.example' },
];
const CLARA = { name: 'Clara Colleague', email: 'clara@contoso.example' };
/**
 * The number of days before expiry at which a time-stamp is renewed. The built-in authority's time-stamps are valid for
 * ten years, and those of the authority below for two. This setting is longer than two years, so that the latter are
 * renewed immediately.
 */
const RENEWAL_DAYS = '800';

const receiver = await openReceiver();
const office = await new PostOffice().open();
const authority = await startTestAuthority('Short Clock', () => new Date(), { years: 2 });
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(path.join(folder, 'roots.pem'), authority.rootPem);
const trust = { TIMESTAMP_TRUST: path.join(folder, 'roots.pem') };
const installation = await openInstallation({
  SMTP_URL: office.url,
  MAIL_FROM: 'Countersign <sign@northwind.example>',
  WEBHOOK_ALLOW: '127.0.0.0/8',
  WEBHOOK_ALLOW_PRIVATE: 'yes',
});

const ids = {} as Record<Name, string>;
const hit = new Set<Failpoint>();
const links = new Map<string, string>();
const linkOf = (name: Name, who: typeof ADA): string => links.get(`${name} ${who.email}`) ?? '';

type State = {
  document: { status: string } | null;
  revisions: number;
  entries: string[];
  events: string[];
  jobs: string[];
};

/** Returns everything in the database about a document, except for the number of attempts of its jobs. */
async function stateOf(id: string): Promise<State | undefined> {
  const [row] = await installation.sql<{ state: State }>(
    `select jsonb_build_object(
       'document', (select to_jsonb(d) from documents d where d.id = $1),
       'signers', (select jsonb_agg(to_jsonb(s) order by s.id) from signers s where s.document_id = $1),
       'revisions', (select count(*) from revisions where document_id = $1),
       'entries', (select jsonb_agg(e.id order by e.n) from audit_entries e where e.stream = $1),
       'events', (select jsonb_agg(o.id order by o.sequence) from outbox o where o.document_id = $1),
       'jobs', (select jsonb_agg(j.id order by j.id) from jobs j where strpos(j.payload::text, $1) > 0)) as state`,
    [id],
  );
  return row?.state;
}

/**
 * Makes only these jobs due for the next worker. Also releases the jobs of a killed worker, as if their leases had
 * expired.
 */
async function makeDue(kinds: readonly string[]): Promise<void> {
  await installation.sql(
    `update jobs set state = 'ready', lease_until = null,
       run_at = now() + case when kind = any ($1) then interval '-1 minute' else interval '1 day' end`,
    [kinds],
  );
  await installation.sql('update webhook_lanes set worker = null, lease_until = null');
}

/** Waits until no job or retry is due and every event has been delivered. */
const atRest = (): Promise<unknown> =>
  until(
    'all jobs and deliveries to end',
    async () => {
      const [row] = await installation.sql<{ left: number }>(
        `select (select count(*) from jobs where run_at <= now() + interval '1 hour')::int + (select count(*) from webhook_pending)::int
           + (select count(*) from webhook_deliveries where state = 'pending')::int as left`,
      );
      return row?.left === 0;
    },
    PATIENCE_MS,
  );

/** Runs a worker until all due jobs are done, while `ask` sends requests. */
async function work(settings: Record<string, string> = {}, ask?: () => Promise<unknown>): Promise<void> {
  const worker = await installation.worker(settings);
  await ask?.();
  await atRest();
  await stop(worker);
}

const armed = (point: Failpoint) => ({ FAILPOINTS_ALLOWED: 'yes', FAILPOINT: point });

/** Sends a request that gets no response, because the process that handles it is killed. */
async function killAt(server: Process, point: Failpoint, act: Act): Promise<void> {
  await expect(act(server), `the request got no response at ${point}`).rejects.toSatisfy(isUnanswered);
  await expectKilled(server, point);
  hit.add(point);
}

/** Runs a worker that ends its own process at this failpoint. */
async function workUntil(point: Failpoint, settings: Record<string, string> = {}): Promise<void> {
  const worker = installation.run({ ROLE: 'worker', ...settings, ...armed(point) });
  await expectKilled(worker, point);
  hit.add(point);
}

type Act = (server: Process) => Promise<unknown>;
type Change = {
  step: 'void' | 'decline' | 'forward' | 'correction' | 'removal' | 'change' | 'reminder' | 'move';
  of: Name;
  act: Act;
  /** The response when the same request is repeated. It is rejected, or has no effect. */
  again: RegExp | object;
};

/**
 * Checks that there are no changes before the commit. After the commit, all changes exist with one audit entry, and a
 * repeated request has no effect.
 */
async function expectAllOrNothing(witness: Process, { step, of, act, again }: Change): Promise<void> {
  const points = [`${step}.before-commit`, `${step}.after-commit`] as const;
  const [first, second] = await Promise.all([installation.web(armed(points[0])), installation.web(armed(points[1]))]);
  const before = await stateOf(ids[of]);
  await killAt(first, points[0], act);
  await expectUnlocked(of);
  expect(await stateOf(ids[of]), `${of}: the document is unchanged`).toEqual(before);
  await killAt(second, points[1], act);
  expect((await stateOf(ids[of]))?.entries, of).toHaveLength((before?.entries.length ?? 0) + 1);
  await expectOnce(witness, { of, act, again });
}

async function expectOnce(witness: Process, { of, act, again }: Omit<Change, 'step'>): Promise<void> {
  const after = await stateOf(ids[of]);
  if (again instanceof RegExp)
    await expect(act(witness), `${of}, again`).rejects.toMatchObject({ code: expect.stringMatching(again) });
  else expect(await act(witness), `${of}, again`).toMatchObject(again);
  expect(await stateOf(ids[of]), `${of}: once`).toEqual(after);
}

/** Waits until the database has ended the transaction of a killed process. */
const expectUnlocked = (name: Name) => installation.sql('select from documents where id = $1 for update', [ids[name]]);

/** Like the function above, but for background work: checks the changes before and after the commit. */
async function expectNothingYet(step: 'expiry' | 'reminder', of: Name): Promise<void> {
  const before = await stateOf(ids[of]);
  await workUntil(`${step}.before-commit`);
  await expectUnlocked(of);
  expect(await stateOf(ids[of]), `${of}: the document is unchanged`).toEqual(before);
}

const post = (name: Name, what: string, body: object) => (server: Process) =>
  server.api.json('POST', `/v1/api/documents/${ids[name]}/${what}`, body);
const asSigner = (name: Name, what: string, body: object) => (server: Process) =>
  new Client(server.url).json('POST', `/api/documents/${ids[name]}/${what}`, { token: linkOf(name, ADA), ...body });
const signerId = async ({ api }: Process, name: Name, { email }: typeof ADA): Promise<string> => {
  const { document } = await api.json<Output<'getDocument'>>('GET', `/v1/api/documents/${ids[name]}`);
  return document.signers.find((signer) => signer.email === email)?.id ?? '';
};
const remove = (name: Name) => (server: Process) => server.api.json('DELETE', `/v1/api/documents/${ids[name]}`);
const statusOf = async ({ api }: Process, name: Name): Promise<string> => (await api.status(ids[name])).status;

/**
 * Creates every document that the test needs, in progress and finished. One document is signed, sealed and time-stamped
 * by an authority whose certificate is valid for two years.
 */
async function prepare(witness: Process): Promise<void> {
  const owner = await installation.setUp(witness);
  await owner.json('POST', '/api/integrations/webhooks', { url: receiver.url, events: ['*'] });
  for (const name of NAMES) {
    const { id } = await witness.api.upload(samplePdf(), `${name}.pdf`);
    ids[name] = id;
    const signers = name === 'finished' ? [ADA] : [ADA, BERT];
    const reminders = name === 'scheduled' ? { reminders: { everyDays: 1, max: 1 } } : {};
    await post(name, 'send-for-signing', { signers, ...reminders })(witness);
  }
  await work();
  for (const { email, to } of office.arrived)
    for (const name of NAMES)
      if (email.subject?.includes(name)) links.set(`${name} ${to}`, linkToken(email.text ?? ''));
  const { signer, view } = await new Client(witness.url).openLink(linkOf('finished', ADA));
  await signer.sign(view, ADA.name);
  await work({ TIMESTAMP_URLS: authority.url, ...trust }, () =>
    witness.api.json('GET', `/v1/api/documents/${ids.finished}/download?type=audit`),
  );
}

/**
 * Returns the recipients of e-mails about each document, and the message IDs that were sent twice. The first `count`
 * e-mails are ignored.
 */
function mailedSince(count: number): { to: Partial<Record<Name, string[]>>; twice: string[] } {
  const mails = office.arrived.slice(count);
  const to: Partial<Record<Name, string[]>> = {};
  for (const mail of mails) {
    const name = NAMES.find((one) => mail.email.subject?.includes(one));
    if (name) (to[name] ??= []).push(mail.to.split('@')[0] ?? '');
  }
  for (const readers of Object.values(to)) readers.sort();
  const seen = mails.map(({ email }) => email.messageId ?? '');
  return { to, twice: seen.filter((id, index) => seen.indexOf(id) !== index) };
}

const TIMERS = ['expire-document', 'send-reminders'];

test(
  'applies each change to pending and completed documents once or not at all, and notifies everyone once',
  async () => {
    const begun = performance.now();
    const witness = await installation.web(trust);
    await prepare(witness);
    const mailed = office.arrived.length;

    // These changes are user requests. No worker is running, so a kill cannot interrupt an e-mail or a delivery.
    const corrected = await signerId(witness, 'corrected', ADA);
    const removed = await signerId(witness, 'removed', BERT);
    const reason = 'No longer wanted.';
    const changes: Change[] = [
      { step: 'void', of: 'voided', act: post('voided', 'void', { reason }), again: /INVALID_STATE/ },
      {
        step: 'decline',
        of: 'declined',
        act: asSigner('declined', 'decline', { reason }),
        again: /ALREADY_DECLINED|DOCUMENT_DECLINED/,
      },
      { step: 'forward', of: 'forwarded', act: asSigner('forwarded', 'forward', CLARA), again: /INVALID_LINK/ },
      {
        step: 'correction',
        of: 'corrected',
        act: ({ api }) =>
          api.json('PATCH', `/v1/api/documents/${ids.corrected}/signers/${corrected}`, { email: CLARA.email }),
        again: { signer: { email: CLARA.email } },
      },
      {
        step: 'removal',
        of: 'removed',
        act: ({ api }) => api.json('DELETE', `/v1/api/documents/${ids.removed}/signers/${removed}`),
        again: /SIGNER_NOT_FOUND/,
      },
      {
        step: 'change',
        of: 'changed',
        act: ({ api }) => api.json('PUT', `/v1/api/documents/${ids.changed}/recipients`, { signers: [ADA, CLARA] }),
        again: { signers: [{ email: ADA.email }, { email: CLARA.email }] },
      },
      {
        step: 'reminder',
        of: 'reminded',
        act: post('reminded', 'remind', { signerEmails: [ADA.email] }),
        again: { reminded: [], skipped: [{ reason: 'reminded-recently' }] },
      },
      { step: 'move', of: 'voided', act: remove('voided'), again: /DOCUMENT_NOT_FOUND/ },
      { step: 'move', of: 'voided', act: post('voided', 'restore', {}), again: /INVALID_STATE/ },
    ];
    for (const change of changes) await expectAllOrNothing(witness, change);
    expect(await Promise.all(NAMES.map((name) => statusOf(witness, name)))).toEqual([
      'voided',
      'declined',
      ...NAMES.slice(2, -1).map(() => 'in-progress'),
      'completed',
    ]);

    // Tests that a worker expires a document on time.
    const [promised] = await installation.sql<{ until: string }>(
      'select expires_at::text as until from documents where id = $1',
      [ids.expiring],
    );
    await installation.sql(`update documents set expires_at = now() - interval '1 minute' where id = $1`, [
      ids.expiring,
    ]);
    await makeDue(['expire-document']);
    await expectNothingYet('expiry', 'expiring');
    await expect(asSigner('expiring', 'decline', { reason })(witness)).rejects.toMatchObject({
      code: 'DOCUMENT_EXPIRED',
    });
    await makeDue(['expire-document']);
    await workUntil('expiry.after-commit');
    expect(await statusOf(witness, 'expiring')).toBe('expired');
    // Restores the value that is recorded in the trail, because the test compares the row with the trail at the end.
    await installation.sql('update documents set expires_at = $2 where id = $1', [ids.expiring, promised?.until]);
    await installation.sql(`update signers set invited_at = invited_at - interval '2 days' where document_id = $1`, [
      ids.scheduled,
    ]);
    await makeDue(['send-reminders']);
    await expectNothingYet('reminder', 'scheduled');
    await makeDue(['send-reminders']);
    await workUntil('reminder.after-commit');

    // The archive renewal adds another time-stamp to a document whose time-stamp expires too soon.
    const sealed = await stateOf(ids.finished);
    const renewal = { ...trust, ARCHIVE_RENEWAL_DAYS: RENEWAL_DAYS };
    const points: readonly Failpoint[] = ['renewal.begun', 'renewal.made', 'renewal.before-commit'];
    // The reminder e-mails must wait, because a worker that is killed during one would send it again.
    await makeDue(['renew-archive']);
    for (const point of points) {
      await workUntil(point, renewal);
      await expectUnlocked('finished');
      expect(await stateOf(ids.finished)).toMatchObject({ revisions: sealed?.revisions, entries: sealed?.entries });
      await makeDue(['renew-archive']);
    }
    // The kill affects either the document or its certificate of completion. The commit of the other file may be in
    // progress, so the test does not wait for it.
    await workUntil('renewal.after-commit', renewal);

    // A new worker does the remaining work: it sends all remaining e-mails and delivers the events.
    const rest = await installation.sql<{ kind: string }>('select distinct kind from jobs');
    await makeDue(rest.flatMap(({ kind }) => (TIMERS.includes(kind) ? [] : [kind])));
    await work(renewal);

    // The document in the trash is deleted after thirty days, together with its file.
    const upload = await uploadOf('voided');
    await remove('voided')(witness);
    await installation.sql(`update documents set deleted_at = deleted_at - interval '31 days' where id = $1`, [
      ids.voided,
    ]);
    const trashed = await stateOf(ids.voided);
    await makeDue([]);
    await workUntil('erasure.before-commit');
    await expectUnlocked('voided');
    expect(await stateOf(ids.voided)).toEqual(trashed);
    await workUntil('erasure.after-commit');
    expect((await stateOf(ids.voided))?.document, 'erased').toBeNull();
    expect(existsSync(upload), 'the uploaded file still exists').toBe(true);
    await workUntil('erasure.file-deleted');
    expect(existsSync(upload)).toBe(false);

    // A new worker finishes the deletion in its first sweep, which may run after all jobs are done.
    await work({}, () => until('all unused files to be deleted', isNothingUnused));
    expect(existsSync(upload)).toBe(false);
    await expectTold();
    expect(mailedSince(mailed)).toEqual({
      to: {
        voided: ['ada', 'bert'],
        declined: ['bert', 'grace'],
        forwarded: ['clara', 'grace'],
        corrected: ['clara'],
        removed: ['bert'],
        changed: ['ada', 'bert', 'clara'],
        reminded: ['ada'],
        expiring: ['ada', 'bert', 'grace'],
        scheduled: ['ada', 'bert'],
      },
      twice: [],
    });
    for (const name of NAMES.slice(1)) {
      await expectTrail(witness.api, ids[name], { 'document.created': 1, 'document.sent': 1 });
      expect(await witness.api.verify(ids[name]), name).toMatchObject({ auditTrail: { isValid: true } });
    }
    await expectTrail(witness.api, ids.declined, { 'document.declined': 1 });
    await expectTrail(witness.api, ids.forwarded, { 'signer.forwarded': 1 });
    await expectTrail(witness.api, ids.corrected, { 'signer.corrected': 1 });
    await expectTrail(witness.api, ids.removed, { 'signer.removed': 1 });
    await expectTrail(witness.api, ids.changed, { 'document.corrected': 1 });
    await expectTrail(witness.api, ids.reminded, { 'signer.reminded': 1 });
    await expectTrail(witness.api, ids.expiring, { 'document.expired': 1 });
    await expectTrail(witness.api, ids.scheduled, { 'signer.reminded': 2 });
    await expectTrail(witness.api, ids.finished, {
      'document.signed': 1,
      'document.completed': 1,
      'document.renewed': 1,
      'document.certificate-renewed': 1,
    });
    expect(await witness.api.verify(ids.finished)).toMatchObject({ isValid: true });
    await expectNothingLeft();
    expect(hit).toEqual(new Set(FAILPOINTS.filter((point) => isAfterSending(point))));
    await stop(witness);
    console.log(`crash points after sending: ${Math.round((performance.now() - begun) / 1000)} s`);
  },
  LIMIT_MS,
);

/** Returns the path of a document's uploaded file. */
async function uploadOf(name: Name): Promise<string> {
  const [row] = await installation.sql<{ tenant_id: string; blob_id: string }>(
    'select tenant_id, blob_id from documents where id = $1',
    [ids[name]],
  );
  return path.join(installation.dataDir, 'blobs', row?.tenant_id ?? '', row?.blob_id ?? '');
}

/** Checks that the events of each document are numbered without gaps, and that repeated events have the same ID. */
async function expectTold(): Promise<void> {
  const events = await installation.sql<{ id: string; document_id: string; sequence: number }>(
    'select id, document_id, sequence from outbox where sequence is not null order by document_id, sequence',
  );
  for (const own of Map.groupBy(events, (event) => event.document_id).values())
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1));
  const received = receiver.received.filter(({ headers }) => headers['x-service-sequence'] !== undefined);
  expect(
    events.map(({ id }) => id).filter((id) => !received.some(({ headers }) => headers['webhook-id'] === id)),
  ).toEqual([]);
}

/** Checks that no job has failed, only scheduled jobs remain, and every stored file belongs to a document. */
async function expectNothingLeft(): Promise<void> {
  expect(await installation.sql(`select kind, last_error from jobs where state <> 'ready' or lane <> 'timer'`)).toEqual(
    [],
  );
  expect(await isNothingUnused(), 'every stored file belongs to a document').toBe(true);
}

const isNothingUnused = async (): Promise<boolean> =>
  (await installation.sql('select id from blobs where unused_since is not null')).length === 0;
