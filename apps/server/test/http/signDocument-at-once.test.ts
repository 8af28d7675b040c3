/** Tests many concurrent signatures, in one process and in two processes that share a database, as with ROLE=web. */
import type { Id } from '@countersign/contract';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startCountersign } from '../../src/main/start.ts';
import { startTestApp } from '../support/app.ts';
import { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
// To the database, this is a second process. It does not share in-process state such as the signers' queue.
const second = await startCountersign(app.config, pino({ level: 'silent' }), { clock: app.clock });
afterAll(() => second.stop());
const servers = [app.anyone, new Caller(second.listening, new Set())];

const SIGNATURE = { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } };
const sign = (server: Caller | undefined, id: string, token: string) =>
  (server ?? app.anyone).post<'signDocument'>(`/api/documents/${id}/sign`, { ...SIGNATURE, token });

async function countsOf(id: string): Promise<Record<string, number>> {
  const [row] = await app.sql<Record<string, number>>(
    `select (select count(*)::int from revisions where document_id = $1 and kind = 'signature') as signatures,
       (select count(*)::int from certificates where document_id = $1 and signer_id is not null) as certificates,
       (select count(*)::int from outbox where document_id = $1 and kind = 'document.signed') as signed,
       (select count(*)::int from outbox where document_id = $1 and kind = 'document.completed') as completed`,
    [id],
  );
  return row ?? {};
}

/**
 * Returns the number of signatures in the file, and checks that our own verification reports the file and its audit
 * trail as valid.
 */
async function verified(id: Id<'document'>): Promise<number> {
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body, JSON.stringify(body)).toMatchObject({ isValid: true });
  const { body: trail } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(trail.isValid).toBe(true);
  return body.signatures.length;
}

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('concurrent signatures in %s', (_, processes) => {
  const serverOf = (n: number) => servers[n % processes];

  test('signs the document only once for fifty requests by the same signer', async () => {
    const { id, token } = await app.sentToOne();
    const answers = await Promise.all(Array.from({ length: 50 }, (__, n) => sign(serverOf(n), id, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 'ALREADY_SIGNED', { documentId: id });
    await app.sealed(id);
    expect(await countsOf(id)).toEqual({ signatures: 1, certificates: 1, signed: 1, completed: 1 });
    expect(await verified(id)).toBe(1);
  });

  test('accepts the concurrent signatures of all ten signers', async () => {
    const sent = await app.sent({ signers: Array.from({ length: 10 }, () => app.person()) });
    const tokens = await Promise.all(sent.signers.map(({ email }) => app.link(email)));
    const answers = await Promise.all(tokens.map((token, n) => sign(serverOf(n), sent.id, token)));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(
      answers.filter(({ body }) => body.document.status === 'completed'),
      'only one signature completes the document',
    ).toHaveLength(1);
    await app.sealed(sent.id);
    expect(await countsOf(sent.id)).toEqual({ signatures: 10, certificates: 10, signed: 10, completed: 1 });
    expect(await verified(sent.id)).toBe(10);
  });
});
