import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { deflateSync } from 'node:zlib';
import { resumeHasher } from '@countersign/pdf-sign';
import { describe, expect, test } from 'vitest';
import { foldTitle } from '../../src/features/document-core/fold-title.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { encryptedPdf, throughQpdf } from '../support/encrypted-pdf.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { BOUNDARY, MULTIPART, MULTIPART_END, multipart, partHead, pdfUpload } from '../support/multipart.ts';
import { makeForm, STALE, text } from '../support/form-pdf.ts';
import { makeBomb, makePdf, makePdfOfSize } from '../support/pdf.ts';
import { sendStream } from '../support/raw-request.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import { storedFile } from '../support/tampering.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const files = storedFiles(app);
const pdf = makePdf();
const sample = { method: 'POST', path: '/api/documents/upload', headers: MULTIPART, body: pdfUpload(pdf) };
const LIMIT = 50 * 1024 * 1024;
const cut = makePdf({ pages: 3 });
const replaced = (from: string | RegExp, to: string): Buffer =>
  Buffer.from(cut.toString('latin1').replace(from, to), 'latin1');

type Left = { counts: object; files: string[] };

/** Returns all data that an upload leaves behind: rows, and files with and without rows. */
async function left(): Promise<Left> {
  const [counts = {}] = await app.sql(
    'select (select count(*) from documents) as documents, (select count(*) from blobs) as blobs, (select count(*) from audit_entries) as entries, (select count(*) from outbox) as events',
  );
  return { counts, files: await files.all() };
}

/**
 * Checks that a rejected upload leaves nothing behind. The check is repeated, because the response may arrive while the
 * server is still reading and discarding the rest of the body.
 */
async function leavesNothing(before: Left): Promise<void> {
  await until(
    'the staged file to be gone',
    async () =>
      (await files.addedTo(before.files)).length === 0 && isDeepStrictEqual((await left()).counts, before.counts),
  );
}

