/** PDF/A files stay compliant from upload to completion, as checked by our own rules (ISO 19005-1 and -2). */
import { expect, test } from 'vitest';
import { archiveFaults, makeArchivePdf } from '../../../../packages/pdf-sign/test/support/pdfa.ts';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { signaturePng } from '../support/signatures.ts';

const app = await startTestApp();
const box = { page: 1, width: 120, height: 30 };

test.each([
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 0],
] as const)(
  'keeps a PDF/A-%ib file with an output intent of %i components conformant after signing',
  async (part, intent) => {
    const { document } = (await app.key.upload(pdfUpload(makeArchivePdf(part, 'B', intent)))).body;
    expect(document.warnings).toEqual([]);
    const [first, second] = [app.person(), { ...app.person(), name: '張偉 Ångström' }];
    const signer = first.email;
    const fields = [
      { ...box, kind: 'signature', signer, x: 60, y: 100 },
      { ...box, kind: 'text', signer, x: 60, y: 200, label: 'City' },
      { ...box, kind: 'checkbox', signer, x: 60, y: 250, width: 20, height: 20 },
      { ...box, kind: 'initials', signer, x: 60, y: 300 },
    ];
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${document.id}/send-for-signing`, {
      signers: [first, second],
      fields,
    });
    expect(sent.status, sent.text).toBe(200);
    const own = (await app.key.get<'getDocument'>(`/api/documents/${document.id}`)).body.document.fields;
    const idOf = (kind: string) => own.find((field) => field.kind === kind)?.id;
    const picture = { type: 'uploaded', data: await signaturePng() };
    const signed = await app.sign(document.id, {
      token: await app.link(first.email),
      signature: picture,
      initials: { type: 'typed', data: 'AL' },
      fields: [
        { id: idOf('text'), value: 'Zürich' },
        { id: idOf('checkbox'), value: true },
      ],
    });
    expect(signed.status, signed.text).toBe(200);
    expect((await app.sign(document.id, { token: await app.link(second.email) })).status).toBe(200);
    await app.sealed(document.id);
    const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${document.id}/download`)).body;
    const { bytes } = await app.anyone.get(new URL(downloadUrl).pathname);
    expect(archiveFaults(bytes, part)).toEqual([]);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${document.id}/verify`);
    expect(verified.body.isValid).toBe(true);
  },
);
