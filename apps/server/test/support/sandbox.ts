import type { ApiKeyScope } from '@countersign/contract';
import { expect } from 'vitest';
import type { Recipient, SentDocument, Tenant, TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { MULTIPART, pdfUpload } from './multipart.ts';
import { makePdf } from './pdf.ts';

export type Sandbox = {
  key: Caller;
  makeKey(scopes: ApiKeyScope[]): Promise<Caller>;
  sent(options?: { expirationDays?: number; signers?: Recipient[] }): Promise<SentDocument>;
};

/** The sandbox of an organization, with a session of its owner and a sandbox key. */
export async function sandbox(app: TestApp, tenant?: Tenant): Promise<Sandbox> {
  const owner = tenant?.owner ?? (await app.session());
  const makeKey = async (scopes: ApiKeyScope[]): Promise<Caller> => {
    const answer = await owner.post<'createApiKey'>('/sandbox/api/settings/api-keys', {
      name: 'test',
      rateLimit: 'unlimited',
      scopes,
    });
    expect(answer.status, answer.text).toBe(201);
    return app.anyone.with({ bearer: answer.body.apiKey.key });
  };
  const key = await makeKey(['documents:read', 'documents:write']);
  return {
    key,
    makeKey,
    sent: async (options = {}) => {
      const upload = await key.send<'uploadDocument'>('POST', '/sandbox/api/documents/upload', {
        body: pdfUpload(makePdf({ pages: 1 })),
        headers: MULTIPART,
      });
      expect(upload.status, upload.text).toBe(201);
      const { id } = upload.body.document;
      const answer = await key.post<'sendForSigning'>(`/sandbox/api/documents/${id}/send-for-signing`, {
        signers: [app.person()],
        ...options,
      });
      expect(answer.status, answer.text).toBe(200);
      return { id, document: answer.body.document, signers: answer.body.signers };
    },
  };
}
