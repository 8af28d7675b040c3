import { comparableText } from './caller.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import type { TestApp } from './app.ts';
import { expectError } from './expect-answer.ts';
import { hidesDocuments, type Sample } from './refusals.ts';

/** Tests the rejections that all of the sender's operations on a sent document share. */
export function senderOperationRefusals(
  app: TestApp,
  sample: (id: string) => Sample,
  { also = [] }: { also?: readonly string[] } = {},
): void {
  const out = async (): Promise<Sample> => sample((await app.sent()).id);
  test('401: rejects a missing credential', async () => {
    const { method, path, body } = await out();
    expectError(await app.anyone.send(method, path, body === undefined ? {} : { body }), 'UNAUTHORIZED');
  });
  hidesDocuments(app, sample, async (by) => (await app.sent({ by })).id);
  describe('409', () => {
    test.each(['draft', 'completed', 'voided', 'expired', 'declined', 'archived'].filter((one) => !also.includes(one)))(
      'rejects a document with the status "%s"',
      async (status) => {
        const { id } = await app.sent();
        await app.sql('update documents set status = $2 where id = $1', [id, status]);
        const { method, path, body } = sample(id);
        const answer = await app.key.send(method, path, body === undefined ? {} : { body });
        expectError(answer, 'INVALID_STATE', { status, allowed: ['in-progress', ...also] });
      },
    );
  });
}

/** Tests the rejections of `senderOperationRefusals` for operations on one recipient. `sample` receives both IDs. */
export function signerOfSenderRefusals(
  app: TestApp,
  sample: (id: string, signerId: string) => Sample,
  { keysOnly = false }: { keysOnly?: boolean } = {},
): void {
  const of = async (by = app.key): Promise<{ id: string; signerId: string }> => {
    const { id, signers } = await app.sent({ by });
    return { id, signerId: signers[0]?.id ?? '' };
  };
  const send = (by: typeof app.key, { method, path, body }: Sample) =>
    by.send(method, path, body === undefined ? {} : { body });

  test('401: rejects a missing credential', async () => {
    const { id, signerId } = await of();
    expectError(await send(app.anyone, sample(id, signerId)), 'UNAUTHORIZED');
  });

  describe('404', () => {
    test("returns the same bytes for an unknown document, another organization's document and another member's document", async () => {
      const foreign = await of((await app.otherTenant()).key);
      const unknown = newId('document');
      const nobody = await send(app.key, sample(unknown, foreign.signerId));
      expectError(nobody, 'DOCUMENT_NOT_FOUND', { documentId: unknown });
      const answer = await send(app.key, sample(foreign.id, foreign.signerId));
      expect(comparableText(answer).replaceAll(foreign.id, unknown)).toBe(comparableText(nobody));
      if (keysOnly) return;
      const own = await of();
      const { caller } = await app.member('member');
      expectError(await send(caller, sample(own.id, own.signerId)), 'DOCUMENT_NOT_FOUND', { documentId: own.id });
    });

    test('rejects an unknown recipient, and a recipient of another document', async () => {
      const [one, other] = [await of(), await of()];
      for (const signerId of [newId('signer'), other.signerId, 'sgn_1'])
        expectError(await send(app.key, sample(one.id, signerId)), 'SIGNER_NOT_FOUND', { signerId });
    });
  });

  describe('409', () => {
    test.each(['completed', 'voided', 'expired', 'declined', 'archived'])(
      'rejects a document with the status "%s"',
      async (status) => {
        const { id, signerId } = await of();
        await app.sql('update documents set status = $2 where id = $1', [id, status]);
        expectError(await send(app.key, sample(id, signerId)), 'INVALID_STATE', { status, allowed: ['in-progress'] });
      },
    );

    test('rejects an expired document even if the expiration job has not run', async () => {
      const { id, signerId } = await of();
      await app.sql('update documents set expires_at = $2 where id = $1', [id, app.clock.now()]);
      expectError(await send(app.key, sample(id, signerId)), 'INVALID_STATE', {
        status: 'expired',
        allowed: ['in-progress'],
      });
    });

    test('rejects a recipient who has signed', async () => {
      const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
      await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
      expectError(await send(app.key, sample(id, signers[0]?.id ?? '')), 'SIGNER_HAS_SIGNED');
    });
  });
}
