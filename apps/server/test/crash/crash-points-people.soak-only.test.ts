/**
 * Crash points of user imports and transfers. The server is killed around each commit. Afterwards, every row is
 * imported once, and undone once.
 */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { until } from '../support/until.ts';
import { isOfPeople, LIMIT_MS, openRehearsal, type Scene, type Step } from './crash-steps.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

/**
 * There are more addresses than one run of the job imports. Every second address is in a domain that the organization
 * has confirmed.
 */
const EMAILS = Array.from({ length: 27 }, (_, n) => `row-${n}@${n % 2 === 0 ? 'contoso' : 'elsewhere'}.example`);
const IMPORTS = '/v1/api/admin/user-imports';

const rehearsal = await openRehearsal();
let importId = '';

const preview = async ({ api }: Scene): Promise<void> => {
  const form = new FormData();
  const csv = ['email,name,role', ...EMAILS.map((email) => `${email},Somebody,member`)].join('\n');
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'users.csv');
  importId = (await api.json<Output<'createUserImport'>>('POST', IMPORTS, form)).import.id;
};
const stateOf = async ({ api }: Scene) =>
  (await api.json<Output<'getUserImport'>>('GET', `${IMPORTS}/${importId}`)).import;
const finished = (scene: Scene, status: 'completed' | 'undone') =>
  until(
    'the import',
    async () => {
      const now = await stateOf(scene);
      return now.status === status ? now : undefined;
    },
    60_000,
  );
const people = async ({ api }: Scene) =>
  (await api.json<Output<'listUsers'>>('GET', '/v1/api/admin/users?pageSize=100&search=row-')).users;

/** Polls until the server is killed. */
const watch = async (scene: Scene): Promise<never> => {
  for (;;) await stateOf(scene);
};
const start = async (scene: Scene) => {
  await rehearsal.sql(
    `insert into domain_owners (domain, tenant_id, verified_at)
     select 'contoso.example', tenant_id, now() from tenants where environment = 'live'`,
  );
  await preview(scene);
  await scene.api.json('POST', `${IMPORTS}/${importId}/start`);
};
let from = '';
let to = '';

/** Everyone has been created or invited. One of these users receives documents from another member. */
const handOver = async (scene: Scene) => {
  const done = await finished(scene, 'completed');
  const half = Math.ceil(EMAILS.length / 2);
  expect(done.rows).toMatchObject({ created: half, invited: EMAILS.length - half, ready: 0, failed: 0 });
  const found = await people(scene);
  expect(found.map(({ email }) => email).toSorted()).toEqual(EMAILS.toSorted());
  [from = '', to = ''] = found.filter(({ status }) => status === 'active').map(({ id }) => id);
  await scene.api.upload(samplePdf(), 'theirs.pdf');
  await scene.api.upload(samplePdf(), 'theirs-too.pdf');
  await rehearsal.sql('update documents set owner_id = $1', [from]);
  await scene.api.json('POST', `/v1/api/admin/users/${from}/hand-over`, { to });
};
/** Both documents have been transferred. */
const undo = async ({ api }: Scene) => {
  const path = `/v1/api/admin/users/${from}/hand-over`;
  const done = await until('the hand-over', async () => {
    const { handOver: now } = await api.json<Output<'getHandOver'>>('GET', path);
    return now.status === 'completed' ? now : undefined;
  });
  expect(done).toMatchObject({ documents: 2, to: { id: to } });
  const owned = await rehearsal.sql('select id from documents where owner_id = $1', [to]);
  expect(owned).toHaveLength(2);
  await api.json('POST', `${IMPORTS}/${importId}/undo`);
};

const STEPS: readonly Step[] = [
  { point: 'import-row.before-commit', found: start, act: watch },
  { point: 'import-row.after-commit' },
  { point: 'import-row.after-commit', time: 7 },
  { point: 'import-turn.before-commit' },
  { point: 'import-turn.after-commit' },
  { point: 'hand-over.before-commit', found: handOver, act: watch },
  { point: 'hand-over.after-commit' },
  { point: 'import-undo-row.before-commit', found: undo, act: watch },
  { point: 'import-undo-row.after-commit' },
];

test(
  'creates an account and an invitation exactly once for everyone in an import even if the server is killed at every step, and removes unused accounts',
  async () => {
    const points = STEPS.map(({ point }) => point);
    expect(FAILPOINTS.filter((point) => isOfPeople(point) && !points.includes(point))).toEqual([]);
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      const undone = await finished(scene, 'undone');
      // These two users have owned documents, so undoing the import does not remove them.
      expect(undone.rows).toMatchObject({ undone: EMAILS.length - 2, kept: 2, created: 0, invited: 0 });
      expect((await people(scene)).map(({ id }) => id).toSorted()).toEqual([from, to].toSorted());
    });
    // Every row was imported once, so no address got two e-mails.
    expect(
      EMAILS.filter(
        (email) => new Set(rehearsal.office.to(email).map(({ email: { messageId } }) => messageId)).size > 1,
      ),
    ).toEqual([]);
  },
  LIMIT_MS,
);
