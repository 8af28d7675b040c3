import type { AnswerOf, operations } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { foreignFile } from '../../../../packages/pades/test/documents.ts';
import { container, makeAuthority, makeSigner, stamp } from '../../../../packages/pades/test/kit.ts';
import { startTestApp } from '../support/app.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { lived, REWRITINGS } from '../support/rewritings.ts';
import { countsRequests, hidesDocuments, needsCredential, needsScope } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import { appendUpdate, contentsOf, flipBit, storedFile } from '../support/tampering.ts';
import { whileUnsealed } from '../support/unsealed.ts';
import { unlistedValues } from '../support/finding-values.ts';

type Verification = AnswerOf<(typeof operations)['verifyDocument']>;
const app = await startTestApp();
app.tolerate(/a stored file is damaged/);
const pathOf = (id: string): string => `/api/documents/${id}/verify`;
const verify = async (id: string): Promise<Verification> => {
  const answer = await app.key.get<'verifyDocument'>(pathOf(id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const done = await app.completed({ signers: [app.person(), app.person()], pages: 2 });
const path = pathOf(done.id);
await app.atRest(done.id);

describe('200', () => {
  test('reports every signature of a finished document as valid, up to level B-LTA', async () => {
    const { status, body } = await app.key.both<'verifyDocument'>('GET', path);
    expect(status).toBe(200);
    const now = app.clock.now();
    const atSecond = new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString();
    const times = { validFrom: expect.stringMatching(/Z$/), validTo: expect.stringMatching(/Z$/) };
    const common = {
      isValid: true,
      field: expect.stringMatching(/\S/),
      revocation: expect.stringMatching(/^(good|unknown)$/),
      reasons: [],
      changesAfterSigning: expect.any(Array),
      trailPosition: { sequence: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      revokedAt: null,
      trustedBy: null,
      origin: 'own',
      intact: true,
      indication: 'TOTAL-PASSED',
      subIndication: null,
      notes: [],
      revision: expect.any(Number),
    };
    expect(body).toEqual({
      documentId: done.id,
      isValid: true,
      verifiedAt: now.toISOString(),
      verdict: 'All 2 signatures are valid. The document has not been changed since.',
      summary: expect.objectContaining({ outcome: 'unchanged' }),
      reasons: [],
      reasonFacts: [],
      revisions: expect.any(Array),
      signatures: done.signers.map(({ email }, index) => ({
        ...common,
        fieldTitle: `Signature of recipient ${index + 1}`,
        signerEmail: email,
        signedAt: expect.stringMatching(new RegExp(`^${atSecond.slice(0, 19)}`)),
        kind: 'signer',
        level: 'B-LTA',
        timestamp: {
          time: expect.stringMatching(new RegExp(`^${atSecond.slice(0, 19)}`)),
          authority: expect.stringContaining('Time-Stamping'),
          isValid: true,
        },
        certificate: {
          subject: expect.stringContaining(email),
          issuer: expect.stringContaining('Countersign Issuing CA'),
          serial: expect.stringMatching(/^[0-9a-f]+$/i),
          ...times,
        },
        coversWholeDocument: false,
        revocation: 'good',
        signer: { vouchedBy: 'Countersign Issuing CA', timeVouchedBy: 'Countersign Time-Stamping Unit' },
        changes: index === 0 ? 'permitted' : 'none',
      })),
      groups: { own: expect.any(Array), others: [], otherTimestamps: [] },
      unconfirmed: [],
      others: [],
      seal: {
        isValid: true,
        level: 'B-LTA',
        signatures: [
          expect.objectContaining({ ...common, kind: 'certification' }),
          expect.objectContaining({ ...common, kind: 'archive-timestamp', coversWholeDocument: true, level: null }),
        ],
      },
      auditTrail: {
        isValid: true,
        entries: 10,
        headHash: expect.stringMatching(/\S/),
        findings: [],
        personal: { checked: expect.any(Number), erased: 0 },
      },
    });
  });

  test('verifies the downloaded sealed file immediately after the last signature', async () => {
    const { id } = await app.completed();
    const body = await whileUnsealed(app, id, () => verify(id));
    expect(body).toMatchObject({ isValid: true, seal: { level: 'B-LTA' }, signatures: [{ level: 'B-LTA' }] });
  });

  test.each(['signature', 'timestamp'] as const)(
    'lists a %s from the uploaded file as unconfirmed, with the same verdict as for the file alone',
    async (kind) => {
      const at = app.clock.now();
      const stranger = await makeAuthority('Stranger', at);
      const eve = await makeSigner(stranger, 'eve@stranger.example', 'p256', { options: {}, now: at });
      const upload =
        kind === 'signature'
          ? await foreignFile('ETSI.CAdES.detached', (digest) => container(eve, digest('sha256'), stranger, at))
          : await foreignFile('ETSI.RFC3161', (digest) => stamp(stranger, digest('sha256'), at));
      const { document } = (await app.key.upload(pdfUpload(upload))).body;
      const signer = app.person();
      const sent = await app.key.post(`/api/documents/${document.id}/send-for-signing`, { signers: [signer] });
      expect(sent.status, sent.text).toBe(200);
      expect((await app.sign(document.id, { token: await app.link(signer.email) })).status).toBe(200);
      await app.sealed(document.id);
      const body = await verify(document.id);
      const others =
        kind === 'signature' ? { others: [expect.any(String)] } : { otherTimestamps: [expect.any(String)] };
      expect(body).toMatchObject({
        isValid: true,
        reasons: [],
        verdict: `The signature is valid. The document has not been changed since. 1 ${kind === 'signature' ? 'signature' : 'time-stamp'} by other software could not be confirmed.`,
        groups: {
          own: expect.arrayContaining([expect.stringMatching(/^Signer_1/)]),
          others: [],
          otherTimestamps: [],
          ...others,
        },
        unconfirmed: [{ kind, reason: expect.stringMatching(/not issued by an authority that is trusted here/) }],
        seal: { isValid: true },
      });
      const { pathname } = new URL(
        (await app.key.get<'downloadDocument'>(`/api/documents/${document.id}/download`)).body.downloadUrl,
      );
      const file = Buffer.from(await (await fetch(app.url + pathname)).arrayBuffer());
      const alone = (
        await app.anyone.send<'verifyFile'>('POST', '/api/verify', { headers: MULTIPART, body: pdfUpload(file) })
      ).body;
      for (const member of ['isValid', 'verdict', 'summary', 'groups', 'unconfirmed', 'reasons', 'revisions'] as const)
        expect(alone[member], member).toEqual(body[member]);
    },
  );

  test('reports that nobody has signed a draft', async () => {
    const { id } = await app.draft();
    const body = await verify(id);
    expect(body).toMatchObject({
      documentId: id,
      isValid: false,
      signatures: [],
      seal: null,
      auditTrail: { isValid: true, entries: 1 },
    });
  });

  test('reports a valid certification for a sent document without signatures', async () => {
    const { id } = await app.sent();
    expect(await verify(id)).toMatchObject({
      isValid: false,
      signatures: [],
      seal: { isValid: true, level: null },
      reasons: [],
    });
  });

  test('reports the signature of one of two signers as valid at level B-T', async () => {
    const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    const body = await verify(id);
    expect(
      body.signatures.map(({ signerEmail, isValid, level, coversWholeDocument }) => ({
        signerEmail,
        isValid,
        level,
        coversWholeDocument,
      })),
    ).toEqual([{ signerEmail: signers[0]?.email, isValid: true, level: 'B-T', coversWholeDocument: true }]);
  });

  test('reports a document as valid ten years later, after its certificates have expired', async () => {
    const { id } = await app.completed();
    app.clock.advance({ days: 3653 });
    expect(await verify(id)).toMatchObject({ isValid: true, signatures: [{ isValid: true }] });
    app.clock.advance({ days: -3653 });
  });
});

describe('200 with an invalid result: changed bytes', () => {
  let file: Buffer;
  let offsets: number[];
  beforeAll(async () => {
    file = await storedFile(app, done.id);
    const contents = contentsOf(file);
    expect(contents).toHaveLength(4);
    const upload = makePdf({ pages: 2 }).length;
    const spread = Array.from({ length: 14 }, (_, index) => Math.floor(((index + 0.5) * file.length) / 14));
    // Only some positions are tested: a few in the upload, both sides of each signature, and a few more spread over the
    // file.
    const wanted = [
      0,
      9,
      upload >> 1,
      upload - 1,
      upload,
      ...contents.flatMap(({ from, to }) => [from - 1, to]),
      ...spread,
      file.length - 2,
    ];
    offsets = wanted.filter((offset) => !contents.some(({ from, to }) => offset >= from && offset < to));
    expect(offsets.length).toBeGreaterThan(15);
  });

  test('detects one changed bit anywhere outside the signatures', async () => {
    for (const offset of offsets) {
      await flipBit(app, done.id, offset);
      const body = await verify(done.id);
      await flipBit(app, done.id, offset);
      expect({ offset, isValid: body.isValid }).toEqual({ offset, isValid: false });
      expect(body.reasons.join(' '), `reason for byte ${offset}`).toMatch(/\S/);
      expect(body.verdict).not.toMatch(/^(All|The signature is)/);
    }
    expect((await verify(done.id)).isValid, 'the file is valid again after the byte was restored').toBe(true);
  });

  test('detects one changed bit inside each signature', async () => {
    for (const { from, to } of contentsOf(file)) {
      // The signature value is at the end of the container, before the zero padding.
      const end = from + file.subarray(from, to).toString('latin1').replace(/0*>$/, '').length - 40;
      await flipBit(app, done.id, end);
      const body = await verify(done.id);
      await flipBit(app, done.id, end);
      expect({ from, isValid: body.isValid }).toEqual({ from, isValid: false });
    }
    expect((await verify(done.id)).isValid).toBe(true);
  });
});

describe('200 with an invalid result: changed documents', () => {
  test('detects page text that was rewritten after the signatures', async () => {
    const { id } = await app.completed();
    const content = 'BT /F1 14 Tf 72 760 Td (I owe you 1,000,000) Tj ET';
    await appendUpdate(app, id, 5, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
    const body = await verify(id);
    expect(body.isValid).toBe(false);
    expect(body.reasons.join(' ')).toMatch(/page/i);
    expect(body.signatures.every(({ isValid, coversWholeDocument }) => !isValid && !coversWholeDocument)).toBe(true);
  });

  test('detects that an image on the page was replaced', async () => {
    const { id } = await app.completed();
    await appendUpdate(
      app,
      id,
      4,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 400]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
    );
    const body = await verify(id);
    expect(body.isValid).toBe(false);
    expect(body.reasons.join(' ')).toMatch(/\S/);
  });

  test('detects that the seal was removed', async () => {
    const { id } = await app.completed();
    await app.sql(
      'delete from revisions where document_id = $1 and n = (select max(n) from revisions where document_id = $1)',
      [id],
    );
    const body = await verify(id);
    expect(body.isValid).toBe(false);
    expect(body.reasons.join(' ')).toMatch(/audit trail/);
  });

  test.each(['sent', 'signature', 'seal'])(
    'detects damaged bytes in the deflated storage of the revision "%s"',
    async (kind) => {
      const { id } = await app.completed();
      await app.sql(
        `update revisions set tail = set_byte(tail, octet_length(tail) / 2, get_byte(tail, octet_length(tail) / 2) # 1)
       where document_id = $1 and kind = $2`,
        [id, kind],
      );
      const body = await verify(id);
      expect(body.isValid).toBe(false);
      expect(body.reasons).not.toEqual([]);
    },
  );

  test('detects that the document was replaced', async () => {
    const [one, two] = [await app.completed(), await app.completed()];
    await app.sql(
      `update revisions r set tail = o.tail, length = o.length, sha256 = o.sha256, hash_state = o.hash_state, state = o.state
       from revisions o where r.document_id = $1 and o.document_id = $2 and o.n = r.n`,
      [one.id, two.id],
    );
    const body = await verify(one.id);
    expect(body.isValid).toBe(false);
    expect(body.reasons.join(' ')).toContain(one.signers[0]?.email);
  });

  test('detects a signer whose stored status is "signed" but who has no signature in the file', async () => {
    const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    await app.sql("update signers set status = 'signed', signed_at = now() where id = $1", [signers[1]?.id]);
    const body = await verify(id);
    expect(body.isValid).toBe(false);
    expect(body.reasons.join(' ')).toContain(signers[1]?.email);
  });

  test('does not return a 5xx status if the uploaded file is missing or empty', async () => {
    const { id } = await app.completed();
    const files = storedFiles(app);
    const key = await files.keyOf(id);
    await files.write(key, Buffer.alloc(0));
    expect(await verify(id)).toMatchObject({ isValid: false });
    await files.remove(key);
    expect(await verify(id)).toMatchObject({ isValid: false });
  });
});

describe('200 with an invalid result: the audit trail', () => {
  test.each([
    [
      'an edited entry',
      `update audit_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), 'document.sent', 'document.seen'), 'UTF8') where stream = $1 and n = 1`,
    ],
    ['an entry that is not JSON', `update audit_entries set bytes = 'nonsense' where stream = $1 and n = 1`],
    ['a deleted entry', 'delete from audit_entries where stream = $1 and n = 1'],
    ['deleted entries at the end', 'delete from audit_entries where stream = $1 and n >= 3'],
    ['a deletion of all entries', 'delete from audit_entries where stream = $1'],
  ])('detects a tampered audit trail: %s', async (_, statement) => {
    const { id } = await app.completed();
    await app.sql(statement, [id]);
    const body = await verify(id);
    expect(body.isValid).toBe(false);
    expect(body.auditTrail.isValid).toBe(false);
    expect(body.signatures[0]?.isValid, 'the signature itself is still valid').toBe(true);
    expect(body.reasons.join(' ')).toMatch(/audit trail/i);
  });
});

describe('200 with an invalid result: rewritten rows with an intact chain', () => {
  test.each(REWRITINGS)('reports $finds if $name', async ({ life, do: rewrite, finds }) => {
    const document = await lived(app, life);
    expect((await verify(document.id)).auditTrail, 'before').toMatchObject({ isValid: true, findings: [] });
    await rewrite(app, document);
    const { isValid, verdict, reasons, auditTrail } = await verify(document.id);
    expect(auditTrail.findings.map(({ code }) => code)).toContain(finds);
    expect(auditTrail.findings.map(({ code }) => code)).not.toContain('trail-broken');
    expect({ isValid, trail: auditTrail.isValid }).toEqual({ isValid: false, trail: false });
    expect(verdict).not.toMatch(/^(All|The signature is)/);
    for (const one of auditTrail.findings) {
      expect(one.message).toMatch(/^[“A-Z][^\n]*\.$/);
      expect(reasons).toContain(one.message);
      expect(unlistedValues(one), one.message).toEqual([]);
    }
  });

  test('reports a document as invalid if personal data is missing and no erasure was recorded', async () => {
    const { id } = await lived(app, 'completed');
    await app.sql('delete from audit_personal where entry_id in (select id from audit_entries where stream = $1)', [
      id,
    ]);
    const { isValid, auditTrail } = await verify(id);
    expect({ isValid, codes: auditTrail.findings.map(({ code }) => code) }).toEqual({
      isValid: false,
      codes: ['personal-erased'],
    });
    expect(auditTrail.personal).toEqual({ checked: 0, erased: expect.any(Number) });
    expect(auditTrail.personal.erased).toBeGreaterThan(3);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id) }));
countsRequests(app, { method: 'GET', path });
