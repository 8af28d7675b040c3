import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../../packages/pdf-sign/test/support/pdf.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { storedFile } from '../support/tampering.ts';

/**
 * Tests fields that are placed with text in the document (anchors and tags). The text is drawn at 60, 700 in 24 points,
 * so its top left corner is at about 60, 125.
 */
const app = await startTestApp();
const ada = { email: 'ada@contoso.example', name: 'Ada Lovelace' };
const ben = { email: 'ben@contoso.example', name: 'Ben Ortiz' };
type Page = NonNullable<NonNullable<Parameters<typeof makePdf>[0]>['pages']>[number];

async function draftOf(...pages: (string | Page)[]): Promise<string> {
  const file = makePdf({ pages: pages.map((page) => (typeof page === 'string' ? { text: page } : page)) });
  const answer = await app.key.upload(pdfUpload(file));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.document.id;
}
const send = (id: string, body: object) =>
  app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, { signers: [ada, ben], ...body });
async function fieldsOf(id: string, body: object) {
  const answer = await send(id, body);
  expect(answer.status, answer.text).toBe(200);
  // Signers without a signature field get a field on the appended page.
  return answer.body.document.fields.filter(({ width, height }) => width !== 300 || height !== 62);
}
const sign = (anchor: object, more: object = {}) => ({ kind: 'signature', signer: ada.email, anchor, ...more });

describe('text anchors', () => {
  test('places a field next to the anchor text with the given offset, in the default size of the field type', async () => {
    const id = await draftOf('Sign here: ____');
    const [field] = await fieldsOf(id, { fields: [sign({ text: 'here', dx: 10, dy: 20 })] });
    // "Sign " in 24-point Helvetica is 55 points wide.
    expect(field).toMatchObject({ kind: 'signature', page: 1, width: 160, height: 44 });
    expect(field?.x).toBeCloseTo(60 + 55 + 10, -0.5);
    expect(field?.y).toBeGreaterThan(110 + 20);
    expect(field?.y).toBeLessThan(125 + 20);
  });

  test('places a signature field of a given size at every match of the anchor text, or only at the requested match', async () => {
    const pages = ['Initial here', 'Nothing', 'Initial here, and here'];
    const every = await fieldsOf(await draftOf(...pages), { fields: [sign({ text: 'here' })] });
    expect(every.map(({ page }) => page)).toEqual([1, 3, 3]);
    expect(new Set(every.map(({ id }) => id)).size).toBe(3);
    const [third] = await fieldsOf(await draftOf(...pages), {
      fields: [sign({ text: 'here', occurrence: 3, width: 50, height: 12 }, { kind: 'text', label: 'Place' })],
    });
    expect(third).toMatchObject({ kind: 'text', label: 'Place', page: 3, width: 50, height: 12 });
    expect(third?.x).toBeGreaterThan(every[1]?.x ?? Infinity);
  });

  test('ignores the number of spaces when matching anchor text', async () => {
    const [field] = await fieldsOf(await draftOf('Date   of  birth'), { fields: [sign({ text: 'Date of birth' })] });
    expect(field?.x).toBeCloseTo(60, 0);
  });

  test.each([
    ['rotated by 90 degrees', { rotate: 90 }],
    ['rotated by 180 degrees', { rotate: 180 }],
    ['rotated by 270 degrees', { rotate: 270 }],
    ['cropped', { cropBox: [40, 100, 500, 800] as [number, number, number, number] }],
    ['that is cropped and rotated', { rotate: 90, cropBox: [40, 100, 500, 800] as [number, number, number, number] }],
    ['whose origin is not at zero', { mediaBox: [-100, -100, 495, 742] as [number, number, number, number] }],
  ])('places fields where the anchor text is displayed on a page %s', async (_, page: Page) => {
    const id = await draftOf({ ...page, text: 'Sign here' });
    const [field] = await fieldsOf(id, { fields: [sign({ text: 'Sign here', width: 30, height: 20 })] });
    const text = await app.services.pdf.pageText({ parts: [{ bytes: await app.uploaded(id) }] }, 1);
    const line = text.lines.find(({ text: found }) => found === 'Sign here');
    expect({ x: field?.x, y: field?.y }).toEqual({ x: line?.x, y: line?.y });
  });

  test('searches for the anchor text when fields are planned, and again when the document is sent', async () => {
    const id = await draftOf('Sign here');
    const patch = (text: string) =>
      app.key.send('PATCH', `/api/documents/${id}`, { body: { signers: [ada], fields: [sign({ text })] } });
    expectInvalid(await patch('Sign there'), 'fields[0].anchor', 'anchor_not_found');
    expect((await patch('Sign here')).status).toBe(200);
    const answer = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document.fields).toMatchObject([{ kind: 'signature', page: 1 }]);
  });

  test('lets recipients sign in fields that were placed by anchor text', async () => {
    const id = await draftOf('Sign here');
    const signer = app.person();
    const fields = [sign({ text: 'Sign here', dy: 30 }, { signer: signer.email })];
    await fieldsOf(id, { signers: [signer], fields });
    expect((await app.sign(id, { token: await app.link(signer.email) })).status).toBe(200);
    await app.sealed(id);
    expect((await app.key.get(`/api/documents/${id}/verify`)).body).toMatchObject({ isValid: true });
  });
});

