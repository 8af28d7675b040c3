/**
 * Lists at 10,000 and at 1,000,000 documents of one organization, each in a database of its own, measured in turns so that a
 * noisy minute hits both. What counts is the ratio: a list must not get slower as an organization gets older.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { Connection, multipart } from './http-client.ts';
import { atMost, median, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const SMALL = 10_000;
const ROUNDS = 12;
const TIMES = 25;

/** Copies of one upload, a minute apart, with titles as people give them and one signer each; the search index is built once. */
async function fill(subject: Subject, count: number): Promise<void> {
  const connection = await Connection.open(subject.server.url);
  const { contentType, body } = multipart(samplePdf(), 'first.pdf');
  const headers = { authorization: `Bearer ${subject.credentials.key}`, 'content-type': contentType };
  await connection.request('POST', '/v1/api/documents/upload', headers, body);
  connection.close();
  const client = new pg.Client(subject.database);
  await client.connect();
  try {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef(index::regclass) as definition from unnest(array['document_titles_by_key', 'document_recipients_by_key']) index`,
    );
    await client.query(
      `set maintenance_work_mem = '512MB'; set synchronous_commit = off; drop index document_titles_by_key, document_recipients_by_key`,
    );
    await client.query(
      `insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id, hash_state,
         has_signatures, created_at, updated_at, folded_title)
       select d.tenant_id, 'doc_' || lpad(n::text, 26, '0'), d.owner_id, words, d.filename,
         (array['draft', 'in-progress', 'completed', 'completed', 'completed', 'expired'])[1 + n * 5 % 6], d.page_count, d.pages,
         d.size_bytes, d.sha256, d.blob_id, d.hash_state, false, d.created_at - n * interval '1 minute',
         d.created_at - n * interval '1 minute', translate(lower(words), 'öüãółźή', 'ouaolzη')
       from documents d, generate_series(1, $1::int) n, lateral (select
         (array['Lease', 'Invoice', 'Offer', 'Contract of employment', 'Annual report', 'Minutes'])[1 + n * 7 % 6] || ' ' ||
         (array['Köln', 'Zürich', 'São Paulo', 'Łódź', '東京', 'Αθήνα', 'Киев', 'Boston'])[1 + n * 11 % 8] || ' ' || n as words) named`,
      [count],
    );
    await client.query(
      `insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status)
       select tenant_id, id, 'sgn' || substr(id, 4), 1, 1, id || '@bench.example', id || '@bench.example', 'Somebody', 'signer', 'signed'
       from documents where id like 'doc\\_000%'`,
    );
    await client.query(
      `insert into document_titles (tenant_id, document_id, folded)
       select tenant_id, id, folded_title from documents where id like 'doc\\_000%'`,
    );
    await client.query(
      `insert into document_recipients (tenant_id, document_id, signer_id, folded)
       select tenant_id, document_id, id, 'somebody ' || email from signers where document_id like 'doc\\_000%'`,
    );
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum analyze documents, document_titles, document_recipients, signers');
  } finally {
    await client.end();
  }
}

type Case = { name: string; query: (cursor: string) => string };
const CASES: Case[] = [
  { name: 'first page', query: () => 'pageSize=20' },
  { name: 'first page of a status', query: () => 'pageSize=20&status=expired' },
  { name: 'deep cursor', query: (cursor) => `pageSize=20&cursor=${cursor}` },
  { name: 'search, one match', query: () => `search=${encodeURIComponent('köln 5000')}` },
  { name: 'search, few match', query: () => 'search=4999' },
  { name: 'search, many match', query: () => `search=${encodeURIComponent('zurich')}` },
  { name: 'search, two letters of a script without words', query: () => `search=${encodeURIComponent('東京')}` },
  { name: 'title or recipient, one match', query: () => 'find=00005000%40bench' },
  { name: 'title or recipient, many match', query: () => 'find=somebody' },
  { name: 'title or recipient, no match', query: () => 'find=nowhere' },
  { name: 'search, no match', query: () => 'search=nowhere' },
];

async function timeOf(connection: Connection, key: string, path: string): Promise<number> {
  const before = performance.now();
  const { status } = await connection.request('GET', path, { authorization: `Bearer ${key}` });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return performance.now() - before;
}

/** A cursor as far down as a page number leads, and then as far again as requests are worth making. */
async function deepCursor(connection: Connection, key: string): Promise<string> {
  const { body } = await connection.request('GET', '/v1/api/documents/paginated?pageSize=20&page=400', {
    authorization: `Bearer ${key}`,
  });
  const { pagination } = JSON.parse(body.toString()) as { pagination: { nextCursor: string } };
  return pagination.nextCursor;
}

export async function measureLists(large: number): Promise<void> {
  const sides: { subject: Subject; dataDir: string; connection: Connection; cursor: string }[] = [];
  try {
    for (const count of [SMALL, large]) {
      const dataDir = await mkdtemp(join(tmpdir(), 'countersign-list-'));
      const subject = await startSubject(dataDir);
      await fill(subject, count);
      // Opened afterwards: filling takes longer than the server keeps a silent connection.
      const side = { subject, dataDir, connection: await Connection.open(subject.server.url), cursor: '' };
      sides.push(side);
      side.cursor = await deepCursor(side.connection, subject.credentials.key);
    }
    for (const { name, query } of CASES) {
      const times: number[][] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, { subject, connection, cursor }] of sides.entries()) {
          const path = `/v1/api/documents/paginated?${query(cursor)}`;
          for (let i = 0; i < TIMES; i += 1)
            times[index]?.push(await timeOf(connection, subject.credentials.key, path));
        }
      }
      const [small = Number.NaN, big = Number.NaN] = times.map(median);
      report(`list, ${name}: p50 at ${large.toLocaleString('en')}`, big, 'ms', {
        target: undefined,
        beside: `at 10,000: ${small.toFixed(2)} ms`,
      });
      report(`list, ${name}: ratio`, big / small, 'x', { target: atMost(1.5) });
    }
  } finally {
    for (const { subject, dataDir, connection } of sides) {
      connection.close();
      await subject.server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}
