/**
 * Tests 503 for requests that are temporarily impossible. Each operation that works on a file is called while no worker
 * thread is available. The response states the reason and when to retry, and no data changes. Requests that wait for a
 * job get the same response, and so do requests for event streams while the server is stopping.
 */
import type { OperationId } from '@countersign/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { fileUpload, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import type { Caller } from '../support/caller.ts';
import { handOver } from '../support/in-person.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePackage } from '../support/packages.ts';
import { makePdf } from '../support/pdf.ts';
import { CONFIRM, linkFor, visitor } from '../support/public-links.ts';
import { makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

type Sample = { by: Caller; method: string; path: string; body?: object | Buffer };
type Samples = Partial<Record<OperationId, Sample>>;

async function expectUnavailable({ by, method, path, body }: Sample): Promise<void> {
  const multipart = body instanceof Buffer ? { headers: MULTIPART } : {};
  const answer = await by.send(method, path, { ...(body !== undefined && { body }), ...multipart, mayFail: true });
  expect(answer.status, answer.text).toBe(503);
  expect(answer.body).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('no available worker thread', async () => {
  const app = await startTestApp();
  const key = await templateKey(app);
  const template = await makeTemplate(key, NOTICE);
  const guest = await visitor(app, (await linkFor(app, key, template.id)).token);
  const draft = await app.draft();
  const sent = await app.sentToOne();
  const signer = app.anyone.with({ bearer: sent.token });
  const page = `/api/signing/${sent.signers[0]?.id}/pages/1`;
  const attachment = await sentWithAttachment(app);
  const inPerson = await handOver(app);
  const bundle = await makePackage(app);
  const done = await app.completed();
  for (const { id } of [sent, attachment, inPerson, done]) await app.atRest(id);
  const host = await app.session();
  const picture = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const drawn = { type: 'uploaded', data: picture.toString('base64') };

  const get = (path: string, by = app.key) => ({ by, method: 'GET', path });
  const post = (path: string, body: object | Buffer, by = app.key) => ({ by, method: 'POST', path, body });
  const person = () => [app.person()];
  const samples: Samples = {
    uploadDocument: post('/api/documents/upload', pdfUpload(makePdf())),
    replaceDocumentFile: { ...post(`/api/documents/${draft.id}/file`, pdfUpload(makePdf())), method: 'PUT' },
    duplicateDocument: post(`/api/documents/${sent.id}/duplicate`, {}),
    sendForSigning: post(`/api/documents/${draft.id}/send-for-signing`, { signers: person() }),
    getDocumentPage: get(`/api/documents/${draft.id}/pages/1`),
    getDocumentPlacements: get(`/api/documents/${draft.id}/placements?anchor=here`),
    getFieldSuggestions: get(`/api/documents/${draft.id}/field-suggestions`),
    verifyDocument: get(`/api/documents/${done.id}/verify`),
    verifyDocumentPost: post(`/api/documents/${done.id}/verify`, {}),
    createTemplate: post(
      '/api/templates/create',
      pdfUpload(makePdf(), { name: 'Lease', roles: '[{"name":"Tenant"}]' }),
      key,
    ),
    replaceTemplateFile: { ...post(`/api/templates/${template.id}/file`, pdfUpload(makePdf()), key), method: 'PUT' },
    getTemplatePage: get(`/api/templates/${template.id}/pages/1`, key),
    useTemplate: post(
      `/api/templates/${template.id}/use`,
      { signers: [{ role: 'Reader', ...app.person() }], send: true },
      key,
    ),
    confirmPublicLink: post(CONFIRM, { request: guest.request, code: guest.code }, app.anyone),
    sendPackage: post(`/api/packages/${bundle.id}/send`, { signers: person() }),
    startInPersonSession: post(
      '/api/signing/in-person',
      { documentId: draft.id, signerEmail: 'ada@contoso.example', signerName: 'Ada' },
      host,
    ),
    signDocument: post(
      `/api/documents/${sent.id}/sign`,
      { token: sent.token, consent: true, signature: drawn },
      app.anyone,
    ),
    captureInPersonSignature: post(
      '/api/signing/in-person/capture',
      { sessionId: inPerson.sessionId, signatureData: drawn.data, consent: true },
      app.anyone,
    ),
    getSigningPage: get(page, signer),
    getSigningPageText: get(`${page}/text`, signer),
    attachFile: post(attachment.path, fileUpload(PASSPORT), attachment.caller),
    verifyFile: post('/api/verify', pdfUpload(makePdf()), app.anyone),
  };
  /** Returns all data that a request could leave behind. */
  const left = () =>
    app.sql(
      `select (select count(*) from documents) as documents, (select count(*) from revisions) as revisions,
         (select count(*) from outbox) as events, (select count(*) from jobs) as jobs, (select count(*) from blobs) as blobs,
         (select count(*) from attachments) as attachments, (select count(*) from templates) as templates,
         (select count(*) from in_person_sessions) as devices, (select count(*) from audit_entries) as entries`,
    );
  beforeAll(() => app.services.pdf.close());

  test.each(Object.entries(samples))(
    'returns 503 and changes nothing if no worker thread is available: %s',
    async (_, sample) => {
      const before = await left();
      await expectUnavailable(sample);
      expect(await left(), 'nothing was changed').toEqual(before);
    },
  );
});

describe('a file that has not been created yet', async () => {
  const app = await startTestApp();
  beforeAll(async () => {
    // No process seals documents or creates the certificate of completion.
    await app.services.runner.stop();
    // Makes the download stop waiting, as if its timeout had elapsed.
    for (const waiter of [app.services.sealed, app.services.certified]) {
      const wait = waiter.wait.bind(waiter);
      vi.spyOn(waiter, 'wait').mockImplementation((uow, tenantId, documentId) => wait(uow, tenantId, documentId, 0));
    }
  });

  test.each(['signed', 'audit', 'bundle'])(
    'downloadDocument: returns 503 for type=%s until the file exists',
    async (type) => {
      const { id, signers } = await app.sent();
      const signer = { tenantId: app.tenant.tenantId, signerId: signers[0]?.id ?? '', generation: 1 };
      const token = app.secret(app.services.links.url('', signer).split('#')[1] ?? '');
      expect((await app.sign(id, { token })).body.document.status).toBe('completed');
      await expectUnavailable({ by: app.key, method: 'GET', path: `/api/documents/${id}/download?type=${type}` });
      if (type === 'signed')
        await expectUnavailable({ by: app.key, method: 'POST', path: '/api/documents/download', body: { ids: [id] } });
    },
  );
});

test('streamEvents and streamDocumentEvents return 503 while the server is stopping', async () => {
  const app = await startTestApp();
  const { id } = await app.draft();
  await app.services.live.close();
  for (const path of ['/api/events', `/api/documents/${id}/events`])
    await expectUnavailable({ by: app.key, method: 'GET', path });
});
