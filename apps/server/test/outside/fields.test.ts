/** Tests every kind of field from the API to the page. Other vendors' programs read, validate and draw the fields. */
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { DRAWN, signaturePng } from '../support/signatures.ts';
import { inFolder, runTool } from './folder.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { type Box, inkWithin, render, RENDERERS } from './render.ts';
import { UPLOADS } from './uploads.ts';

const app = await startTestApp();
// External tools evaluate certificates and time-stamps at the machine's time.
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
const root = (await app.anyone.get('/pki/live/root.pem')).text;

/** The kinds of fields in two columns, with the values to enter. Signature fields have no value. */
const KINDS: { field: Record<string, unknown> & Box; value?: string | boolean }[] = [
  { field: { kind: 'signature', x: 20, y: 20, width: 150, height: 40 } },
  { field: { kind: 'signature', x: 20, y: 70, width: 120, height: 30 } },
  { field: { kind: 'initials', x: 20, y: 110, width: 60, height: 24 } },
  { field: { kind: 'date', x: 20, y: 140, width: 100, height: 18 }, value: '2026-11-20' },
  { field: { kind: 'name', x: 20, y: 165, width: 100, height: 18 }, value: 'Łukasz Żółć' },
  { field: { kind: 'email', x: 20, y: 190, width: 150, height: 18 }, value: 'lukasz@contoso.example' },
  { field: { kind: 'company', x: 20, y: 215, width: 100, height: 18 }, value: 'Контосо' },
  { field: { kind: 'job-title', x: 250, y: 20, width: 100, height: 18 }, value: 'Buyer' },
  { field: { kind: 'text', x: 250, y: 45, width: 150, height: 50 }, value: 'Two lines\nof remarks' },
  { field: { kind: 'number', x: 250, y: 105, width: 80, height: 18 }, value: '12.50' },
  { field: { kind: 'checkbox', x: 250, y: 130, width: 14, height: 14 }, value: true },
  { field: { kind: 'dropdown', x: 250, y: 155, width: 100, height: 18, options: ['Oslo', 'Zürich'] }, value: 'Zürich' },
  {
    field: { kind: 'text', x: 250, y: 180, width: 100, height: 18, label: 'Terms', default: 'Net 30', readOnly: true },
  },
];
const BUTTONS = ['Post', 'Pick-up'].map((value, nth) => ({ value, x: 250 + 40 * nth, y: 210, width: 14, height: 14 }));
const uploads = UPLOADS.filter(({ name }) => /^one page|rotated and cropped/.test(name));

describe.each(uploads)('$name', ({ make }) => {
  let before: Buffer;
  let finished: Buffer;

  beforeAll(async () => {
    const person = app.person();
    const { document } = (await app.key.upload(pdfUpload(await make()))).body;
    const place = { signer: person.email, page: 1 };
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${document.id}/send-for-signing`, {
      signers: [person],
      fields: [
        ...KINDS.map(({ field }) => ({ ...place, ...field })),
        { kind: 'radio', signer: person.email, options: BUTTONS.map((button) => ({ page: 1, ...button })) },
      ],
    });
    expect(sent.status, sent.text).toBe(200);
    const values = [...KINDS.map(({ value }) => value), 'Pick-up'];
    before = await current(document.id);
    const signed = await app.sign(document.id, {
      token: await app.link(person.email),
      signature: { type: 'drawn', data: DRAWN },
      initials: { type: 'typed', data: 'ŁŻ' },
      fields: sent.body.document.fields.flatMap(({ id }, index) =>
        values[index] === undefined ? [] : [{ id, value: values[index] }],
      ),
    });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(document.id);
    finished = await current(document.id);
  });

  test.each(RENDERERS)('draws the value of each field at its position with %s', async (renderer) => {
    const [empty, filled] = [await render(renderer, before, 1), await render(renderer, finished, 1)];
    for (const { field } of KINDS) {
      const more = field['readOnly'] === true ? 0 : inkWithin(empty, field);
      expect(inkWithin(filled, field), String(field['kind'])).toBeGreaterThan(more + 8);
    }
    const [post, pickUp] = BUTTONS;
    if (!post || !pickUp) throw new Error('Some buttons are missing.');
    expect(inkWithin(filled, post)).toBe(inkWithin(empty, post));
    expect(inkWithin(filled, pickUp)).toBeGreaterThan(inkWithin(empty, pickUp) + 8);
  });

  test('validates both signatures with pdfsig', async () => {
    const judged = (await judgeByPdfsig(finished, root)).filter(({ type }) => type === 'ETSI.CAdES.detached');
    expect(judged.map(({ signature }) => signature)).toEqual(['Signature is Valid.', 'Signature is Valid.']);
  });

  test('validates the file with qpdf and finds every value in the form', async () => {
    const said = await inFolder(async (file) => {
      await writeFile(file('signed.pdf'), finished);
      await runTool('qpdf', ['--check', file('signed.pdf')]);
      return (await runTool('qpdf', ['--json=1', '--json-key=acroform', file('signed.pdf')])).stdout.toString();
    });
    const { acroform } = JSON.parse(said) as { acroform: { fields: { fullname: string; value: unknown }[] } };
    const valueOf = (kind: string) =>
      acroform.fields.filter(({ fullname }) => fullname.startsWith(`${kind}_`)).map(({ value }) => value);
    for (const { field, value } of KINDS) {
      const kind = String(field['kind']);
      if (kind === 'signature' || kind === 'initials') continue;
      expect(valueOf(kind)).toContain(value === true ? '/Yes' : (value ?? field['default']));
    }
    expect(valueOf('radio')).toEqual(['/1', '/1']);
  });
});

test('keeps the page visible behind a signature appearance with an alpha channel', async () => {
  const person = app.person();
  const box = { page: 1, x: 100, y: 300, width: 160, height: 80 };
  const sent = await app.sentToOne({ signers: [person], fields: [{ kind: 'initials', signer: person.email, ...box }] });
  const initials = { type: 'uploaded', data: await signaturePng() };
  const signed = await app.sign(sent.id, { token: sent.token, initials });
  expect(signed.status, signed.text).toBe(200);
  for (const renderer of RENDERERS) {
    const picture = await render(renderer, await current(sent.id), 1);
    const ink = inkWithin(picture, box);
    expect(ink, renderer).toBeGreaterThan(100);
    // Areas that are not painted must stay white. A signature drawn without its alpha channel would appear as a black
    // box.
    expect(ink, renderer).toBeLessThan(160 * 80 * 1.5 * 1.5 * 0.3);
  }
});

async function current(id: string): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
}
