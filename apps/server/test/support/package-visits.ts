/** Creates packages, and sends and signs them as senders and recipients do. */
import type { Id, PackageDetails } from '@countersign/contract';
import { expect } from 'vitest';
import type { Recipient, TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

export const PACKAGES = '/api/packages';

/** Creates a draft package of new drafts with these titles. */
export async function makePackage(
  app: TestApp,
  { by = app.key, titles = ['First', 'Second'] }: { by?: Caller; titles?: string[] } = {},
): Promise<PackageDetails> {
  const documentIds: string[] = [];
  for (const title of titles) documentIds.push((await app.draft({ by, title })).id);
  const answer = await by.post<'createPackage'>(PACKAGES, { title: 'Hiring papers', documentIds });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.package;
}

type Sending = {
  signers?: Recipient[];
  expirationDays?: number;
  signingOrder?: string;
  reminders?: object;
};
export async function sentPackage(
  app: TestApp,
  { by = app.key, titles, ...given }: Sending & { by?: Caller; titles?: string[] } = {},
): Promise<{ id: Id<'package'>; documents: PackageDetails['documents'] }> {
  const made = await makePackage(app, { by, ...(titles && { titles }) });
  const body = { signers: [app.person()], ...given };
  const answer = await by.post<'sendPackage'>(`${PACKAGES}/${made.id}/send`, body);
  expect(answer.status, answer.text).toBe(200);
  return { id: made.id, documents: answer.body.package.documents };
}

export const packageOf = async (app: TestApp, id: string): Promise<PackageDetails> =>
  (await app.key.get<'getPackage'>(`${PACKAGES}/${id}`)).body.package;

/** Returns the events of a package, sorted by name, because the frozen test clock gives them no order. */
export async function packageEvents(app: TestApp, id: string): Promise<string[]> {
  const select = "select kind from outbox where data->>'packageId' = $1 order by kind";
  return (await app.sql<{ kind: string }>(select, [id])).map(({ kind }) => kind);
}

export async function mailsTo(app: TestApp, email: string): Promise<string[]> {
  const select = 'select kind from mails where to_address = $1 order by id';
  return (await app.sql<{ kind: string }>(select, [email])).map(({ kind }) => kind);
}

/** Waits until the expiry job has recorded that all documents of the package have expired. */
export async function expireAll(app: TestApp, id: string): Promise<void> {
  app.services.runner.wake('timer');
  await until('the documents to expire', async () =>
    (await packageOf(app, id)).documents.every(({ status }) => status !== 'in-progress'),
  );
}

/** Signs each of these documents as the recipient with this address. */
export async function signAll(app: TestApp, documents: PackageDetails['documents'], email: string): Promise<void> {
  for (const { id, signers } of documents) {
    const signer = signers.find((one) => one.email === email);
    const answer = await app.sign(id, { token: await linkOf(app, signer?.id ?? '') });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** Builds a signing link like those in e-mails, because a package sends an e-mail only for its first document. */
export async function linkOf(app: TestApp, signerId: string): Promise<string> {
  const select = 'select tenant_id, link_generation from signers where id = $1';
  const [row] = await app.sql<{ tenant_id: string; link_generation: number }>(select, [signerId]);
  const signer = { tenantId: row?.tenant_id ?? '', signerId, generation: row?.link_generation ?? 0 };
  return app.secret(app.services.links.url('', signer).split('#')[1] ?? '');
}
