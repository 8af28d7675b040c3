import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { DRAWN } from '../support/signatures.ts';
import type { Upload } from './uploads.ts';

type Field = { page: number; x: number; y: number; width: number; height: number };

export interface Envelope {
  id: string;
  upload: Buffer;
  /** The file as it could be downloaded after sending and after each signature; the last is the finished one. */
  states: Buffer[];
  finished: Buffer;
  signers: { name: string; email: string; place: Field }[];
}

/** The main job over HTTP: upload, two signers, the first draws in a place of their own, the second types; sealed, downloaded. */
export async function completeEnvelope(app: TestApp, { make, place }: Upload): Promise<Envelope> {
  const upload = await make();
  const [first, second] = [app.person(), app.person()];
  const uploaded = await app.key.upload(pdfUpload(upload));
  expect(uploaded.status, uploaded.text).toBe(201);
  const { id } = uploaded.body.document;
  const sent = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {
    signers: [first, second],
    fields: [{ kind: 'signature', signer: first.email, ...place }],
  });
  expect(sent.status, sent.text).toBe(200);
  const states = [await current(app, id)];
  for (const [{ email, name }, signature] of [
    [first, { type: 'drawn', data: DRAWN }],
    [second, { type: 'typed', data: second.name }],
  ] as const) {
    const signed = await app.sign(id, { token: await app.link(email), signature });
    expect(signed.status, `${name}: ${signed.text}`).toBe(200);
    states.push(await current(app, id));
  }
  await app.sealed(id);
  const finished = await current(app, id);
  states.push(finished);
  const { fields } = sent.body.document;
  const signers = sent.body.signers.map(({ id: signer, name, email }) => {
    const field = fields.find(({ kind, signer_id }) => kind === 'signature' && signer_id === signer);
    if (field === undefined) throw new Error(`${email} has no place to sign`);
    return { name, email, place: field };
  });
  return { id, upload, states, finished, signers };
}

async function current(app: TestApp, id: string): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
}
