/**
 * Tests a rolling upgrade from the oldest supported release. Old and new processes share one database under continuous
 * requests while migrations run, and then the old processes stop. No request may fail.
 */
import { expect, test } from 'vitest';
import { tell } from '../../../../scripts/soak-summary.ts';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { checkOut } from '../support/old-release.ts';
import { openInstallation, PATIENCE_MS, type Process, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

/**
 * The oldest release whose processes may run beside those of the current release. docs/operate/production.md also
 * states it.
 */
const OLDEST_SUPPORTED = 'd905dcd6177ccc0cf92f959d45ec573d8b531235';
const LIMIT_MS = 900_000;
const CLIENTS = 3;
/** Documents that are sent and signed in each phase of the upgrade. */
const PER_PHASE = 6;
const PDF = samplePdf();
const LOGIN = { email: 'grace@northwind.example', password: 'correct horse battery staple' };

const installation = await openInstallation({}, { isEmpty: true });

test('upgrades from the oldest supported release without a failed request', { timeout: LIMIT_MS }, async () => {
  const former = checkOut(OLDEST_SUPPORTED);
  const old = await installation.web({}, former);
  await installation.setUp(old);
  const oldWorker = await installation.worker({}, former);

  // A load balancer that passes each request to the next process.
  let targets: readonly Process[] = [old];
  let requests = 0;
  const anyUrl = (): string => {
    requests += 1;
    return targets[requests % targets.length]?.url ?? '';
  };
  const api = (): Client => new Client(anyUrl(), { bearer: installation.bearer });
  const person = new Client(old.url);
  await person.logIn(LOGIN);

  let [finished, number] = [0, 0];
  let isOver = false;
  /** Each step can run in a different process, and a different release, than the previous step. */
  const envelope = async (): Promise<void> => {
    number += 1;
    const signer = { name: 'Ada Lovelace', email: `ada-${number}@contoso.example` };
    const { id } = await api().upload(PDF, 'agreement.pdf');
    await api().list();
    await api().sendForSigning(id, [signer]);
    const mailbox = new Client(anyUrl());
    await mailbox.logIn(LOGIN);
    const mail = await until('the invitation', () => mailbox.mailTo(signer.email, 'invitation'), PATIENCE_MS);
    const { signer: signing, view } = await new Client(anyUrl()).openLink(linkToken(mail));
    await signing.sign(view, signer.name);
    await until('the seal', async () => (await api().status(id)).status === 'completed', PATIENCE_MS);
    expect(await api().verify(id)).toMatchObject({ isValid: true });
    finished += 1;
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await envelope();
  });
  const failed = Promise.all(clients);
  failed.catch(() => {});
  /** The run ends immediately if a request fails. */
  const documents = async (count: number): Promise<void> => {
    const before = finished;
    await Promise.race([failed, until('documents', () => finished >= before + count, LIMIT_MS)]);
  };

  await documents(PER_PHASE);
  const applied = async () => (await installation.sql('select from migrations')).length;
  const before = await applied();
  // The new process migrates the database at startup while the old processes serve requests.
  const newer = await installation.web();
  const newerWorker = await installation.worker();
  const after = await applied();
  await documents(PER_PHASE);
  targets = [old, { ...newer }];
  await documents(PER_PHASE);
  await stop(oldWorker);
  await documents(PER_PHASE);
  targets = [newer];
  await stop(old);
  await documents(PER_PHASE);
  isOver = true;
  await failed;
  await stop(newerWorker);
  await stop(newer);
  tell(`rolling upgrade: ${after - before} migrations, ${finished} documents and ${requests} requests, none failed`);
  expect(after).toBeGreaterThan(before);
});
