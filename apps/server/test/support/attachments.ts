import { expect } from 'vitest';
import type { SentDocument, TestApp } from './app.ts';
import type { Answer, Caller } from './caller.ts';
import { MULTIPART, multipart } from './multipart.ts';
import { makePdf } from './pdf.ts';

const at = { page: 1, x: 72, width: 160, height: 20 };
export type File = { filename: string; content: Uint8Array };
export const PASSPORT: File = { filename: 'Passport of Ada.pdf', content: makePdf({ text: 'Passport' }) };

export const fileUpload = ({ filename, content }: File): Buffer => multipart([{ name: 'file', filename, content }]);

export type WithAttachment = SentDocument & {
  signerId: string;
  fieldId: string;
  /** The holder of the signer's link. */
  caller: Caller;
  token: string;
  path: string;
};

/** Sends a document with a file field and a signature field to one signer, and optionally to others. */
export async function sentWithAttachment(
  app: TestApp,
  {
    required = true,
    more = [],
    signer = app.person(),
  }: { required?: boolean; more?: object[]; signer?: { email: string; name: string; accessCode?: string } } = {},
): Promise<WithAttachment> {
  const sent = await app.sent({
    signers: [signer, ...(more as { email: string; name: string }[])],
    fields: [
      { ...at, kind: 'attachment', signer: signer.email, y: 100, label: 'Passport', required },
      { ...at, kind: 'signature', signer: signer.email, y: 140, height: 40 },
    ],
  });
  const [signerId = '', fieldId = ''] = [sent.signers[0]?.id, sent.document.fields[0]?.id];
  const token = await app.link(signer.email);
  const path = pathOf(signerId, fieldId);
  return { ...sent, signerId, fieldId, caller: app.anyone.with({ bearer: token }), token, path };
}

/** Sends a document with a file field to a signer who needs a code that is sent to a second address. */
export async function guardedAttachment(app: TestApp): Promise<WithAttachment & { lock: () => Promise<unknown> }> {
  const sent = await sentWithAttachment(app);
  const values = [sent.signerId, app.person().email];
  await app.sql("update signers set second_step = 'email-code', second_email = $2 where id = $1", values);
  return { ...sent, lock: () => app.sql('update signers set step_failures = 5 where id = $1', [sent.signerId]) };
}

export const pathOf = (signerId: string, fieldId: string): string =>
  `/api/signing/${signerId}/attachments?field=${fieldId}`;

export async function attach(
  { caller, path }: Pick<WithAttachment, 'caller' | 'path'>,
  file = PASSPORT,
): Promise<Answer> {
  const answer = await caller.send('POST', path, { headers: MULTIPART, body: fileUpload(file) });
  expect(answer.status, answer.text).toBe(201);
  return answer;
}