describe('201', () => {
  test.each(['', '/v1'])('%s/api/documents/upload returns the complete document in draft status', async (prefix) => {
    const { status, body } = await app.key.send('POST', `${prefix}/api/documents/upload`, {
      headers: MULTIPART,
      body: pdfUpload(
        makePdf({ pages: 2 }),
        { title: ' Non-disclosure ', description: 'First line\nsecond line' },
        'nda.pdf',
      ),
    });
    expect(status).toBe(201);
    const at = app.clock.now().toISOString();
    expect(body).toEqual({
      success: true,
      document: {
        id: expect.stringMatching(/^doc_[0-9a-hjkmnp-tv-z]{26}$/),
        title: 'Non-disclosure',
        description: 'First line\nsecond line',
        filename: 'nda.pdf',
        status: 'draft',
        page_count: 2,
        pages: [
          { width: 595, height: 842 },
          { width: 595, height: 842 },
        ],
        size_bytes: makePdf({ pages: 2 }).length,
        sha256: createHash('sha256')
          .update(makePdf({ pages: 2 }))
          .digest('hex'),
        owner: { id: app.tenant.userId, name: OWNER.name, email: OWNER.email },
        signers: [],
        fields: [],
        warnings: [],
        warnings_to_accept: [],
        scheduled_for: null,
        schedule_error: null,
        variables: {},
        signing_order: 'parallel',
        email_subject: null,
        email_message: null,
        expiration: null,
        created_at: at,
        updated_at: at,
        sent_at: null,
        completed_at: null,
        archived_at: null,
        deleted_at: null,
        planned: null,
        void_reason: null,
        package_id: null,
        template_id: null,
        environment: 'live',
        tags: [],
        metadata: {},
        external_id: null,
      },
    });
  });

  test('records the upload event and stores the bytes unchanged', async () => {
    const { id } = await app.draft({ title: 'Recorded' });
    const events = await app.sql('select kind, data from outbox where document_id = $1', [id]);
    expect(events).toEqual([
      {
        kind: 'document.created',
        data: { documentId: id, document: expect.objectContaining({ id, title: 'Recorded', status: 'draft' }) },
      },
    ]);
    expect(await app.uploaded(id)).toEqual(pdf);
  });

  test.each([2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])(
    'stores a hash state for a file of %i bytes, from which signing can continue',
    async (size) => {
      const bytes = Buffer.concat([...makePdfOfSize(size)]);
      const { status, body } = await app.key.upload(pdfUpload(bytes, {}, 'large.pdf'));
      expect(status).toBe(201);
      const [row] = await app.sql<{ hash_state: Buffer }>('select hash_state from documents where id = $1', [
        body.document.id,
      ]);
      const tail = Buffer.from('what a signature appends');
      const resumed = await resumeHasher(row?.hash_state ?? Buffer.alloc(0));
      expect(resumed.update(tail).digest()).toEqual(createHash('sha256').update(bytes).update(tail).digest());
      expect(body.document.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    },
  );

  test('uses the file name as the title if a form sends an empty title', async () => {
    const file = { name: 'file', filename: 'a.pdf', content: pdf };
    const { body } = await app.key.upload(
      multipart([{ name: 'title', content: '  ' }, { name: 'description', content: '' }, file]),
    );
    expect(body.document).toMatchObject({ title: 'a.pdf', description: null });
  });

  test('uses the file name as the title if the title is missing', async () => {
    const { body } = await app.key.upload(pdfUpload(pdf, {}, 'Angebot Straße 東京 ✍️.pdf'));
    expect(body.document).toMatchObject({
      title: 'Angebot Straße 東京 ✍️.pdf',
      filename: 'Angebot Straße 東京 ✍️.pdf',
      description: null,
    });
  });

  test('accepts text before and after the form part that contains the file', async () => {
    const file = { name: 'file', filename: 'a.pdf', content: pdf };
    const before = await app.key.upload(
      multipart([{ name: 'title', content: 'Before' }, file, { name: 'description', content: 'Behind' }]),
    );
    expect(before.body.document).toMatchObject({ title: 'Before', description: 'Behind' });
    const behind = await app.key.upload(multipart([file, { name: 'title', content: 'Größe: 1 m²' }]));
    expect(behind.body.document.title).toBe('Größe: 1 m²');
  });

  test.each([
    ['a path with folders', 'C:\\secret\\folder/../../etc/contract.pdf', 'contract.pdf'],
    ['a name that consists of dots', '..', 'document.pdf'],
    ['a missing name', '', 'document.pdf'],
    ['a right-to-left override', 'invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['control characters', 'a\u0007b\u0085c.pdf', 'abc.pdf'],
    ['line and paragraph separators', 'a\u2028b\u2029c.pdf', 'abc.pdf'],
    ['quotation marks as escaped by browsers', 'The %22final%22 version%0D%0a.pdf', 'The "final" version.pdf'],
    ['a percent sign that does not start an escape', '100 % of 5%25.pdf', '100 % of 5%25.pdf'],
  ])('cleans a file name: %s', async (_, filename, expected) => {
    const { status, body } = await app.key.upload(pdfUpload(pdf, {}, filename));
    expect(status).toBe(201);
    expect(body.document.filename).toBe(expected);
    expect(body.document.title).toBe(expected);
  });

  test('rejects a file name that is not UTF-8, and does not drop characters from the name', async () => {
    const body = Buffer.from(
      pdfUpload(pdf, {}, 'Vertrag_J\u00f6rg.pdf').toString('latin1').replace('\u00c3\u00b6', '\u00f6'),
      'latin1',
    );
    expectInvalid(await app.key.upload(body), 'file', 'invalid_encoding');
  });

  test('stores every PDF file under a name that ends in .pdf, regardless of the uploaded name', async () => {
    const { body } = await app.key.upload(pdfUpload(pdf, {}, 'invoice.pdf.exe'));
    expect(body.document.filename).toBe('invoice.pdf.exe.pdf');
  });

  test('shortens a file name of 300 characters to 255 complete characters', async () => {
    const { body } = await app.key.upload(pdfUpload(pdf, {}, `${'x'.repeat(254)}😀${'y'.repeat(40)}.pdf`));
    expect(body.document.filename.length).toBeLessThanOrEqual(255);
    expect(body.document.filename).not.toContain('\ufffd');
    expect(body.document.filename).toBe(`${'x'.repeat(250)}.pdf`);
  });

  test('accepts a title with the maximum of 255 characters', async () => {
    const { body } = await app.key.upload(pdfUpload(pdf, { title: 'ü'.repeat(255) }));
    expect(body.document.title).toBe('ü'.repeat(255));
  });

  test('indexes a title of 255 letters even if case folding turns each letter into several letters', async () => {
    // The title and its case-folded form take the most space if the letters are all different, have three bytes each,
    // and fold to between four and nine bytes.
    const letters = Array.from({ length: 0xff00 - 0x3200 }, (_, at) => String.fromCodePoint(0x3200 + at))
      .filter((letter) => /^[\p{L}\p{N}\p{S}]$/u.test(letter) && Buffer.byteLength(foldTitle(letter)) > 3)
      .filter((_, at, all) => at % Math.floor(all.length / 255) === 0);
    const title = letters.slice(0, 255).join('').padEnd(255, '㌀');
    expect(Buffer.byteLength(title) + Buffer.byteLength(foldTitle(title))).toBeGreaterThan(2000);
    const { body } = await app.key.upload(pdfUpload(pdf, { title }));
    expect(body.document.title).toBe(title);
  });

  test('accepts a file of exactly 50 MB', async () => {
    const parts = [
      Buffer.from(partHead({ name: 'file', filename: 'large.pdf' })),
      ...makePdfOfSize(LIMIT),
      Buffer.from(`\r\n${MULTIPART_END}`),
    ];
    const { caller, key } = await app.makeKey();
    const answer = await sendStream(
      `${app.url}/api/documents/upload`,
      { method: 'POST', headers: { ...MULTIPART, authorization: `Bearer ${key}` } },
      parts,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({ document: { size_bytes: LIMIT, page_count: 1 } });
    expect((await caller.get('/api/documents/paginated')).status).toBe(200);
  });

  test('makes the signed-in user the owner of an uploaded document', async () => {
    const { caller, userId } = await app.member('member');
    const { body } = await caller.upload(pdfUpload(pdf));
    expect(body.document.owner.id).toBe(userId);
  });
});

needsCredential(app, sample);
needsScope(app, 'documents:write', sample);

describe('403', () => {
  test('rejects a request from another site', async () => {
    expectError(
      await app.owner.upload(pdfUpload(pdf), { headers: { origin: 'https://evil.example' } }),
      'CROSS_SITE_REQUEST',
    );
  });
});

refusesOtherMethods(app, sample.path, ['POST']);

describe('413', () => {
  const filler = Buffer.alloc(1024 * 1024, '%');
  function* oneByteMore(): Generator<Uint8Array> {
    yield Buffer.from(partHead({ name: 'file', filename: 'large.pdf' }));
    yield* makePdfOfSize(LIMIT + 1);
    yield Buffer.from(`\r\n${MULTIPART_END}`);
  }
  function* endless(): Generator<Uint8Array> {
    yield Buffer.from(partHead({ name: 'file', filename: 'large.pdf' }) + '%PDF-1.7\n');
    for (let i = 0; i < 400; i += 1) yield filler;
  }

  test('rejects an upload of 50 MB plus one byte', async () => {
    const { key } = await app.makeKey();
    const before = await left();
    const answer = await sendStream(
      `${app.url}/v1/api/documents/upload`,
      { method: 'POST', headers: { ...MULTIPART, authorization: `Bearer ${key}` } },
      oneByteMore(),
    );
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({
      error: 'FILE_TOO_LARGE',
      message: 'The file is larger than 50 MB.',
      details: { maxBytes: LIMIT },
    });
    expect(answer.headers['x-ratelimit-limit']).toBe('2147483647');
    await leavesNothing(before);
  });

  test('stops reading an upload of 400 MB that has no Content-Length', async () => {
    const { key } = await app.makeKey();
    const before = await left();
    const answer = await sendStream(
      `${app.url}/api/documents/upload`,
      { method: 'POST', headers: { ...MULTIPART, authorization: `Bearer ${key}` } },
      endless(),
    );
    expect(answer.status).toBe(413);
    expect(answer.sent).toBeLessThan(80 * 1024 * 1024);
    await leavesNothing(before);
  });

  test('rejects an upload of 60 MB even if the client reads no response before it has sent the complete body', async () => {
    const { key } = await app.makeKey();
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /api/documents/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${MULTIPART['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const write = (data: string | Uint8Array) =>
      new Promise<void>((sent, failed) => socket.write(data, (error) => (error ? failed(error) : sent())));
    const chunk = async (data: Uint8Array) => {
      await write(`${data.length.toString(16)}\r\n`);
      await write(data);
      await write('\r\n');
    };
    await write(head);
    await chunk(Buffer.from(partHead({ name: 'file', filename: 'large.pdf' }) + '%PDF-1.7\n'));
    for (let megabyte = 0; megabyte < 60; megabyte += 1) await chunk(filler);
    await chunk(Buffer.from(`\r\n${MULTIPART_END}`));
    await write('0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toString()).toContain('FILE_TOO_LARGE');
  });

  test('rejects an oversized Content-Length before the first byte of the body arrives', async () => {
    const { key } = await app.makeKey();
    const headers = { ...MULTIPART, authorization: `Bearer ${key}`, 'content-length': String(LIMIT * 2) };
    const answer = await sendStream(`${app.url}/api/documents/upload`, { method: 'POST', headers }, endless());
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: 'FILE_TOO_LARGE' });
    expect(answer.sent).toBeLessThan(8 * 1024 * 1024);
  });
});

describe('415', () => {
  test.each(['application/pdf', 'application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'rejects an upload with the Content-Type %s',
    async (type) => {
      const body = type === 'application/json' ? '{}' : new Uint8Array(pdf);
      expectError(
        await app.key.both('POST', sample.path, { body, headers: { 'content-type': type } }),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    },
  );
  test('rejects an upload without a Content-Type', async () => {
    expectError(await app.key.post(sample.path, pdf), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('422: invalid file', () => {
  const without = (part: RegExp) => replaced(part, '');
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'empty_file'],
    ['a text file', Buffer.from('This is no PDF.'), 'not_a_pdf'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'not_a_pdf'],
    ['an HTML page that contains %PDF', Buffer.from('<html>%PDF</html>'), 'not_a_pdf'],
    ['only the header of a PDF', Buffer.from('%PDF-1.7\n'), 'damaged_pdf'],
    ['a PDF without its first half', cut.subarray(cut.length / 2), 'not_a_pdf'],
    ['zeros after the header', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4096)]), 'damaged_pdf'],
    ['a PDF without one of its pages', without(/6 0 obj[^]*?endobj/), 'damaged_pdf'],
    ['a PDF without the content of a page', cut.subarray(0, cut.length / 2), 'damaged_pdf'],
  ])('rejects an unreadable file: %s', async (_, content, reason) => {
    const before = await left();
    expectInvalid(
      await app.key.both('POST', sample.path, { headers: MULTIPART, body: pdfUpload(content) }),
      'file',
      reason,
    );
    await leavesNothing(before);
  });

  test('rejects a damaged signed file, because a repair would break the signatures', async () => {
    const { id } = await app.sent();
    const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
    const { bytes: file } = await app.anyone.get(new URL(body.downloadUrl).pathname);
    const answer = await app.key.upload(pdfUpload(Buffer.concat([file, Buffer.from('startxref\n1\n%%EOF\n')])));
    expectInvalid(answer, 'file', 'damaged_pdf');
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('contains signatures') } });
  });

  test.each([0.2, 0.4, 0.6])('rejects a file truncated to %f of its length', async (share) => {
    const before = await left();
    const answer = await app.key.upload(pdfUpload(cut.subarray(0, Math.floor(cut.length * share))));
    expectInvalid(answer, 'file', 'damaged_pdf');
    await leavesNothing(before);
  });

  test('rejects a file that exceeds every limit when decompressed, and continues to accept uploads', async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(400 * 1024 * 1024)));
    const objects = `9 0 obj\n<</Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]/Length ${bomb.length}>>\nstream\n`;
    const file = Buffer.concat([Buffer.from(`%PDF-1.7\n${objects}`), bomb, Buffer.from('\nendstream\nendobj\n')]);
    expectInvalid(await app.key.upload(pdfUpload(file)), 'file', 'unreadable_pdf');
    expect((await app.key.upload(pdfUpload(pdf))).status).toBe(201);
  });
});

