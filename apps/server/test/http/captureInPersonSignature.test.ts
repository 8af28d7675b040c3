import { captureSignature } from '../../src/features/in-person/index.ts';
import { parseCertificate } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { actions, capture, DRAWN, handOver, startWith, verify } from '../support/in-person.ts';

const app = await startTestApp();
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** A black image of 1 x 1 pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

describe('200', () => {
  test('creates an ordinary signature and ends the in-person session', async () => {
    const { id, signers, sessionId, session } = await handOver(app, {
      accessCode: 'Blue 7!',
      identityCheck: { method: 'document', kind: 'passport' },
    });
    expect((await verify(app, sessionId, 'Blue 7!')).status).toBe(200);
    const answer = await capture(app, sessionId);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      document: { id, status: 'completed' },
      receipt: expect.objectContaining({ document_id: id, signed: { revision: 2, sha256: expect.any(String) } }),
    });
    expectError(await capture(app, sessionId), 'IN_PERSON_ENDED', { status: 'signed' });
    expectError(await verify(app, sessionId), 'IN_PERSON_ENDED', { status: 'signed' });
    await app.sealed(id);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(verified.body).toMatchObject({ isValid: true, signatures: [{ isValid: true, level: 'B-LTA' }] });

    const entry = (await actions(app, id)).find(({ action }) => action === 'document.signed');
    expect(entry?.summary).toBe('Signed in person, identity document checked by the host (passport) (revision 2)');
    expect(entry?.context).toMatchObject({
      credential: 'in-person',
      factors: 'access-code',
      session: session.id,
      host: `user ${app.tenant.userId}`,
      identified: 'in person, by host',
      identity_check: 'document',
      identity_document: 'passport',
      consent: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: 'drawn',
    });
    const kinds = await app.sql<{ kind: string }>('select kind from outbox where document_id = $1 order by id', [id]);
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['recipient.started', 'document.signed', 'recipient.completed', 'document.completed']),
    );
    expect(JSON.stringify(await actions(app, id))).not.toContain(sessionId);
    expect(signers[0]?.status).toBe('pending-signature');
  });

  test("issues a certificate with only the signer's ID, and no name or address, if the host did not check the identity", async () => {
    const { id, signers, signerId, sessionId } = await handOver(app);
    expect((await capture(app, sessionId)).status).toBe(200);
    const [row] = await app.sql<{ certificate: Buffer }>(
      'select certificate from certificates where document_id = $1',
      [id],
    );
    const certificate = parseCertificate(row?.certificate ?? Buffer.alloc(0));
    expect(certificate.subject.text).toBe(`pseudonym=${signerId},CN=In-person signer`);
    expect(certificate.extensions.subjectAltName).toBeUndefined();
    expect(row?.certificate.includes(signers[0]?.email ?? '?')).toBe(false);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(verified.body.signatures[0]?.signerEmail).toBeNull();
    const pdf = await pdfOf(id);
    expect(pdf).toContain('in person');
    expect(pdf).not.toContain('identified');
  });

  test("records no identification if the host did not confirm the signer's identity", async () => {
    const hosts = [{ host: app.key }, { identityCheck: { method: 'none' } }] as const;
    for (const host of hosts) {
      const { id, sessionId } = await handOver(app, host);
      expect((await verify(app, sessionId)).status).toBe(200);
      expect((await capture(app, sessionId)).status).toBe(200);
      const trail = await actions(app, id);
      expect(trail.filter(({ context }) => 'identified' in context)).toEqual([]);
      const said = 'identityCheck' in host ? 'identity not checked by the host' : 'no identity check recorded';
      expect(trail.find(({ action }) => action === 'document.signed')?.summary).toContain(said);
    }
  });

  test('records no consent, because the host obtains the consent outside the service', async () => {
    const { id, sessionId } = await handOver(app);
    expect((await capture(app, sessionId, { consent: undefined })).status).toBe(200);
    const entry = (await actions(app, id)).find(({ action }) => action === 'document.signed');
    expect(entry?.context).not.toHaveProperty('consent');
    expect(entry?.context).not.toHaveProperty('consent_version');
  });

  test.each([
    ['a PNG', PNG],
    ['a PNG in a data: URL', `data:image/png;base64,${PNG}`],
    ['an SVG in a data: URL', `data:image/svg+xml;base64,${DRAWN}`],
  ])('accepts a signature that is %s', async (_, signatureData) => {
    const { sessionId } = await handOver(app);
    const answer = await capture(app, sessionId, { signatureData });
    expect(answer.status, answer.text).toBe(200);
  });

  test('accepts field values and initials in an in-person session', async () => {
    const signer = app.person();
    const place = { page: 1, x: 50, y: 50, width: 200, height: 30, signer: signer.email };
    const fields = [
      { kind: 'text', ...place },
      { kind: 'initials', ...place, y: 120 },
    ];
    const { id, document, sessionId } = await handOver(app, { signers: [signer], fields });
    const text = document.fields.find(({ kind }) => kind === 'text');
    expectInvalid(await capture(app, sessionId, { fields: [{ id: text?.id, value: 'Paris' }] }), 'initialsData');
    const whole = { fields: [{ id: text?.id, value: 'Paris' }], initialsData: DRAWN };
    expect((await capture(app, sessionId, whole)).status).toBe(200);
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.fields.find(({ kind }) => kind === 'text')?.value).toBe('Paris');
  });

  test("signs with a typed name on the signing page of the host's device", async () => {
    const { id, sessionId } = await handOver(app);
    expect((await app.sign(id, { token: sessionId })).status).toBe(200);
    expectError(await verify(app, sessionId), 'IN_PERSON_ENDED', { status: 'signed' });
    const entry = (await actions(app, id)).find(({ action }) => action === 'document.signed');
    expect(entry?.context).toMatchObject({ credential: 'in-person', signature: 'typed' });
  });

  test('completes the document after several signers have signed in person, one after another', async () => {
    const signers = [app.person(), app.person()];
    const { id, sessionId } = await handOver(app, { signers });
    expect((await capture(app, sessionId)).body.document.status).toBe('in-progress');
    const second = await startWith(app, id, signers[1]?.email ?? '');
    expect((await capture(app, second.sessionId)).body.document.status).toBe('completed');
  });

  test('signs the document once if two requests arrive simultaneously', async () => {
    const { id, sessionId } = await handOver(app);
    const answers = await Promise.all([1, 2, 3].map(() => capture(app, sessionId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await actions(app, id)).filter(({ action }) => action === 'document.signed')).toHaveLength(1);
  });
});

