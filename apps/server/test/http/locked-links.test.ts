/**
 * Tests the status 423. After too many wrong access codes, every operation rejects the link until the sender sends a
 * new one.
 */
import type { OperationId } from '@countersign/contract';
import { LIMITS } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { fileUpload, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { MULTIPART } from '../support/multipart.ts';
import { join } from '../support/people.ts';

type Sample = { method: string; path: string; by?: Caller; body?: object | Buffer };

describe('423', async () => {
  const app = await startTestApp();
  const person = await join(app);
  const signer = { email: person.email, name: person.name, accessCode: 'blue-7' };
  const { id, signerId, caller, token, path: attachments } = await sentWithAttachment(app, { signer });
  for (let tries = 0; tries < LIMITS.accessCodeTries; tries += 1)
    await app.anyone.post('/api/signing/session', { token, accessCode: 'red-7' });
  const own = `/api/signing/${signerId}`;
  const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };

  const samples: Partial<Record<OperationId, Sample>> = {
    openSigningSession: { method: 'POST', path: '/api/signing/session', body: { token, accessCode: 'blue-7' } },
    openOwnSigningSession: {
      method: 'POST',
      path: `/api/documents/${id}/signing-session`,
      by: person.caller,
      body: { accessCode: 'blue-7' },
    },
    signDocument: {
      method: 'POST',
      path: `/api/documents/${id}/sign`,
      body: { consent: true, signature: { type: 'typed', data: 'Ada' } },
    },
    getSigningView: { method: 'GET', path: own },
    getSigningPdf: { method: 'GET', path: `${own}/pdf` },
    getSigningPage: { method: 'GET', path: `${own}/pages/1` },
    getSigningPageText: { method: 'GET', path: `${own}/pages/1/text` },
    markViewed: { method: 'POST', path: `${own}/view`, body: {} },
    markStarted: { method: 'POST', path: `${own}/start`, body: {} },
    createDrawingLink: { method: 'POST', path: `${own}/drawing-link`, body: {} },
    getDrawing: { method: 'GET', path: `${own}/drawing-link/drw_00000000000000000000000000` },
    attachFile: { method: 'POST', path: attachments, body: fileUpload(PASSPORT) },
    detachFile: { method: 'DELETE', path: attachments },
  };

  test.each(Object.entries(samples))(
    'rejects a request from a locked recipient: %s',
    async (_, { method, path, by = caller, body }) => {
      const headers = body instanceof Buffer ? MULTIPART : {};
      const answer = await by.send(method, path, { headers, ...(body !== undefined && { body }) });
      expectError(answer, 'ACCESS_CODE_LOCKED', { sender });
      expect(answer.text).not.toContain('agreement');
    },
  );
});
