/**
 * Tests that a report from a signer's page is recorded once for each signer, as an audit entry and an event, even if it
 * is sent again.
 */
import { describe, expect, test } from 'vitest';
import type { TestApp } from './app.ts';
import { expectInvalid } from './expect-answer.ts';
import { opensWithOwnLinkOnly } from './recipient-refusals.ts';
import { refusesOtherMethods } from './refusals.ts';

/** @param part the last part of the path, after the signer's ID */
export function notesOnce(
  app: TestApp,
  part: string,
  { event, action: audited }: { event: string; action: string },
): void {
  const pathOf = (signerId: string | undefined): string => `/api/signing/${signerId}/${part}`;

  async function recorded(id: string): Promise<number> {
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const events = await app.sql('select 1 from outbox where document_id = $1 and kind = $2', [id, event]);
    const entries = body.entries.filter(({ action }) => action === audited).length;
    expect(events.length, 'one event per entry').toBe(entries);
    return entries;
  }

  describe('a successful request (200)', () => {
    test('records a view once, even if it is reported repeatedly and concurrently', async () => {
      const { id, signers } = await app.sent();
      const { caller } = await app.recipient(signers[0]?.email ?? '');
      expect(await recorded(id)).toBe(0);
      for (const prefix of ['', '/v1', '']) {
        const { status, body } = await caller.post(prefix + pathOf(signers[0]?.id), {});
        expect({ status, body }).toEqual({ status: 200, body: { success: true } });
      }
      await Promise.all([1, 2, 3, 4].map(() => caller.post(pathOf(signers[0]?.id), {})));
      expect(await recorded(id)).toBe(1);
    });

    test('records the event only once for four concurrent first requests', async () => {
      const { id, signers } = await app.sent();
      const { caller } = await app.recipient(signers[0]?.email ?? '');
      const answers = await Promise.all([1, 2, 3, 4].map(() => caller.post(pathOf(signers[0]?.id), {})));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await recorded(id)).toBe(1);
    });

    test('accepts the signing link in the body', async () => {
      const { id, signers } = await app.sent();
      const token = await app.link(signers[0]?.email ?? '');
      expect((await app.anyone.post(pathOf(signers[0]?.id), { token })).status).toBe(200);
      expect(await recorded(id)).toBe(1);
    });
  });

  opensWithOwnLinkOnly(app, (id) => ({ method: 'POST', path: pathOf(id), body: {} }));
  refusesOtherMethods(app, pathOf('sgn_1'), ['POST']);

  describe('422', () => {
    test('rejects an unknown property and records nothing', async () => {
      const { id, signers } = await app.sent();
      const { caller } = await app.recipient(signers[0]?.email ?? '');
      expectInvalid(await caller.both('POST', pathOf(signers[0]?.id), { body: { at: 'yesterday' } }), 'at');
      expect(await recorded(id)).toBe(0);
    });
  });
}
