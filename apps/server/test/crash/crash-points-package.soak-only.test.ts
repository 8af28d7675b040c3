/**
 * Crash points of packages. A package is sent completely or not at all, and is completed once, regardless of which
 * document is sealed last.
 */
import type { AnswerOf, operations, PackageDetails } from '@countersign/contract';
import { expect, test } from 'vitest';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { until } from '../support/until.ts';
import { expectMailsNoted, expectTrail, LIMIT_MS, openRehearsal, OWNER, type Scene, type Step } from './crash-steps.ts';
import { expectNothingLeft, withDatabase } from './envelopes.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;

const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };

const rehearsal = await openRehearsal();
let made: PackageDetails | undefined;

const read = async ({ api }: Scene) =>
  (await api.json<Output<'getPackage'>>('GET', `/v1/api/packages/${made?.id ?? ''}`)).package;
const make = async ({ api }: Scene): Promise<void> => {
  const documentIds: string[] = [];
  for (const name of ['lease.pdf', 'annex.pdf']) documentIds.push((await api.upload(samplePdf(), name)).id);
  const body = { title: 'Moving in', documentIds };
  made = (await api.json<Output<'createPackage'>>('POST', '/v1/api/packages', body)).package;
};
const send = ({ api }: Scene) => api.json('POST', `/v1/api/packages/${made?.id ?? ''}/send`, { signers: [ADA] });
const is = (status: string, documents: string) => async (scene: Scene) => {
  const found = await read(scene);
  expect([found.status, ...found.documents.map((one) => one.status)]).toEqual([status, documents, documents]);
};
/** Signs the documents in one visit, in the order that the page shows. */
const sign = async ({ url }: Scene) => {
  const mail = await until('the invitation', () => rehearsal.office.to(ADA.email)[0]);
  const { signer, view } = await new Client(url).openLink(linkToken(mail.email.text ?? ''));
  await signer.sign(view, ADA.name);
  const next = view.package?.documents.find((one) => one.signer_id !== view.signer.id);
  const path = `/api/signing/${view.signer.id}/package/${next?.signer_id ?? ''}`;
  const opened = await signer.json<Output<'openPackageDocument'>>('POST', path, {});
  return new Client(url, { bearer: opened.bearer }).sign(opened.view, ADA.name);
};

const STEPS: readonly Step[] = [
  // In the first step, one document is ready and the other is not.
  { point: 'send.certified', found: make, act: send },
  { point: 'send.before-commit', found: is('draft', 'draft'), act: send },
  { point: 'send.after-commit', found: is('draft', 'draft'), act: send },
  { point: 'sign.after-commit', time: 2, found: is('in-progress', 'in-progress'), act: sign },
  { point: 'seal.before-commit' },
  { point: 'seal.after-commit' },
  // The last seal completes the package, and its e-mails are queued in the same commit.
  { point: 'mail.made' },
  { point: 'mail.handed-over' },
  { point: 'mail.before-commit' },
  { point: 'mail.after-commit' },
];

test(
  'sends and completes a package exactly once even if the server is killed at every step',
  async () => {
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      await until('the package to be completed', async () => (await read(scene)).status === 'completed');
      for (const { id } of made?.documents ?? []) {
        await expectTrail(scene.api, id, { 'document.sent': 1, 'document.signed': 1, 'document.completed': 1 });
        expect(await scene.api.verify(id)).toMatchObject({ isValid: true });
        await scene.api.json('GET', `/v1/api/documents/${id}/download?type=audit`);
      }
      const [first, second] = made?.documents ?? [];
      await expectMailsNoted(scene.api, first?.id ?? '', 3);
      await expectTrail(scene.api, second?.id ?? '', { 'mail.sent': 0 });
      await until('the events of the package', () =>
        rehearsal.receiver.received.some(({ headers }) => headers['x-service-event'] === 'package.completed'),
      );
    });
    const { rows } = await withDatabase(rehearsal.dataDir, (client) =>
      client.query<{ kind: string }>("select kind from outbox where kind like 'package.%' order by created_at"),
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['package.sent', 'package.completed']);
    const mailsTo = (email: string) => new Set(rehearsal.mailsTo(email, 'Moving in')).size;
    expect(mailsTo(ADA.email), 'the recipient gets one invitation and one final e-mail').toBe(2);
    expect(mailsTo(OWNER.email)).toBe(1);
    expect(rehearsal.mailsTo(ADA.email, 'lease.pdf').concat(rehearsal.mailsTo(ADA.email, 'annex.pdf'))).toEqual([]);
    await expectNothingLeft(rehearsal.dataDir);
  },
  LIMIT_MS,
);
