/**
 * Crash points of bulk sends. The server is killed around each commit and between rows. Afterwards, every row has
 * exactly one document, which was sent once.
 */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { until } from '../support/until.ts';
import {
  expectMailsNoted,
  expectTrail,
  isOfBulk,
  LIMIT_MS,
  openRehearsal,
  type Scene,
  type Step,
} from './crash-steps.ts';
import { expectNothingLeft, withDatabase } from './envelopes.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

/** The rows of the bulk send: more than the job processes handle in one run. */
const ROWS = Array.from({ length: 22 }, (_, n) => ({ email: `row-${n}@contoso.example` }));

const rehearsal = await openRehearsal();
let templateId = '';

const makeTemplate = async ({ api }: Scene): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(samplePdf())], { type: 'application/pdf' }), 'notice.pdf');
  ({ id: templateId } = (await api.json<Output<'createTemplate'>>('POST', '/v1/api/templates/create', form)).template);
};
const begin = ({ api }: Scene) =>
  api.json('POST', `/v1/api/templates/${templateId}/bulk-send`, { rows: ROWS, title: 'In bulk' });
const bulkSends = async ({ api }: Scene) =>
  (await api.json<Output<'listBulkSends'>>('GET', '/v1/api/bulk-sends')).bulkSends;
const none = async (scene: Scene) => {
  if (templateId === '') await makeTemplate(scene);
  expect(await bulkSends(scene)).toEqual([]);
};

const STEPS: readonly Step[] = [
  { point: 'bulk-send.before-commit', found: none, act: begin },
  { point: 'bulk-send.after-commit', found: none, act: begin },
  { point: 'send.certified' },
  { point: 'from-template.before-commit' },
  { point: 'from-template.after-commit' },
  { point: 'from-template.after-commit', time: 7 },
  { point: 'bulk-turn.before-commit' },
  { point: 'bulk-turn.after-commit' },
];

test(
  'sends every row of a bulk send exactly once even if the server is killed at every step',
  async () => {
    const points = STEPS.map(({ point }) => point);
    expect(FAILPOINTS.filter((point) => isOfBulk(point) && !points.includes(point))).toEqual([]);
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      const { api } = scene;
      const bulk = await until(
        'the last row',
        async () => {
          const [found, ...others] = await bulkSends(scene);
          expect(others).toEqual([]);
          return found?.status === 'completed' && found;
        },
        60_000,
      );
      expect(bulk).toMatchObject({ total: ROWS.length, sent: ROWS.length, failed: 0, pending: 0 });
      const path = `/v1/api/bulk-sends/${bulk.id}/rows?pageSize=100`;
      const { rows } = await api.json<Output<'listBulkSendRows'>>('GET', path);
      const made = rows.map(({ document_id: document }) => document ?? '');
      const listed = await api.json<Output<'listDocuments'>>('GET', '/v1/api/documents/paginated?pageSize=100');
      expect(listed.documents.map(({ id }) => id).toSorted(), 'there are no other documents').toEqual(made.toSorted());
      expect(new Set(made).size).toBe(ROWS.length);
      for (const id of made) {
        await expectMailsNoted(api, id, 1);
        await expectTrail(api, id, { 'document.created': 1, 'document.sent': 1 });
      }
      const sent = () => new Set(rehearsal.told.flatMap(({ id, kind }) => (kind === 'document.sent' ? [id] : [])));
      await until('every event', () => sent().size === ROWS.length);
    });
    expect(ROWS.map(({ email }) => new Set(rehearsal.mailsTo(email, 'In bulk')).size)).toEqual(ROWS.map(() => 1));
    const { rows: events } = await withDatabase(rehearsal.dataDir, (client) =>
      client.query<{ id: string }>('select id from outbox where document_id is not null'),
    );
    expect(new Set(rehearsal.told.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
    await expectNothingLeft(rehearsal.dataDir);
  },
  LIMIT_MS,
);