describe('files that need rewriting', () => {
  const SCRIPT = makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' });
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const setRule = (rule: string | null) =>
    app.sql(`update organizations set settings = settings || $1::jsonb where tenant_id = $2`, [
      JSON.stringify({ active_content: rule }),
      app.tenant.tenantId,
    ]);

  /** Returns the draft, its stored bytes, and the trail's entry about its creation. */
  async function uploaded(bytes: Uint8Array) {
    const { status, body } = await app.key.upload(pdfUpload(bytes));
    expect(status, JSON.stringify(body)).toBe(201);
    const kept = await app.uploaded(body.document.id);
    expect(body.document).toMatchObject({ sha256: sha256(kept), size_bytes: kept.length });
    const [entry] = await app.sql(`select convert_from(bytes, 'UTF8') as text from audit_entries where stream = $1`, [
      body.document.id,
    ]);
    return { document: body.document, kept, recorded: String(entry?.['text']) };
  }

  test('rewrites a PDF file that has bytes before its header', async () => {
    const { status, body } = await app.key.upload(
      pdfUpload(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), pdf])),
    );
    expect(status).toBe(201);
    expect(body.document.warnings).toEqual([expect.stringContaining('was damaged and has been repaired')]);
  });

  test('removes bytes before the header of a signed file, and keeps its signatures valid', async () => {
    const { id } = await app.sent();
    const current = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
    const { bytes: file } = await app.anyone.get(new URL(current.body.downloadUrl).pathname);
    const { status, body } = await app.key.upload(pdfUpload(Buffer.concat([Buffer.from('\r\n'), file])));
    expect(status).toBe(201);
    expect(body.document.warnings[0]).toContain('removed them and kept the signatures');
    expect(body.document.sha256).toBe(createHash('sha256').update(file).digest('hex'));
  });

  test.each<[string, Uint8Array]>([
    ['a wrong startxref', replaced(/startxref\n\d+/, 'startxref\n9')],
    ['no trailer', cut.subarray(0, cut.lastIndexOf('xref\n0'))],
    ['a truncated trailer', cut.subarray(0, cut.length - 9)],
    ['a wrong stream length', replaced(/\/Length \d+/, '/Length 3')],
  ])('repairs a damaged file with %s, and reports the repair', async (_, damaged) => {
    const before = await files.all();
    const { document, kept, recorded } = await uploaded(damaged);
    expect(document).toMatchObject({ page_count: 3, warnings: [expect.stringContaining('was damaged')] });
    expect(recorded).toContain(sha256(damaged));
    expect(recorded).toContain(sha256(kept));
    expect(await files.addedTo(before)).toHaveLength(1);
  });

  test('keeps the content of a page whose compressed stream has spaces after the stream keyword', async () => {
    const content = deflateSync('BT /F1 14 Tf 72 760 Td (The rent is 1,200 EUR) Tj ET').toString('latin1');
    const loose = makePdf({ content }).toString('latin1');
    const compressed = loose.replace(/<<(\/Length \d+)>>\nstream\n(?=x)/, '<<$1/Filter/FlateDecode>>\nstream \r\n');
    const { document, kept } = await uploaded(Buffer.from(compressed, 'latin1'));
    expect(document.warnings).toEqual([expect.stringContaining('was damaged')]);
    expect(await pageText(kept)).toBe('The rent is 1,200 EUR');
  });

  test('stores two pages, with a warning, if the page tree lists the same page object twice', async () => {
    const { document, kept } = await uploaded(replaced('6 0 R 8 0 R]', '4 0 R 8 0 R]'));
    expect(document).toMatchObject({
      page_count: 3,
      warnings: [expect.stringContaining('lists a page more than once')],
    });
    const [, kids = ''] = /\/Kids\s*\[([^\]]*)\]/.exec(kept.toString('latin1')) ?? [];
    expect(new Set(kids.match(/\d+ 0 R/g)).size).toBe(3);
  });

  test('rejects a repair that would change a page, because PDF programs interpret such a file differently', async () => {
    // If the end of the file is missing, Countersign's parser uses the newest version of the object, whereas PDFium
    // uses the first version.
    const newer =
      '5 0 obj\n<</Length 44>>\nstream\nBT /F1 14 Tf 72 760 Td (Another page) Tj ET   \nendstream\nendobj\n';
    const file = Buffer.concat([cut, Buffer.from(`${newer}${'%'.repeat(5000)}\n`)]);
    expectInvalid(await app.key.upload(pdfUpload(file)), 'file', 'repair_changes_page');
  });

  test('rejects a file that must be rewritten if one of its pages cannot be drawn', async () => {
    const lost = makePdf({ content: '/Lost Do', catalog: '/OpenAction<</S/JavaScript/JS(1)>>' });
    expectInvalid(await app.key.upload(pdfUpload(lost)), 'file', 'page_not_drawn');
    const circle = replaced('/Kids[4 0 R', '/Kids[2 0 R');
    expectInvalid(await app.key.upload(pdfUpload(circle)), 'file', 'page_not_drawn');
    const bomb = makeBomb()
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n9');
    const answer = await app.key.upload(pdfUpload(Buffer.from(bomb, 'latin1')));
    expectInvalid(answer, 'file', 'page_not_drawn');
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('page 2') } });
  });

  describe('a file that ends with an incomplete update', () => {
    const newer =
      '5 0 obj\n<</Length 44>>\nstream\nBT /F1 14 Tf 72 760 Td (Another page) Tj ET   \nendstream\nendobj\n';
    const unfinished = Buffer.concat([cut, Buffer.from(newer)]);

    test('stores the file without the incomplete update, and sends the document only after the sender accepts the warning', async () => {
      const { document, kept } = await uploaded(unfinished);
      expect(document).toMatchObject({
        warnings: ['This file ends with an incomplete update. The pages show the version before it.'],
        warnings_to_accept: ['unfinished_update'],
      });
      expect(kept.equals(cut)).toBe(true);
      const send = (more: object) =>
        app.key.post(`/api/documents/${document.id}/send-for-signing`, { signers: [app.person()], ...more });
      for (const more of [{}, { acceptWarnings: [] }])
        expectInvalid(await send(more), 'acceptWarnings', 'unfinished_update');
      expectInvalid(await send({ acceptWarnings: ['everything'] }), 'acceptWarnings[0]');
      expect((await send({ acceptWarnings: ['unfinished_update'] })).status).toBe(200);
      const [entry] = await app.sql(
        `select convert_from(bytes, 'UTF8') as text from audit_entries where stream = $1 and convert_from(bytes, 'UTF8') like '%document.sent%'`,
        [document.id],
      );
      expect(entry?.['text']).toContain('unfinished_update');
    });

    test('requires the sender to accept the warning even for a copy or a package', async () => {
      const { document } = await uploaded(unfinished);
      const copy = await app.key.post<'duplicateDocument'>(`/api/documents/${document.id}/duplicate`, {});
      expect(copy.body.document.warnings_to_accept).toEqual(['unfinished_update']);
      const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Both', documentIds: [document.id] });
      const send = (more: object) =>
        app.key.post(`/api/packages/${made.body.package.id}/send`, { signers: [app.person()], ...more });
      expectInvalid(await send({}), 'acceptWarnings', 'unfinished_update');
      expect((await send({ acceptWarnings: ['unfinished_update'] })).status).toBe(200);
    });

    test('rejects the creation of a template from a file that ends with an incomplete update', async () => {
      const file = { name: 'file', filename: 'a.pdf', content: unfinished };
      const before = await files.all();
      const answer = await app.key.send('POST', '/api/templates/create', {
        headers: MULTIPART,
        body: multipart([file]),
      });
      expectInvalid(answer, 'file', 'unfinished_update');
      await until('the file to be gone', async () => (await files.addedTo(before)).length === 0);
    });
  });

  test('removes, reports and records active content', async () => {
    const { document, kept, recorded } = await uploaded(SCRIPT);
    expect(document.warnings).toEqual([expect.stringMatching(/^Active content was removed .* JavaScript/)]);
    expect(kept.toString('latin1')).not.toMatch(/JavaScript|app\.alert/);
    expect(recorded).toContain(sha256(SCRIPT));
    const sent = await app.key.post(`/api/documents/${document.id}/send-for-signing`, { signers: [app.person()] });
    expect(sent.status, sent.text).toBe(200);
  });

  test('repairs a damaged file that contains a script, and removes the script', async () => {
    const damaged = Buffer.from(SCRIPT.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9'), 'latin1');
    const { document, kept } = await uploaded(damaged);
    expect(document.warnings).toHaveLength(2);
    expect(kept.toString('latin1')).not.toContain('JavaScript');
  });

  describe('a form with stale appearances', () => {
    const STALE_FIELD = `/FT/Tx/T(Rent)/V(1,200.00)/DA(/Helv 12 Tf 0 g)/AP<</N ${STALE}>>`;

    test('draws the stale form appearances on upload with a warning, but does not change them when the document is sent', async () => {
      const form = makeForm([{ entries: STALE_FIELD }], { needAppearances: true });
      const { document, kept, recorded } = await uploaded(form);
      expect(document.warnings).toEqual([expect.stringContaining('“Rent”')]);
      expect(kept.toString('latin1')).toContain('(1,200.00) Tj');
      expect(kept.toString('latin1')).not.toMatch(/NeedAppearances|800\.00/);
      expect(recorded).toContain(sha256(form));
      const sent = await app.key.post(`/api/documents/${document.id}/send-for-signing`, { signers: [app.person()] });
      expect(sent.status, sent.text).toBe(200);
      expect((await storedFile(app, document.id)).toString('latin1')).not.toMatch(/NeedAppearances|800\.00/);
    });

    test('leaves a form without /NeedAppearances unchanged', async () => {
      const form = makeForm([{ entries: STALE_FIELD }]);
      expect((await uploaded(form)).kept).toEqual(form);
    });

    test('rejects a form field that cannot be drawn, and names the field in the error', async () => {
      const before = await left();
      const form = makeForm([{ entries: `/FT/Tx/T(Rent)/V${text('\u{10fffd}')}` }], { needAppearances: true });
      const refused = await app.key.upload(pdfUpload(form));
      expectInvalid(refused, 'file', 'undrawable_field');
      expect(refused.text).toContain('“Rent”');
      await leavesNothing(before);
    });
  });

  test("rejects or keeps active content according to the organization's setting", async () => {
    try {
      await setRule('refuse');
      expectInvalid(await app.key.upload(pdfUpload(SCRIPT)), 'file', 'active_content');
      await setRule('keep');
      const { document, kept } = await uploaded(SCRIPT);
      expect(kept).toEqual(SCRIPT);
      expect(document.warnings).toEqual([expect.stringContaining("kept according to your organization's settings")]);
    } finally {
      await setRule(null);
    }
  });
});