describe('401', () => {
  test('rejects a signing link from an e-mail', async () => {
    const { token } = await app.sentToOne();
    expectError(await capture(app, token), 'INVALID_LINK', {});
  });
});

describe('410', () => {
  test('rejects an in-person session that the host has ended', async () => {
    const { id, session, sessionId } = await handOver(app);
    await app.owner.send('DELETE', `/api/signing/in-person/${session.id}`);
    const before = await app.revisions(id);
    expectError(await capture(app, sessionId), 'IN_PERSON_ENDED', { status: 'ended' });
    expect(await app.revisions(id)).toBe(before);
  });
});

test('rejects a signature with 410 if the host ends the in-person session during signing', async () => {
  const { id, session, sessionId } = await handOver(app);
  const principal = await app.services.credentials.inPerson(sessionId);
  if (!principal) throw new Error('The in-person session does not exist.');
  await app.owner.send('DELETE', `/api/signing/in-person/${session.id}`);
  const before = await app.revisions(id);
  const context = {
    requestId: 'r',
    principal,
    environment: 'live',
    address: '',
    userAgent: '',
    device: undefined,
    language: () => 'en' as const,
  } as const;
  const late = captureSignature(
    app.services,
    { ...context, baseUrl: app.url, linkBase: () => app.url },
    { signatureData: DRAWN, fields: [] },
  );
  await expect(late).rejects.toMatchObject({ code: 'IN_PERSON_ENDED' });
  expect(await app.revisions(id)).toBe(before);
});

describe('422', () => {
  test.each([
    ['nothing', ''],
    ['data that is not base64', 'a!b'],
    ['a JPEG', '/9j/4AAQSkZJRgABAQEAYABgAAD/2Q=='],
    ['a truncated image', PNG.slice(0, 60)],
    ['an SVG with a script', base64('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    [
      'an SVG that loads an external image',
      base64('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://contoso.example/a.png"/></svg>'),
    ],
    [
      'an SVG with an entity',
      base64('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
    ],
    ['an SVG without any shapes', base64('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['more than 1 MB of data', 'A'.repeat(1_398_105)],
  ])('rejects an in-person signature with invalid signature data: %s', async (_, signatureData) => {
    const { id, sessionId } = await handOver(app);
    const before = await app.revisions(id);
    expectInvalid(await capture(app, sessionId, { signatureData }), 'signatureData');
    expect(await app.revisions(id)).toBe(before);
  });

  test('rejects a signature without consent and a signature with an empty required field', async () => {
    const signer = app.person();
    const fields = [{ kind: 'text', page: 1, x: 50, y: 50, width: 200, height: 30, signer: signer.email }];
    const { sessionId } = await handOver(app, { signers: [signer], fields });
    expectInvalid(await capture(app, sessionId, { consent: false }), 'consent');
    expect((await capture(app, sessionId)).status).toBe(422);
  });
});

test('names the host of an in-person signature in the certificate of completion', async () => {
  const { id, sessionId } = await handOver(app);
  await capture(app, sessionId);
  await app.sealed(id);
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
  const file = await app.anyone.get(new URL(body.downloadUrl).pathname);
  const { lines } = await app.services.pdf.pageText({ parts: [{ bytes: file.bytes }] }, 1);
  const text = lines.map((line) => line.text).join(' ');
  expect(text).toContain(`Signed in person in the presence of ${OWNER.name}`);
});

async function pdfOf(id: string): Promise<string> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes.toString('latin1');
}
