/**
 * Tests the e-mails that are sent when a package has ended: their recipients, their content, and that each is sent
 * once. Each test checks the e-mails once no job for the package is left.
 */
import type { PackageDetails } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../src/platform/jobs/queue.ts';
import { startTestApp, type Recipient } from '../support/app.ts';
import { expireAll, linkOf, makePackage, packageOf, PACKAGES, signAll } from '../support/package-visits.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
type Documents = PackageDetails['documents'];
/** The sender is the creator of the test key. */
const OWNER = 'grace@northwind.example';

/** Sends a package of Lease and Annex. `signers` may contain the numbers of the documents that each person signs. */
async function sent({
  signers,
  ...options
}: {
  signers: (Recipient & { only?: number })[];
  signingOrder?: string;
  expirationDays?: number;
}) {
  const made = await makePackage(app, { titles: ['Lease', 'Annex'] });
  const body = {
    signers: signers.map(({ only, ...signer }) => ({
      ...signer,
      ...(only !== undefined && { documentIds: [made.documents[only]?.id] }),
    })),
    ...options,
  };
  const answer = await app.key.post<'sendPackage'>(`${PACKAGES}/${made.id}/send`, body);
  expect(answer.status, answer.text).toBe(200);
  return { id: made.id, documents: answer.body.package.documents };
}

/**
 * Returns the sorted kinds of e-mails to a person since the package was sent, once no job is left that could send one.
 */
async function mailsTo(id: string, documents: Documents, email: string): Promise<string[]> {
  for (const document of documents) await app.atRest(document.id);
  await app.atRest(id);
  const select = `select kind, body_text as text from mails where to_address = $1 and kind not in ('invitation', 'copy') order by kind`;
  const mails = await app.sql<{ kind: string; text: string }>(select, [email]);
  // The sender gets e-mails about all packages, so only those about this package are selected.
  const own = [id, ...documents.map((document) => document.id)];
  return mails.filter(({ text }) => email !== OWNER || own.some((one) => text.includes(one))).map(({ kind }) => kind);
}
const becomes = (id: string, status: string) =>
  until(`the package to be ${status}`, async () => (await packageOf(app, id)).status === status);
const decline = async (document: Documents[number] | undefined, email: string, reason = 'Too dear') => {
  const signer = document?.signers.find((one) => one.email === email)?.id ?? '';
  const answer = await app.anyone.post(`/api/documents/${document?.id ?? ''}/decline`, {
    token: await linkOf(app, signer),
    reason,
  });
  expect(answer.status, answer.text).toBe(200);
};

/** Delays jobs of this kind that are queued during `work` until `work` has finished. */
async function whileHeld(kind: string, work: () => Promise<void>): Promise<void> {
  await app.sql('create table held (like jobs)');
  await app.sql(`create function hold() returns trigger language plpgsql security definer as $$
    begin insert into held values (new.*); return null; end $$`);
  await app.sql(
    `create trigger hold before insert on jobs for each row when (new.kind = '${kind}') execute function hold()`,
  );
  await work();
  await app.sql('drop function hold cascade');
  // None of the jobs had started, so they now run as usual.
  await app.sql("update held set state = 'ready', attempt = 0, lease_until = null");
  await app.sql('insert into jobs select * from held');
  await app.sql('drop table held');
  for (const lane of LANES) app.services.runner.wake(lane);
}

