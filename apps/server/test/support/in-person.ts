/** In-person sessions for tests: a document whose signer is with the host. */
import type { IdentityCheck } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

/** A drawn line as the signing page sends it. */
export const DRAWN = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><path d="M10 60 C 40 10, 65 10, 95 60 S 150 110, 180 20" fill="none" stroke="#112" stroke-width="3"/></svg>',
).toString('base64');

type Start = { accessCode?: string | undefined; host?: Caller | undefined; identityCheck?: IdentityCheck | undefined };
export type HandOver = Parameters<TestApp['sent']>[0] & Start;

export async function handOver(app: TestApp, { accessCode, host, identityCheck, ...options }: HandOver = {}) {
  const sent = await app.sent(options);
  const started = await startWith(app, sent.id, sent.signers[0]?.email ?? '', { accessCode, host, identityCheck });
  return { ...sent, signerId: sent.signers[0]?.id ?? '', ...started };
}

export async function startWith(
  app: TestApp,
  documentId: string,
  signerEmail: string,
  { accessCode, host, identityCheck }: Start = {},
) {
  const body = {
    documentId,
    signerEmail,
    ...(accessCode !== undefined && { accessCode }),
    ...(identityCheck && { identityCheck }),
  };
  const by = host ?? (await app.session());
  const answer = await by.post<'startInPersonSession'>('/api/signing/in-person', body);
  expect(answer.status, answer.text).toBe(201);
  const sessionId = app.secret(answer.body.sessionId);
  return { answer, sessionId, session: answer.body.session, device: app.anyone.with({ bearer: sessionId }) };
}

export const verify = (app: TestApp, sessionId: string, verificationCode?: unknown) =>
  app.anyone.post<'verifyInPersonSession'>('/api/signing/in-person/verify', { sessionId, verificationCode });

export const capture = (app: TestApp, sessionId: string, body: object = {}) =>
  app.anyone.post<'captureInPersonSignature'>('/api/signing/in-person/capture', {
    sessionId,
    signatureData: DRAWN,
    consent: true,
    ...body,
  });

export async function actions(app: TestApp, documentId: string) {
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${documentId}/audit`);
  return body.entries;
}
