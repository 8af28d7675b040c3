/**
 * A client that processes envelopes through the public API and records the responses, so that they can be checked after
 * a crash. Every step may be repeated. Only a request with a response is treated as acknowledged.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AnswerOf, Id, operations } from '@countersign/contract';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { isCode, type KnownCode } from '@countersign/client';
import { Client, linkToken, type Recipient } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { startEmbeddedPostgres } from '../../src/platform/adapters/embedded-postgres/index.ts';

type MailPage = AnswerOf<(typeof operations)['listMail']>;
export type Trail = AnswerOf<(typeof operations)['getDocumentAudit']>;

const PDF = samplePdf();
const LOGIN = { email: 'grace@northwind.example', password: 'correct horse battery staple' };

/** Both credentials of the sender. The mailbox needs the owner's session, and everything else uses an API key. */
export type Sender = { owner: Client; api: Client; bearer: string };

export async function setUp(url: string, token: string): Promise<Sender> {
  const owner = new Client(url);
  await owner.setUp({ ...LOGIN, name: 'Grace Hopper', organization: 'Northwind Trading', token });
  const bearer = await owner.createApiKey('crash test');
  return { owner, api: new Client(url, { bearer }), bearer };
}

/** Returns the same sender for a restarted server, which has another port and the same credentials. */
export async function comeBack(url: string, bearer: string): Promise<Sender> {
  const owner = new Client(url);
  await owner.logIn(LOGIN);
  return { owner, api: new Client(url, { bearer }), bearer };
}

export class Envelope {
  readonly signers: readonly Recipient[];
  /** The data from the responses received so far. */
  readonly acknowledged: {
    id: Id<'document'> | undefined;
    sent: boolean;
    signed: Set<string>;
    sha256: string | undefined;
  };
  /** Requests whose response is missing. They may or may not have been executed. */
  readonly #asked = new Set<string>();

  constructor(name: string, signers: number) {
    this.signers = Array.from({ length: signers }, (_, index) => ({
      email: `${name}-${index}@contoso.example`,
      name: `Signer ${index} of ${name}`,
    }));
    this.acknowledged = { id: undefined, sent: false, signed: new Set(), sha256: undefined };
  }

  get done(): boolean {
    return this.acknowledged.sha256 !== undefined;
  }

  /** Continues from the current step to the downloaded file. */
  async advance({ owner, api }: Sender): Promise<void> {
    const id = (this.acknowledged.id ??= (await api.upload(PDF, 'agreement.pdf')).id);
    if (!this.acknowledged.sent) {
      await this.#once('send', 'INVALID_STATE', () => api.sendForSigning(id, [...this.signers]));
      this.acknowledged.sent = true;
    }
    for (const { email, name } of this.signers) {
      if (this.acknowledged.signed.has(email)) continue;
      const { signer, view } = await owner.openLink(linkToken(await invitation(owner, email)));
      await this.#once(email, 'ALREADY_SIGNED', () => signer.sign(view, name));
      this.acknowledged.signed.add(email);
    }
    this.acknowledged.sha256 = sha256(await api.download(id));
  }

  /** Accepts "already done" as a response only if an earlier attempt got no response. */
  async #once(step: string, already: KnownCode, request: () => Promise<unknown>): Promise<void> {
    const again = this.#asked.has(step);
    this.#asked.add(step);
    try {
      await request();
    } catch (error) {
      if (!again || !isCode(error, already)) throw error;
    }
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Waits for the invitation. E-mails are sent in a job after the response, so this polls until the e-mail arrives. */
async function invitation(owner: Client, email: string): Promise<string> {
  const text = await vi.waitUntil(() => owner.mailTo(email, 'invitation'), { timeout: 30_000, interval: 10 });
  return text ?? '';
}

/** Counts all e-mails by kind and address. */
export async function mailCounts(owner: Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let before = '';
  for (;;) {
    const page: MailPage = await owner.json('GET', `/api/mailbox${before}`);
    for (const { to, kind } of page.mails) counts.set(`${kind} ${to}`, (counts.get(`${kind} ${to}`) ?? 0) + 1);
    const last = page.mails.at(-1);
    if (!page.hasMore || !last) return counts;
    before = `?before=${last.id}`;
  }
}

/**
 * Compares the server's state with the responses received about an envelope. Further responses may arrive during the
 * comparison.
 */
export async function expectKept(envelope: Envelope, { api }: Sender): Promise<void> {
  const acknowledged = { ...envelope.acknowledged, signed: [...envelope.acknowledged.signed] };
  if (acknowledged.id === undefined) return;
  const status = await api.status(acknowledged.id);
  const signed = status.signers.filter(({ status: state }) => state === 'signed').map(({ email }) => email);
  expect(signed).toEqual(expect.arrayContaining(acknowledged.signed));
  if (acknowledged.sent) expect(['in-progress', 'completed']).toContain(status.status);
  if (acknowledged.sha256 !== undefined) expect(sha256(await api.download(acknowledged.id))).toBe(acknowledged.sha256);
}

/** Checks a finished envelope: its file and its trail contain each signer once. */
export async function expectFinished({ acknowledged, signers }: Envelope, { api }: Sender): Promise<void> {
  const id = acknowledged.id ?? '';
  expect(await api.status(id)).toMatchObject({
    status: 'completed',
    signedCount: signers.length,
    completionPercentage: 100,
  });
  const file = await api.download(id);
  expect(sha256(file)).toBe(acknowledged.sha256);
  // The file consists of the upload, the sender's certification, one signature for each signer, and the archive
  // time-stamp (docs/understand/signing-flow.md).
  expect(file.subarray(0, PDF.length).equals(PDF)).toBe(true);
  const text = file.toString('latin1');
  expect(text.match(/\/SubFilter\s*\/ETSI\.CAdES\.detached/g)).toHaveLength(1 + signers.length);
  expect(text.match(/\/SubFilter\s*\/ETSI\.RFC3161/g)).toHaveLength(1);
  const trail = await api.json<Trail>('GET', `/v1/api/documents/${id}/audit`);
  expect(trail.isValid).toBe(true);
  const signing = trail.entries.filter(({ action }) => action === 'document.signed').map(({ actor }) => actor.id);
  expect(new Set(signing).size).toBe(signers.length);
  expect(signing).toHaveLength(signers.length);
  const count = (action: string) => trail.entries.filter((entry) => entry.action === action).length;
  expect([count('document.created'), count('document.sent'), count('document.completed')]).toEqual([1, 1, 1]);
}

/** Opens the database of a stopped server. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/**
 * Checks conditions that are not visible in responses: no job has failed or remains, and no signer has two signatures
 * in the database.
 */
export async function expectNothingLeft(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    const twice = await client.query(
      `select document_id, signer_id from revisions where kind = 'signature' group by 1, 2 having count(*) > 1`,
    );
    const unsealed = await client.query(`select id from documents where status = 'completed' and sealed_at is null`);
    const jobs = await client.query(
      `select kind, state, last_error from jobs where state <> 'ready' or lane <> 'timer'`,
    );
    expect({ twice: twice.rows, unsealed: unsealed.rows, jobs: jobs.rows }).toEqual({
      twice: [],
      unsealed: [],
      jobs: [],
    });
  });
}