describe('e-mails when the package is completed', () => {
  test('sends one e-mail to each recipient and to the sender, with working links to their documents', async () => {
    const [ada, kim, reader] = [app.person(), { ...app.person(), only: 1 }, { ...app.person(), role: 'cc' as const }];
    const { id, documents } = await sent({ signers: [ada, kim, reader] });
    await signAll(app, documents, ada.email);
    await app.sealed(documents[0]?.id ?? '');
    expect(
      await mailsTo(id, documents, ada.email),
      'the recipient gets no e-mail while another document is in progress',
    ).toEqual([]);
    expect(await mailsTo(id, documents, OWNER)).toEqual([]);
    await signAll(app, documents.slice(1), kim.email);
    await becomes(id, 'completed');
    for (const { email } of [ada, kim, reader])
      expect(await mailsTo(id, documents, email), email).toEqual(['package-completed']);
    expect(await mailsTo(id, documents, OWNER)).toEqual(['package-completed']);
    const mail = await app.mail(ada.email, 'package-completed');
    expect(mail.subject).toContain('Hiring papers');
    const tokens = [...mail.text.matchAll(/\/sign#([\w-]+)/g)].map(([, token]) => app.secret(token ?? ''));
    const titles = [];
    for (const token of tokens) {
      const { body } = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token });
      titles.push(body.view.document.title);
      const file = await app.anyone.with({ bearer: body.bearer }).get(`/api/signing/${body.view.signer.id}/pdf`);
      expect(file.status).toBe(200);
    }
    expect(titles).toEqual(['Lease', 'Annex']);
    for (const token of tokens) expect(mail.html).toContain(token);
    expect((await app.mail(kim.email, 'package-completed')).text.match(/\/sign#/g)).toHaveLength(1);
    const toOwner = (await app.mail(OWNER, 'package-completed')).text;
    expect(toOwner).toContain(`/packages/${id}`);
    for (const text of [mail.text, toOwner])
      expect(text, 'the e-mail states where to check the files').toMatch(/^http:\S+\/verify$/m);
    for (const document of documents) expect(toOwner).toContain(`/documents/${document.id}`);
  });

  test("writes the e-mail in the recipient's language and records the e-mail in the audit trail of one document", async () => {
    const ada = { ...app.person(), locale: 'de' };
    const { id, documents } = await sent({ signers: [ada] });
    await signAll(app, documents, ada.email);
    await becomes(id, 'completed');
    expect(await mailsTo(id, documents, ada.email)).toEqual(['package-completed']);
    expect((await app.mail(ada.email, 'package-completed')).text).toContain('Ihre Ausfertigungen liegen bereit');
    const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${documents[0]?.id}/audit`)).body;
    const notes = trail.entries.filter(({ action, target }) => action === 'mail.sent' && target.kind === 'signer');
    expect(notes.map(({ context }) => context['mail'])).toEqual(['invitation', 'package-completed']);
    expect(trail.isValid).toBe(true);
  });
});

describe('e-mails when the package expires', () => {
  test('expires all documents of a package in the same minute, and sends one e-mail each to the sender and pending signers', async () => {
    const [ada, kim] = [app.person(), { ...app.person(), only: 1 }];
    const { id, documents } = await sent({ signers: [ada, kim], expirationDays: 1 });
    app.clock.advance({ days: 1 });
    await expireAll(app, id);
    for (const email of [ada.email, kim.email, OWNER])
      expect(await mailsTo(id, documents, email), email).toEqual(['package-expired']);
    const mail = await app.mail(ada.email, 'package-expired');
    for (const title of ['Hiring papers', 'Lease', 'Annex']) expect(mail.text).toContain(title);
    expect((await app.mail(kim.email, 'package-expired')).text).not.toContain('Lease');
    const trails = await Promise.all(
      documents.map(async (one) => (await app.key.get<'getDocumentAudit'>(`/api/documents/${one.id}/audit`)).body),
    );
    for (const { entries, isValid } of trails) {
      expect(entries.filter(({ action }) => action === 'document.expired')).toHaveLength(1);
      expect(isValid).toBe(true);
    }
  });

  test('sends completed documents to their signers when the package expires, but does not e-mail signers whose turn has not come', async () => {
    const [ada, kim] = [{ ...app.person(), only: 0 }, app.person()];
    const late = { ...app.person(), only: 1 };
    const { id, documents } = await sent({
      signers: [{ ...kim, only: 1 }, ada, late],
      signingOrder: 'sequential',
      expirationDays: 1,
    });
    await signAll(app, documents.slice(0, 1), ada.email);
    await app.sealed(documents[0]?.id ?? '');
    app.clock.advance({ days: 1 });
    await expireAll(app, id);
    expect(await mailsTo(id, documents, ada.email)).toEqual(['package-expired']);
    expect((await app.mail(ada.email, 'package-expired')).text).toMatch(/Lease\n.*Completed\nhttp/);
    expect(await mailsTo(id, documents, kim.email)).toEqual(['package-expired']);
    expect(await mailsTo(id, documents, late.email)).toEqual([]);
  });

  test('e-mails the recipients of expired documents first, and the recipients of an extended document when it is completed', async () => {
    const [ada, kim] = [
      { ...app.person(), only: 0 },
      { ...app.person(), only: 1 },
    ];
    const { id, documents } = await sent({ signers: [ada, kim], expirationDays: 1 });
    await app.key.post(`/api/documents/${documents[0]?.id}/extend`, { expirationDays: 5 });
    app.clock.advance({ days: 1 });
    app.services.runner.wake('timer');
    await becomes(id, 'expired');
    expect(await mailsTo(id, documents, kim.email)).toEqual(['package-expired']);
    expect(
      await mailsTo(id, documents, ada.email),
      'the recipient gets no e-mail while one of their documents is in progress',
    ).toEqual([]);
    await signAll(app, documents.slice(0, 1), ada.email);
    await app.sealed(documents[0]?.id ?? '');
    expect(
      await mailsTo(id, documents, ada.email),
      'the recipient gets a completion e-mail because the package sends no further e-mail',
    ).toEqual(['completed']);
    expect(await mailsTo(id, documents, OWNER)).toEqual(['completed', 'package-expired']);
  });

  test('sends no expiration e-mail if the package is extended first, but sends one e-mail when the package ends later', async () => {
    const ada = app.person();
    const { id, documents } = await sent({ signers: [ada], expirationDays: 1 });
    for (const document of documents) await app.atRest(document.id);
    await whileHeld('send-mail', async () => {
      app.clock.advance({ days: 1 });
      await expireAll(app, id);
      for (const one of documents) await app.key.post(`/api/documents/${one.id}/extend`, { expirationDays: 5 });
      expect((await packageOf(app, id)).status).toBe('in-progress');
    });
    expect(await mailsTo(id, documents, ada.email)).toEqual([]);
    await signAll(app, documents, ada.email);
    await becomes(id, 'completed');
    expect(await mailsTo(id, documents, ada.email)).toEqual(['package-completed']);
  });
});

describe('e-mails when a person ends the package', () => {
  test('sends each recipient, but not the sender, one e-mail with copies of completed documents after a cancellation', async () => {
    const [ada, kim, both] = [{ ...app.person(), only: 0 }, { ...app.person(), only: 1 }, app.person()];
    const { id, documents } = await sent({ signers: [ada, kim, both] });
    await signAll(app, documents.slice(0, 1), ada.email);
    await signAll(app, documents.slice(0, 1), both.email);
    await app.sealed(documents[0]?.id ?? '');
    expect((await app.key.post(`${PACKAGES}/${id}/cancel`, { reason: 'Wrong version' })).status).toBe(200);
    for (const { email } of [ada, kim, both])
      expect(await mailsTo(id, documents, email), email).toEqual(['package-cancelled']);
    expect(await mailsTo(id, documents, OWNER)).toEqual([]);
    const mail = await app.mail(both.email, 'package-cancelled');
    expect(mail.text).toContain('> Wrong version');
    expect(mail.text).toMatch(/Lease\n.*Completed\nhttp/);
    expect(mail.text).toMatch(/Annex\n.*Voided\n/);
    expect(
      (await app.mail(ada.email, 'package-cancelled')).text,
      'the e-mail contains no reason from a document of another recipient',
    ).not.toContain('Wrong version');
  });

  test('sends one e-mail for a document voided before the others, and one for the package when the last document is voided', async () => {
    const ada = app.person();
    const { id, documents } = await sent({ signers: [ada] });
    await app.key.post(`/api/documents/${documents[0]?.id}/void`, { reason: 'First reason' });
    expect(await mailsTo(id, documents, ada.email)).toEqual(['voided']);
    await app.key.post(`/api/documents/${documents[1]?.id}/void`, { reason: 'Second reason' });
    expect(await mailsTo(id, documents, ada.email)).toEqual(['package-cancelled', 'voided']);
    const { text } = await app.mail(ada.email, 'package-cancelled');
    for (const reason of ['First reason', 'Second reason']) expect(text).toContain(reason);
  });

  test('reports a decline immediately while another document is in progress, and sends copies when the other document is sealed', async () => {
    const [ada, kim] = [app.person(), { ...app.person(), only: 1 }];
    const { id, documents } = await sent({ signers: [ada, kim] });
    await decline(documents[1], kim.email);
    expect(await mailsTo(id, documents, ada.email)).toEqual(['declined']);
    await signAll(app, documents.slice(0, 1), ada.email);
    await becomes(id, 'cancelled');
    expect(await mailsTo(id, documents, ada.email)).toEqual(['declined', 'package-cancelled']);
    expect((await app.mail(ada.email, 'package-cancelled')).text).toMatch(/Annex\n.*Declined\n/);
    expect(
      await mailsTo(id, documents, kim.email),
      'a recipient who declined and completed no document gets no e-mail',
    ).toEqual([]);
    expect(await mailsTo(id, documents, OWNER)).toEqual(['declined', 'package-cancelled']);
  });

  test('sends one e-mail that states the reason for the last decline and the results of the other documents', async () => {
    const [ada, kim] = [app.person(), { ...app.person(), only: 1 }];
    const { id, documents } = await sent({ signers: [ada, kim] });
    await signAll(app, documents.slice(0, 1), ada.email);
    await app.sealed(documents[0]?.id ?? '');
    await decline(documents[1], kim.email, 'The price is too high.');
    for (const email of [ada.email, OWNER])
      expect(await mailsTo(id, documents, email), email).toEqual(['package-cancelled']);
    const { text } = await app.mail(ada.email, 'package-cancelled');
    expect(text).toContain(kim.name);
    expect(text).toContain('> The price is too high.');
    expect(await mailsTo(id, documents, kim.email)).toEqual([]);
  });

  test('sends a copy of a signed document when it is sealed, even if the last document is declined before the seal', async () => {
    const [ada, kim] = [
      { ...app.person(), only: 0 },
      { ...app.person(), only: 1 },
    ];
    const { id, documents } = await sent({ signers: [ada, kim] });
    await whileHeld('seal-document', async () => {
      await signAll(app, documents.slice(0, 1), ada.email);
      await decline(documents[1], kim.email);
      expect((await packageOf(app, id)).status).toBe('cancelled');
    });
    await app.sealed(documents[0]?.id ?? '');
    expect(await mailsTo(id, documents, ada.email)).toEqual(['completed']);
  });
});
