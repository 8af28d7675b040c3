import { expect } from 'vitest';
import type { SignBody, TestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { DRAWN } from '../support/signatures.ts';
import type { Upload } from './uploads.ts';

type Field = { page: number; x: number; y: number; width: number; height: number };

export interface Envelope {
  id: string;
  upload: Buffer;
  /** The bytes that the service stores and appends to. */
  kept: Buffer;
  /** The file as it can be downloaded after sending and after the first signature. */
  states: Buffer[];
  finished: Buffer;
  signers: { name: string; email: string; place: Field }[];
}

/** A text field of the first signer, and its value. */
export type FilledText = { place: Field; value: string };

/**
 * Runs the main flow over HTTP with an upload and two signers. The first signer draws in a separate field (and fills in
 * `text`), and the second signer types a name. Then the file is sealed and downloaded.
 */
export async function completeEnvelope(app: TestApp, { make, place }: Upload, text?: FilledText): Promise<Envelope> {
  const upload = await make();
  const [first, second] = [app.person(), app.person()];
  const uploaded = await app.key.upload(pdfUpload(upload));
  expect(uploaded.status, uploaded.text).toBe(201);
  const { id } = uploaded.body.document;
  const sent = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {
    signers: [first, second],
    fields: [
      { kind: 'signature', signer: first.email, ...place },
      ...(text === undefined ? [] : [{ kind: 'text', label: 'Text', signer: first.email, ...text.place }]),
    ],
  });
  expect(sent.status, sent.text).toBe(200);
  const { fields } = sent.body.document;
  const kept = await download(app, id, 'original');
  const states = [await current(app, id)];
  const filled = fields.filter(({ kind }) => kind === 'text').map((field) => ({ id: field.id, value: text?.value }));
  await sign(app, id, first.email, { signature: { type: 'drawn', data: DRAWN }, fields: filled });
  states.push(await current(app, id));
  await sign(app, id, second.email, { signature: { type: 'typed', data: second.name } });
  await app.sealed(id);
  const finished = await current(app, id);
  const signers = sent.body.signers.map(({ id: signer, name, email }) => {
    const field = fields.find(({ kind, signer_id }) => kind === 'signature' && signer_id === signer);
    if (field === undefined) throw new Error(`${email} has no signature field.`);
    return { name, email, place: field };
  });
  return { id, upload, kept, states, finished, signers };
}

async function sign(app: TestApp, id: string, email: string, body: SignBody): Promise<void> {
  const signed = await app.sign(id, { ...body, token: await app.link(email) });
  expect(signed.status, signed.text).toBe(200);
}

const current = (app: TestApp, id: string): Promise<Buffer> => download(app, id, 'current');

async function download(app: TestApp, id: string, type: 'current' | 'original'): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
}