async function pageText(bytes: Uint8Array): Promise<string> {
  const text = await app.services.pdf.pageText({ parts: [{ bytes }] }, 1);
  return text.lines.map((line) => line.text).join(' ');
}

describe('an encrypted file', () => {
  const encrypt = (user: string, owner: string, ...options: string[]) => encryptedPdf(pdf, { user, owner, options });
  const upload = (bytes: Buffer, password?: string) =>
    app.key.upload(pdfUpload(bytes, password === undefined ? {} : { password }));

  test.each<[string, string, string, string | undefined, readonly string[]]>([
    ['the file needs no password', '', '', undefined, []],
    ['the form contains an empty password', '', '', '', []],
    ['the owner password only restricts printing and copying', '', 'owner', undefined, ['--print=none', '--extract=n']],
    ['the owner password overrides the restrictions', '', 'owner', 'owner', ['--modify=none']],
    ['the form contains the user password', 'open sesame', 'owner', 'open sesame', []],
  ])('decrypts the file before storing it, and adds a warning, if %s', async (_, user, owner, password, options) => {
    const { status, body } = await upload(await encrypt(user, owner, ...options), password);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.document.warnings).toEqual([expect.stringContaining('was encrypted')]);
    const kept = await app.uploaded(body.document.id);
    expect(kept.toString('latin1')).not.toContain('/Encrypt');
    expect(await pageText(kept)).toBe('Page 1');
    const sent = await app.key.post(`/api/documents/${body.document.id}/send-for-signing`, {
      signers: [app.person()],
    });
    expect(sent.status, sent.text).toBe(200);
  });

  test.each<[string, readonly string[], string | undefined, string, string]>([
    ['the file needs a password', ['open', 'owner'], undefined, 'encrypted_pdf', 'Upload it with its password'],
    ['the password is wrong', ['open', 'owner'], 'shut', 'wrong_password', 'Check the password'],
    ['the file permits no changes', ['', 'owner', '--modify=none'], undefined, 'encrypted_pdf', '"modify" (bit 4) and'],
    [
      'the file permits only comments',
      ['', 'owner', '--modify=annotate'],
      undefined,
      'encrypted_pdf',
      '"modify" (bit 4)',
    ],
    [
      'the user password does not permit changes',
      ['u', 'o', '--modify=form'],
      'u',
      'encrypted_pdf',
      'its owner password',
    ],
  ])(
    'rejects the file with instructions for the user if %s',
    async (_, [user = '', owner = '', ...options], password, code, words) => {
      const answer = await upload(await encrypt(user, owner, ...options), password);
      expectInvalid(answer, 'file', code);
      expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(words) } });
    },
  );

  test('rejects an encrypted file that has signatures, because decryption would break the signatures', async () => {
    const { id } = await app.sent();
    const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
    const { bytes: signed } = await app.anyone.get(new URL(body.downloadUrl).pathname);
    const answer = await upload(await encryptedPdf(signed));
    expectInvalid(answer, 'file', 'signed_and_encrypted');
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('is encrypted and signed') } });
  });

  test('repairs an encrypted file that is damaged', async () => {
    const damaged = (await encrypt('', 'owner')).toString('latin1').replace(/startxref\n\d+/, 'startxref\n9');
    const { status, body } = await upload(Buffer.from(damaged, 'latin1'));
    expect(status).toBe(201);
    expect(body.document.warnings).toHaveLength(2);
  });

  test('lets recipients sign only in the existing signature fields if an encrypted file permits only form filling', async () => {
    const form = '/AcroForm<</Fields[6 0 R]/SigFlags 1>>';
    const field = '6 0 obj\n<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[72 600 250 660]/P 4 0 R/F 4>>\nendobj\n';
    const page = makePdf({ catalog: form }).toString('latin1');
    const withField = page
      .replace('xref\n0 6', `${field}xref\n0 6`)
      .replace('/Contents 5 0 R', '/Contents 5 0 R/Annots[6 0 R]');
    const plain = await throughQpdf(Buffer.from(withField, 'latin1'), ['--warning-exit-0']);
    const { status, body } = await upload(await encryptedPdf(plain, { options: ['--modify=form'] }));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.document.warnings[1]).toContain('(Tenant)');
    const send = (...more: object[]) =>
      app.key.post(`/api/documents/${body.document.id}/send-for-signing`, Object.assign({}, ...more));
    const [ada, konrad] = [app.person(), app.person()];
    const place = { kind: 'text', signer: ada.email, page: 1, x: 10, y: 10, width: 100, height: 20 };
    expectInvalid(await send({ signers: [ada], fields: [place] }), 'fields', 'no_new_fields');
    expectInvalid(await send({ signers: [ada, konrad] }), 'signers', 'no_new_fields');
    const sent = await send({ signers: [ada] });
    expect(sent.status, sent.text).toBe(200);
    const [row] = await app.sql('select pdf_field from signers where document_id = $1', [body.document.id]);
    expect(row).toEqual({ pdf_field: 'Tenant' });
  });

  test('opens an encrypted file that is uploaded for a template', async () => {
    const file = { name: 'file', filename: 'a.pdf', content: await encrypt('open', 'owner') };
    const send = (password: string) =>
      app.key.send('POST', '/api/templates/create', {
        headers: MULTIPART,
        body: multipart([file, { name: 'password', content: password }]),
      });
    expectInvalid(await send('wrong'), 'file', 'wrong_password');
    expect((await send('open')).status).toBe(201);
  });
});

