/**
 * Tests how packages end: all documents are completed, two processes end them at once, they expire, the sender cancels
 * them, or only some documents are completed.
 */
import type { PackageDetails } from '@countersign/contract';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startCountersign } from '../../src/main/start.ts';
import { startTestApp } from '../support/app.ts';
import { Caller } from '../support/caller.ts';
import { packageEvents, packageOf, sendPackage } from '../support/packages.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
// The second process does not share in-process state, such as locks and sequential jobs.
const second = await startCountersign(app.config, pino({ level: 'silent' }), { clock: app.clock });
afterAll(() => second.stop());
const servers = [app.anyone, new Caller(second.listening, new Set())];

const sign = (server: Caller | undefined, document: string, links: Map<string, string>) =>
  (server ?? app.anyone).post<'signDocument'>(`/api/documents/${document}/sign`, {
    consent: true,
    signature: { type: 'typed', data: 'Ada Lovelace' },
    token: links.get(document),
  });

async function ended(id: string, status: PackageDetails['status']): Promise<PackageDetails> {
  await until(`the package to be ${status}`, async () => (await packageOf(app, id)).status === status);
  // The completion of the last document is announced only after a checkpoint covers it.
  await until('its announcement', async () => (await packageEvents(app, id)).includes(`package.${status}`));
  return packageOf(app, id);
}
/** Returns the actions of the package's own entries in the trail. */
async function actionsOf(id: string): Promise<string[]> {
  const rows = await app.sql<{ action: string }>(
    `select convert_from(bytes, 'UTF8')::jsonb->>'type' as action from audit_entries
     where convert_from(bytes, 'UTF8')::jsonb->'target'->>'id' = $1 order by n`,
    [id],
  );
  return rows.map(({ action }) => action);
}
const statesOf = ({ documents }: PackageDetails): string[] => documents.map(({ status }) => status);

describe('a package whose documents are all signed', () => {
  test.each(Array.from({ length: 5 }, (_, round) => [round + 1]))(
    'completes the package and sends notifications once if two processes sign the last two documents at the same moment (%i)',
    async () => {
      const { id, documents, links } = await sendPackage(app, { documents: 3 });
      await sign(servers[0], documents[0] ?? '', links);
      const answers = await Promise.all(documents.slice(1).map((one, n) => sign(servers[n], one, links)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const whole = await ended(id, 'completed');
      expect(statesOf(whole)).toEqual(['completed', 'completed', 'completed']);
      expect(whole).toMatchObject({ completed_count: 3, document_count: 3, cancel_reason: null });
      for (const one of documents) await app.atRest(one);
      expect(await packageEvents(app, id)).toEqual(['package.completed', 'package.sent']);
      expect(await actionsOf(id)).toEqual(['package.created', 'package.sent', 'package.completed']);
    },
  );

  test('does not complete the package before its last document is signed', async () => {
    const { id, documents, links } = await sendPackage(app, { documents: 2 });
    await sign(servers[0], documents[0] ?? '', links);
    await app.sealed(documents[0] ?? '');
    expect(await packageOf(app, id)).toMatchObject({ status: 'in-progress', completed_count: 1, ended_at: null });
    expect(await packageEvents(app, id)).toEqual(['package.sent']);
  });
});

describe('a package that expires', () => {
  test('expires the unfinished documents of a package, but keeps the completed documents', async () => {
    const { id, documents, links } = await sendPackage(app, { documents: 3, expirationDays: 1 });
    await sign(servers[0], documents[1] ?? '', links);
    await app.sealed(documents[1] ?? '');
    app.clock.advance({ days: 1, minutes: 1 });
    app.services.runner.wake('timer');
    const whole = await ended(id, 'expired');
    await until(
      'every document to end',
      async () => statesOf(await packageOf(app, id)).join(' ') === 'expired completed expired',
    );
    expect(whole.completed_count).toBe(1);
    expect(await packageEvents(app, id), 'the package sends one event, even if two documents expired').toEqual([
      'package.expired',
      'package.sent',
    ]);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${documents[1] ?? ''}/verify`);
    expect(verified.body.isValid, 'a completed document stays valid').toBe(true);
  });

  test('completes an expired package after each of its documents is extended and signed', async () => {
    const { id, documents, links } = await sendPackage(app, { documents: 2, expirationDays: 1 });
    app.clock.advance({ days: 1, minutes: 1 });
    app.services.runner.wake('timer');
    await ended(id, 'expired');
    await until(
      'both documents to end',
      async () => statesOf(await packageOf(app, id)).join(' ') === 'expired expired',
    );
    for (const one of documents) await app.key.post(`/api/documents/${one}/extend`, { expirationDays: 5 });
    expect((await packageOf(app, id)).status).toBe('in-progress');
    for (const one of documents) expect((await sign(servers[0], one, links)).status).toBe(200);
    await ended(id, 'completed');
    expect(await packageEvents(app, id)).toEqual(['package.completed', 'package.expired', 'package.sent']);
  });
});

describe('a package with only some completed documents', () => {
  test('ends the package as not completed if one document is declined and the others are signed', async () => {
    const { id, documents, links } = await sendPackage(app, { documents: 2 });
    const [first = '', last = ''] = documents;
    const declined = await app.anyone.post(`/api/documents/${first}/decline`, {
      token: links.get(first),
      reason: 'No',
    });
    expect(declined.status, declined.text).toBe(200);
    expect(await packageOf(app, id)).toMatchObject({ status: 'in-progress', ended_at: null });
    await sign(servers[0], last, links);
    const whole = await ended(id, 'cancelled');
    expect(statesOf(whole)).toEqual(['declined', 'completed']);
    expect(whole.cancel_reason).toBe('1 of 2 documents was not completed: 1 declined.');
    expect(await packageEvents(app, id)).toEqual(['package.cancelled', 'package.sent']);
  });

  test('does not complete the package if a voided document is moved to the trash and deleted', async () => {
    const { id, documents, links } = await sendPackage(app, { documents: 2, expirationDays: 300 });
    const [first = '', last = ''] = documents;
    await app.key.post(`/api/documents/${first}/void`, { reason: 'Wrong version' });
    await app.key.send('DELETE', `/api/documents/${first}`);
    await app.sql('delete from fields where document_id = $1', [first]);
    await app.sql('delete from signers where document_id = $1', [first]);
    await app.sql('delete from revisions where document_id = $1', [first]);
    await app.sql('delete from documents where id = $1', [first]);
    await sign(servers[0], last, links);
    expect((await ended(id, 'cancelled')).document_count).toBe(2);
    expect(await packageEvents(app, id)).not.toContain('package.completed');
  });
});

describe('a package that is canceled', () => {
  test('either cancels or completes a package, but never both, if it is canceled during the last signature', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, documents, links } = await sendPackage(app, { documents: 2 });
      const [first = '', last = ''] = documents;
      await sign(servers[0], first, links);
      const [signed, cancelled] = await Promise.all([
        sign(servers[1], last, links),
        app.key.post(`/api/packages/${id}/cancel`, { reason: 'Changed our mind' }),
      ]);
      expect([signed.status, cancelled.status].filter((status) => status === 200)).toHaveLength(1);
      const whole = await ended(id, signed.status === 200 ? 'completed' : 'cancelled');
      expect(statesOf(whole)).toEqual(['completed', signed.status === 200 ? 'completed' : 'voided']);
      expect(await packageEvents(app, id)).toEqual([`package.${whole.status}`, 'package.sent']);
    }
  });
});
