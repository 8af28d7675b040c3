import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { OWNER, type TestApp } from './app.ts';
import { comparableText, type Answer, type Caller } from './caller.ts';
import { expectError, expectInvalid } from './expect-answer.ts';
import type { Sample } from './refusals.ts';

const send = (caller: Caller, { method, path, body }: Sample): Promise<Answer> =>
  caller.send(method, path, body === undefined ? {} : { body });

/**
 * Common rejections of operations on a recipient's own view: 401 without the recipient's own link, 403 for members, and
 * 410 for a document that has ended.
 */
export function opensWithOwnLinkOnly(app: TestApp, sample: (signerId: string) => Sample): void {
  describe('401', () => {
    test('rejects a request without a signing link', async () => {
      const request = sample(newId('signer'));
      const answer = await send(app.anyone, request);
      // If the operation takes the token in the body, a missing token is reported as a missing input.
      if (request.body === undefined || request.body instanceof Uint8Array) expectError(answer, 'UNAUTHORIZED');
      else expectInvalid(answer, 'token');
    });

    test("returns the same response to an anonymous caller and to everyone else except the link's recipient", async () => {
      const [one, two] = [app.person(), app.person()];
      const { signers } = await app.sent({ signers: [one, two] });
      const foreign = await app.sent({ by: (await app.otherTenant()).key });
      const { caller } = await app.recipient(one.email);
      const nobody = await send(caller, sample(newId('signer')));
      expectError(nobody, 'INVALID_LINK');
      for (const id of [signers[1]?.id ?? '', foreign.signers[0]?.id ?? '', 'sgn_1', 'x', 's'.repeat(300)]) {
        const answer = await send(caller, sample(id));
        expect(comparableText(answer), id).toBe(comparableText(nobody));
      }
      expect((await send(caller, sample(signers[0]?.id ?? ''))).status).toBeLessThan(300);
    });

    test('rejects a bearer token after half an hour, while the signing link still works', async () => {
      const { signers } = await app.sent();
      const { caller, token } = await app.recipient(signers[0]?.email ?? '');
      app.clock.advance({ minutes: 30 });
      expectError(await send(caller, sample(signers[0]?.id ?? '')), 'INVALID_LINK');
      expect((await send(app.anyone.with({ bearer: token }), sample(signers[0]?.id ?? ''))).status).toBeLessThan(300);
    });
  });

  describe('403', () => {
    test('rejects an API key, because API keys use separate operations', async () => {
      const { signers } = await app.sent();
      expectError(await send(app.key, sample(signers[0]?.id ?? '')), 'FORBIDDEN');
    });
  });

  describe('410', () => {
    const details = {
      title: 'contract.pdf',
      sender: { name: OWNER.name, email: OWNER.email, organization: OWNER.organization },
    };
    const opened = async (): Promise<{ id: string; signerId: string; caller: Caller }> => {
      const { id, signers } = await app.sent({ expirationDays: 1 });
      return {
        id,
        signerId: signers[0]?.id ?? '',
        caller: app.anyone.with({ bearer: await app.link(signers[0]?.email ?? '') }),
      };
    };
    test('rejects a voided document', async () => {
      const { id, signerId, caller } = await opened();
      await app.key.post(`/api/documents/${id}/void`, { reason: 'x' });
      expectError(await send(caller, sample(signerId)), 'DOCUMENT_VOIDED', details);
    });
    test('rejects an expired document', async () => {
      const { signerId, caller } = await opened();
      app.clock.advance({ days: 1 });
      expectError(await send(caller, sample(signerId)), 'DOCUMENT_EXPIRED', details);
    });
    test('rejects a document completed more than 30 days ago', async () => {
      const { tokens, signers } = await app.completed();
      app.clock.advance({ days: 30, ms: 1 });
      expectError(
        await send(app.anyone.with({ bearer: tokens[0] ?? '' }), sample(signers[0]?.id ?? '')),
        'LINK_EXPIRED',
        details,
      );
    });
  });
}