describe('422: invalid form', () => {
  const file = { name: 'file', filename: 'a.pdf', content: pdf };
  test.each([
    ['no file', [{ name: 'title', content: 'x' }], 'file', undefined],
    ['an empty form', [], 'file', undefined],
    ['text instead of the file', [{ name: 'file', content: 'x' }], 'file', undefined],
    ['two files', [file, file], 'file', 'several_files'],
    ['three files', [file, file, file], 'file', 'several_files'],
    ['a file in a part with another name', [{ ...file, name: 'document' }], 'document', 'unknown_field'],
    ['an unknown part before the file', [{ name: 'status', content: 'completed' }, file], 'status', undefined],
    ['an unknown part after the file', [file, { name: 'owner', content: 'x' }], 'owner', undefined],
    ['two titles', [{ name: 'title', content: 'a' }, file, { name: 'title', content: 'b' }], 'title', undefined],
    ['a title of 256 characters', [{ name: 'title', content: 'x'.repeat(256) }, file], 'title', undefined],
    [
      'a title that contains an e-mail header',
      [{ name: 'title', content: 'a\r\nBcc: everybody@example.com' }, file],
      'title',
      undefined,
    ],
    ['a title with a NUL character', [{ name: 'title', content: 'a\u0000b' }, file], 'title', undefined],
    [
      'a description of 2,001 characters',
      [{ name: 'description', content: 'x'.repeat(2001) }, file],
      'description',
      undefined,
    ],
    ['a description of 20 KB', [{ name: 'description', content: 'x'.repeat(20_000) }, file], 'description', undefined],
  ] as const)('rejects an invalid upload form: %s', async (_, parts, field, reason) => {
    const before = await left();
    expectInvalid(
      await app.key.both('POST', sample.path, { headers: MULTIPART, body: multipart(parts) }),
      field,
      reason,
    );
    await leavesNothing(before);
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])('rejects a form part named %s', async (name) => {
    const before = await left();
    for (const part of [
      { name, content: 'x' },
      { ...file, name },
    ]) {
      const answer = await app.key.upload(multipart([part, file]));
      expect({
        status: answer.status,
        code: (answer.body as unknown as { error: { code: string } }).error.code,
      }).toEqual({ status: 422, code: 'validation_error' });
    }
    await leavesNothing(before);
  });

  const whole = pdfUpload(pdf);
  test.each([
    ['a content type without a boundary', 'multipart/form-data', whole],
    ['a content type with another boundary', 'multipart/form-data; boundary=other', whole],
    ['a missing end', MULTIPART['content-type'], whole.subarray(0, -MULTIPART_END.length)],
    ['a body that ends within the file', MULTIPART['content-type'], whole.subarray(0, whole.length / 2)],
    ['a body that ends within the header of a part', MULTIPART['content-type'], whole.subarray(0, 40)],
    ['only an opening line', MULTIPART['content-type'], Buffer.from(`--${BOUNDARY}\r\n`)],
    ['JSON in the body', MULTIPART['content-type'], Buffer.from('{"file":"x"}')],
  ])('rejects a body that is not a form: %s', async (_, type, body) => {
    const before = await left();
    const answer = await app.key.both('POST', sample.path, { headers: { 'content-type': type }, body });
    const { error } = answer.body as { error: { field: string } };
    expect(answer.status).toBe(422);
    expectInvalid(answer, error.field === 'file' ? 'file' : 'body');
    await leavesNothing(before);
  });
});

countsRequests(app, sample);