describe('text tags', () => {
  test('turns each text tag into a field with its type, signer, label and optional flag, placed over the tag', async () => {
    const id = await draftOf(
      'A {{signature:1}}',
      '{{ TEXT : 2 : Place of birth : optional }}',
      '{{date}} {{checkbox:2:I agree}}',
    );
    const fields = await fieldsOf(id, { placeTags: true });
    expect(fields.map(({ kind, page, label, required }) => ({ kind, page, label, required }))).toEqual([
      { kind: 'signature', page: 1, label: null, required: true },
      { kind: 'text', page: 2, label: 'Place of birth', required: false },
      { kind: 'date', page: 3, label: null, required: true },
      { kind: 'checkbox', page: 3, label: 'I agree', required: true },
    ]);
    const { signers } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
    expect(fields.map(({ signer_id: signer }) => signers.findIndex((one) => one.id === signer))).toEqual([0, 1, 0, 1]);
    // The text field is as wide as its tag, which is wider than a typical text field. The signature field ends at the
    // line of its tag.
    expect(fields[1]?.width).toBeGreaterThan(300);
    expect((fields[0]?.y ?? 0) + (fields[0]?.height ?? 0)).toBeCloseTo(148, -1);
  });

  test('covers text tags on the pages and keeps the text in the uploaded file', async () => {
    const id = await draftOf('{{signature:1}}');
    await fieldsOf(id, { placeTags: true });
    const source = { parts: [{ bytes: await storedFile(app, id) }] };
    const { bytes } = await app.services.pdf.render(source, { page: 1, width: 300, format: 'webp' });
    const { default: sharp } = await import('sharp');
    const { channels } = await sharp(Buffer.from(bytes)).stats();
    expect(
      channels.map(({ min }) => min > 250),
      'only white is visible',
    ).toEqual([true, true, true]);
    expect((await app.services.pdf.pageText(source, 1)).lines.map(({ text }) => text)).toEqual(['{{signature:1}}']);
  });

  test('leaves text tags unchanged if placeTags is omitted', async () => {
    const fields = await fieldsOf(await draftOf('{{signature:1}} {{nonsense}}'), {});
    expect(fields).toEqual([]);
  });

  test('places fields from text tags together with manually placed fields', async () => {
    const by = { kind: 'text', signer: ada.email, page: 1, x: 72, y: 300, width: 100, height: 20 };
    const fields = await fieldsOf(await draftOf('{{initials:2}}'), { fields: [by], placeTags: true });
    expect(fields.map(({ kind }) => kind)).toEqual(['text', 'initials']);
  });
});

describe('422', () => {
  test('names a missing anchor text and the field that requested it', async () => {
    const id = await draftOf('Sign here');
    const by = { kind: 'text', signer: ada.email, page: 1, x: 72, y: 300, width: 100, height: 20 };
    const fault = expectInvalid(
      await send(id, { fields: [by, sign({ text: 'sign here' })] }),
      'fields[1].anchor',
      'anchor_not_found',
    );
    expect(fault.message).toContain('"sign here"');
  });

  test('rejects an anchor that requests the third match if the text occurs only twice', async () => {
    const id = await draftOf('here, and here');
    const fault = expectInvalid(
      await send(id, { fields: [sign({ text: 'here', occurrence: 3 })] }),
      'fields[0].anchor.occurrence',
      'anchor_not_found',
    );
    expect(fault.message).toContain('at most 2');
  });

  test.each<[string, object, string]>([
    ['both an anchor and a page', { anchor: { text: 'here' }, page: 1 }, 'fields[0].page'],
    ['neither an anchor nor a page', {}, 'fields[0].page'],
    ['an empty anchor text', { anchor: { text: ' ' } }, 'fields[0].anchor.text'],
    ['an anchor text of 201 characters', { anchor: { text: 'x'.repeat(201) } }, 'fields[0].anchor.text'],
    ['an occurrence of zero', { anchor: { text: 'here', occurrence: 0 } }, 'fields[0].anchor.occurrence'],
    ['an unknown property', { anchor: { text: 'here', page: 1 } }, 'fields[0].anchor.page'],
    ['an offset beyond the right edge of the page', { anchor: { text: 'here', dx: 500 } }, 'fields[0].x'],
    ['an offset above the page', { anchor: { text: 'here', dy: -500 } }, 'fields[0].y'],
    ['a key that would belong to two fields', { anchor: { text: 'here' }, key: 'a' }, 'fields[0].key'],
  ])('rejects an invalid anchor: %s', async (_, more, path) => {
    const id = await draftOf('here, and here');
    expectInvalid(await send(id, { fields: [{ kind: 'text', signer: ada.email, ...more }] }), path);
  });

  test.each([
    ['{{signatur:1}}', 'bad_tag', /"signatur" is not a kind/],
    ['{{signature:0}}', 'bad_tag', /is not the number of a signer/],
    ['{{radio:1}}', 'bad_tag', /is not a kind of field/],
    ['{{text:1:Name:required}}', 'bad_tag', /optional/],
    ['{{text:3}}', 'tag_without_signer', /only 2 signers/],
  ])('rejects the invalid text tag %s', async (tag, code, said) => {
    const fault = expectInvalid(await send(await draftOf(tag), { placeTags: true }), 'placeTags', code);
    expect(fault.message).toMatch(said);
    expect(fault.message).toContain('page 1');
  });
});
