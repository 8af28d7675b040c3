/**
 * Kills the server with kill -9 at every named step (src/platform/failpoints.ts). One envelope with two signers is
 * processed by a server that is killed at each step and restarted with the same data folder and the next failpoint.
 * Every failpoint must be hit, and the next server finds exactly the committed state. At the end everything exists
 * once: signatures, seal, certificate, e-mails and events.
 */
import type { AnswerOf, Id, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { FAILPOINTS, type Failpoint } from '../../src/platform/failpoints.ts';
import { until } from '../support/until.ts';
import {
  expectMailsNoted,
  expectTrail,
  isAfterSending,
  isOfBilling,
  isOfBulk,
  isOfPeople,
  isByItself,
  isOfBackup,
  isOfEncryption,
  isOfExport,
  isOfLog,
  isOfStorage,
  LIMIT_MS,
  openRehearsal,
  OWNER,
  played,
  type Scene,
  type Step,
} from './crash-steps.ts';
import { expectNothingLeft, withDatabase } from './envelopes.ts';

const PDF = samplePdf();
const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const BERT = { name: 'Bert Blythe', email: 'bert@contoso.example' };

const rehearsal = await openRehearsal();
/** The only document. Its ID is known after the upload. */
let id: Id<'document'> = 'doc_';

const upload = ({ api }: Scene) => api.upload(PDF, 'agreement.pdf');
const send = ({ api }: Scene) =>
  api.json('POST', `/v1/api/documents/${id}/send-for-signing`, { signers: [ADA, BERT], signingOrder: 'sequential' });
const sign =
  ({ email, name }: typeof ADA) =>
  async ({ url }: Scene) => {
    const mail = await until(`the invitation of ${name}`, () => rehearsal.office.to(email)[0]);
    const { signer, view } = await new Client(url).openLink(linkToken(mail.email.text ?? ''));
    return signer.sign(view, name);
  };

const nothing = async ({ api }: Scene) => expect(await api.list()).toEqual([]);
const draft = async ({ api }: Scene) => {
  const documents = await api.list();
  expect(documents).toHaveLength(1);
  id = documents[0]?.id ?? 'doc_';
  expect(await api.status(id)).toMatchObject({ status: 'draft', totalSigners: 0 });
  await expectTrail(api, id, { 'document.created': 1, 'document.sent': 0 });
  expect((await file(api, 'current')).equals(PDF), 'the stored file equals the upload').toBe(true);
};
const signedBy = (count: number) => async (scene: Scene) => {
  const { api } = scene;
  expect(await api.status(id)).toMatchObject({ status: 'in-progress', signedCount: count });
  await expectMailsNoted(api, id, count + 1);
  await expectTrail(api, id, { 'document.sent': 1, 'document.signed': count, 'document.completed': 0 });
  expect(signaturesOf(await file(api, 'current'))).toBe(1 + count);
  if (count > 0) await expect(sign(ADA)(scene)).rejects.toMatchObject({ code: 'ALREADY_SIGNED' });
};

const askForCertificate = ({ api }: Scene) => file(api, 'audit');

/**
 * `npm test` kills the server once in each way: before and after the commit of a request, between an external action
 * and its record, before the commit of a job, and while a caller waits for a result.
 */
const STEPS: readonly Step[] = [
  { point: 'upload.staged', act: upload },
  { point: 'upload.named', found: nothing, act: upload },
  { point: 'upload.before-commit', found: nothing, act: upload },
  { point: 'upload.after-commit', found: nothing, act: upload, always: true },
  // At this point, the event document.created is being delivered.
  { point: 'webhook-deliveries.before-commit' },
  { point: 'webhook-deliveries.after-commit' },
  { point: 'webhook.made' },
  { point: 'webhook.answered', always: true },
  { point: 'send.built', found: draft, act: send },
  { point: 'send.certified', found: draft, act: send },
  { point: 'send.before-commit', found: draft, act: send },
  { point: 'send.after-commit', found: draft, act: send, always: true },
  // This e-mail is the first signer's invitation.
  { point: 'mail.made' },
  { point: 'mail.handed-over', always: true },
  { point: 'mail.before-commit' },
  { point: 'mail.after-commit' },
  { point: 'sign.begun', found: signedBy(0), act: sign(ADA) },
  { point: 'sign.built', found: signedBy(0), act: sign(ADA) },
  { point: 'sign.time-stamped', found: signedBy(0), act: sign(ADA) },
  { point: 'sign.before-commit', found: signedBy(0), act: sign(ADA), always: true },
  // The first signature triggers the second signer's invitation, and the second signature triggers the seal.
  { point: 'sign.after-commit', found: signedBy(0), act: sign(ADA), always: true },
  { point: 'sign.before-commit', found: signedBy(1), act: sign(BERT) },
  { point: 'sign.after-commit', found: signedBy(1), act: sign(BERT), always: true },
  { point: 'seal.begun' },
  { point: 'seal.made' },
  { point: 'seal.before-commit', always: true },
  { point: 'seal.after-commit' },
  { point: 'completion.proved' },
  { point: 'completion.before-commit', always: true },
  { point: 'completion.after-commit' },
  // The certificate is created at the first request for it, and finished by the next server.
  { point: 'certificate.begun', act: askForCertificate, always: true },
  { point: 'certificate.made' },
  { point: 'certificate.before-commit' },
  { point: 'certificate.after-commit' },
];

test(
  'completes a document exactly once, with every e-mail and event, even if the server is killed at every step',
  async () => {
    const elsewhere = (point: Failpoint) =>
      [
        isOfBulk,
        isOfPeople,
        isByItself,
        isAfterSending,
        isOfBilling,
        isOfExport,
        isOfLog,
        isOfEncryption,
        isOfStorage,
        isOfBackup,
      ].some((isOf) => isOf(point));
    expect(new Set(STEPS.map(({ point }) => point))).toEqual(new Set(FAILPOINTS.filter((one) => !elsewhere(one))));
    const begun = performance.now();
    await rehearsal.play(STEPS);
    await rehearsal.end(async ({ api, url }) => {
      await expectCompletedOnce(api);
      const owner = new Client(url);
      await owner.logIn({ email: OWNER.email, password: 'correct horse battery staple' });
      const { usage } = await owner.json<AnswerOf<(typeof operations)['getUsage']>>('GET', '/api/subscription/usage');
      expect(usage.envelopes.used, 'the document is counted once, even if some requests got no response').toBe(1);
      await until('the last event', () => rehearsal.told.some(({ kind }) => kind === 'document.completed'));
    });
    expectMails();
    await expectEvents();
    await expectNothingLeft(rehearsal.dataDir);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const repeated = rehearsal.told.length - new Set(rehearsal.told.map((event) => event.id)).size;
    console.log(`crash points: ${played(STEPS).length} kills in ${seconds} s; ${repeated} events came again`);
  },
  LIMIT_MS,
);

async function file(api: Client, type: string): Promise<Buffer> {
  const path = `/v1/api/documents/${id}/download?type=${type}`;
  const { downloadUrl } = await api.json<{ downloadUrl: string }>('GET', path);
  const response = await fetch(downloadUrl);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const signaturesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/SubFilter\s*\/ETSI\.CAdES\.detached/g)?.length ?? 0;

async function expectCompletedOnce(api: Client): Promise<void> {
  const sealed = await file(api, 'signed');
  // The request waits for the certificate of completion.
  await file(api, 'audit');
  expect(await api.list(), 'there is one document, even if some uploads got no response').toHaveLength(1);
  expect(await api.status(id)).toMatchObject({ status: 'completed', signedCount: 2, completionPercentage: 100 });
  // The file consists of the upload, the sender's certification, two signatures, and one archive time-stamp.
  expect(sealed.subarray(0, PDF.length).equals(PDF)).toBe(true);
  expect(signaturesOf(sealed)).toBe(3);
  expect(sealed.toString('latin1').match(/\/SubFilter\s*\/ETSI\.RFC3161/g)).toHaveLength(1);
  const verdict = await api.verify(id);
  expect(verdict, JSON.stringify(verdict)).toMatchObject({ isValid: true });
  // There are two invitations and three completion e-mails.
  await expectMailsNoted(api, id, 5);
  await expectTrail(api, id, {
    'document.created': 1,
    'document.sent': 1,
    'document.viewed': 2,
    'document.signing-started': 2,
    'document.signed': 2,
    'document.completed': 1,
    'document.certificate-made': 1,
  });
}

/** After a kill at one of these failpoints, the next server sends the e-mail again. */
const NEAR_A_MAIL = new Set<Failpoint>(['mail.handed-over', 'mail.before-commit', 'mail.after-commit']);

/** Checks the e-mails. A repeated e-mail has the same Message-ID, so the recipient can recognize it. */
function expectMails(): void {
  const [ada, bert, owner] = [ADA, BERT, OWNER].map(({ email }) => rehearsal.mailsTo(email, 'agreement'));
  expect([ada, bert, owner].map((ids) => new Set(ids).size)).toEqual([2, 2, 1]);
  // The server is killed after it has sent an e-mail and before it has recorded this, or after it has recorded this but
  // before the record is on the disk (ADR 9).
  const kills = played(STEPS).filter(({ point }) => NEAR_A_MAIL.has(point)).length;
  expect([kills, kills + 1]).toContain(ada?.filter((one) => one === ada[0]).length);
  expect(
    bert?.filter((one) => one === bert[0]),
    'an e-mail is sent once if no process is killed near it',
  ).toHaveLength(1);
}

/** Checks that all of the document's events exist in order and without a gap, and that all were delivered. */
async function expectEvents(): Promise<void> {
  const { rows } = await withDatabase(rehearsal.dataDir, (client) =>
    client.query<{ id: string; kind: string; sequence: number }>(
      'select id, kind, sequence from outbox where document_id = $1 order by sequence',
      [id],
    ),
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  const count = (kind: string) => rows.filter((event) => event.kind === kind).length;
  expect(
    ['document.created', 'document.sent', 'document.signed', 'recipient.completed', 'document.completed'].map(count),
  ).toEqual([1, 1, 2, 2, 1]);
  expect(new Set(rehearsal.told.map((event) => event.id))).toEqual(new Set(rows.map((event) => event.id)));
}
