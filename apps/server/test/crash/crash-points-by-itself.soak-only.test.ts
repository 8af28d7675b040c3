/**
 * Crash points of background work: statistics, retention and account deletion. The server is killed at each step, and
 * every start finishes the work of the previous one. Then the old database is restored, and the documents in the ledger
 * are erased again.
 */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { type Failpoint, FAILPOINTS } from '../../src/platform/failpoints.ts';
import { everyRow, filesWith, finderOf } from '../support/personal-search.ts';
import { expectFiguresOfTables } from '../support/statistics-oracle.ts';
import { until } from '../support/until.ts';
import { isByItself, LIMIT_MS, openRehearsal, type Scene } from './crash-steps.ts';
import { withDatabase } from './envelopes.ts';

type Created = AnswerOf<(typeof operations)['createUser']>;

const NAME = 'Zephyrine Quastenbrock';
const EMAIL = 'zephyrine.quastenbrock@contoso.example';
const found = finderOf([NAME, EMAIL, 'quastenbrock']);

const rehearsal = await openRehearsal();
const postgres = path.join(rehearsal.dataDir, 'postgres');
const backup = path.join(rehearsal.dataDir, '..', 'backup');
const ledger = path.join(rehearsal.dataDir, 'erasures', 'ledger.jsonl');
const query = (text: string, values: unknown[] = []) =>
  withDatabase(rehearsal.dataDir, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);
const walked: Failpoint[] = [];
const walk = async (...points: Failpoint[]) => {
  await rehearsal.play(points.map((point) => ({ point })));
  walked.push(...points);
};

/** Creates a document that will become due, a document that will not, and a person who will delete their account. */
async function seed({ api }: Scene): Promise<{ due: string; kept: string; userId: string }> {
  const due = await api.upload(samplePdf(), 'due.pdf');
  const kept = await api.upload(samplePdf(), 'kept.pdf');
  const body = { email: EMAIL, name: NAME, role: 'member' };
  const created = await api.json<Created>('POST', '/v1/api/admin/users/create', body);
  await until('the e-mail to the new user', () => rehearsal.office.to(EMAIL).length > 0);
  return { due: due.id, kept: kept.id, userId: created.user?.id ?? '' };
}

test(
  'finishes every background task once regardless of where the server is killed, and erases data again after a restore',
  async () => {
    let seeded = { due: '', kept: '', userId: '' };
    await rehearsal.end(async (scene) => {
      await rehearsal.sql(
        `insert into domain_owners (domain, tenant_id, verified_at)
         select 'contoso.example', tenant_id, now() from tenants where environment = 'live'`,
      );
      seeded = await seed(scene);
    });
    const { due, kept, userId } = seeded;

    // Deletes all counts, as in an installation that is older than the statistics.
    await query(
      `with one as (delete from statistics_documents), two as (delete from statistics_periods), three as (delete from statistics_states),
         four as (delete from statistics_positions)
       update documents set created_at = now() - interval '9 years' where id = $1`,
      [due],
    );
    cpSync(postgres, backup, { recursive: true, preserveTimestamps: true });
    await walk('counting.before-commit', 'counting.after-commit');
    // The document becomes due only now. Otherwise, its deletion would be announced before the statistics are counted.
    await query(`update documents set updated_at = created_at where id = $1`, [due]);
    await walk('announcement.before-commit', 'announcement.after-commit');
    await query(
      `insert into account_deletions (user_id, requested_at, due_at) values ($1, now() - interval '31 days', now() - interval '1 day')`,
      [userId],
    );
    await walk(
      'account-close.before-commit',
      'account-close.after-commit',
      'account.noted',
      'account-leave.before-commit',
      'account-leave.after-commit',
    );
    // The person's address can be erased only after the last e-mail to it has been sent. The deletion waits until then.
    await query(`update account_deletions set due_at = now() + interval '1 day'`);
    await rehearsal.end(() =>
      until('the last e-mail', () =>
        rehearsal.office.to(EMAIL).some(({ email }) => email.subject?.includes('deleted')),
      ),
    );
    const halfway = await query(
      `with due as (update account_deletions set due_at = now() - interval '1 day'),
         announced as (update retention_announcements set announced_at = now() - interval '31 days', erase_at = now() - interval '1 hour')
       select (select count(*)::int from users where email = $1) as people, (select count(*)::int from documents) as documents`,
      [EMAIL],
    );
    expect(halfway).toEqual([{ people: 1, documents: 2 }]);
    await walk('account.copies-erased', 'account-overwrite.before-commit');
    await walk(
      'account-overwrite.after-commit',
      'retention.noted',
      'retention.before-commit',
      'retention.after-commit',
    );
    await rehearsal.end(async ({ api }) => {
      await api.json('GET', `/v1/api/documents/${kept}`);
      // The first sweeps run in parallel, a few at a time. One of them updates the statistics.
      await until('the statistics to be counted', () =>
        expectFiguresOfTables((text) => rehearsal.sql(text)).then(
          () => true,
          () => false,
        ),
      );
    });
    expect(new Set(walked)).toEqual(new Set(FAILPOINTS.filter((point) => isByItself(point))));

    await withDatabase(rehearsal.dataDir, async (client) => {
      const ask = async (text: string, values: unknown[] = []) =>
        (await client.query<Record<string, unknown>>(text, values)).rows;
      expect((await ask('select id from documents')).map(({ id }) => id)).toEqual([kept]);
      expect((await everyRow(ask)).filter(({ row }) => found(row).length > 0)).toEqual([]);
      await expectFiguresOfTables(ask);
      const once = async (action: string, id: string) =>
        (
          await ask(
            `select from audit_entries where strpos(convert_from(bytes, 'UTF8'), $1) > 0 and strpos(convert_from(bytes, 'UTF8'), $2) > 0`,
            [`"${action}"`, id],
          )
        ).length;
      expect([
        await once('document.erased', due),
        await once('user.account-closed', userId),
        await once('member.removed', userId),
      ]).toEqual([1, 1, 1]);
    });
    const told = rehearsal.office.to(EMAIL).length;

    // ---------------------------------------------------------------- the old database is restored
    rmSync(postgres, { recursive: true });
    cpSync(backup, postgres, { recursive: true, preserveTimestamps: true });
    const again = await rehearsal.command('replay-erasures', ledger);
    expect([again.code, again.said]).toEqual([
      0,
      expect.stringContaining('documents: 1 erased, 0 not in this database'),
    ]);
    expect(again.said).toContain('accounts: 1 erased, 0 not in this database');
    const twice = await rehearsal.command('replay-erasures', ledger);
    expect([twice.code, twice.said]).toEqual([
      0,
      expect.stringContaining('documents: 0 erased, 1 not in this database'),
    ]);
    expect((await rehearsal.command('replay-erasures', `${ledger}.missing`)).code).toBe(66);
    await rehearsal.end(({ api }) => api.json('GET', `/v1/api/documents/${kept}`));
    await withDatabase(rehearsal.dataDir, async (client) => {
      const ask = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
      expect((await ask('select id from documents')).map(({ id }) => id)).toEqual([kept]);
      expect((await everyRow(ask)).filter(({ row }) => found(row).length > 0)).toEqual([]);
    });
    expect(await filesWith(path.join(rehearsal.dataDir, 'blobs'), found).catch(() => [])).toEqual([]);
    expect(rehearsal.office.to(EMAIL).length, 'no recipient gets the same e-mail twice').toBe(told);
  },
  LIMIT_MS,
);
