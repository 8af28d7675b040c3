import { comparableText } from './caller.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import type { TestApp } from './app.ts';
import { expectError } from './expect-answer.ts';
import type { Sample } from './refusals.ts';
import { addWebhook, WEBHOOKS } from './webhooks.ts';

/**
 * Tests that the 404 has the same bytes for a webhook that is unknown, deleted, owned by another organization, or in
 * the other environment.
 */
export function hidesWebhooks(app: TestApp, sample: (id: string) => Sample): void {
  describe('404', () => {
    test('returns the same response for an unknown webhook, a deleted one, one in another organization and a sandbox webhook', async () => {
      const unknown = newId('webhook');
      const url = 'http://127.0.0.1:4999/';
      const deleted = await addWebhook(app, { url });
      await (await app.session()).send('DELETE', `${WEBHOOKS}/${deleted.id}`);
      const foreign = await addWebhook(app, { url }, { by: (await app.otherTenant()).owner });
      const sandboxed = await addWebhook(app, { url }, { prefix: '/sandbox' });
      const owner = await app.session();
      const send = (id: string) => {
        const { method, path, body } = sample(id);
        return owner.send(method, path, body === undefined ? {} : { body });
      };
      const nothing = await send(unknown);
      expectError(nothing, 'WEBHOOK_NOT_FOUND', { integrationId: unknown });
      for (const { id } of [deleted, foreign, sandboxed]) {
        const answer = await send(id);
        expect(answer.status).toBe(404);
        expect(comparableText(answer).replaceAll(id, unknown)).toBe(comparableText(nothing));
      }
      expect((await owner.send('DELETE', `/sandbox${WEBHOOKS}/${sandboxed.id}`)).status, 'untouched').toBe(200);
    });

    test('rejects a webhook ID with an invalid format', async () => {
      const { method, path, body } = sample('whk_1');
      const answer = await (await app.session()).send(method, path, body === undefined ? {} : { body });
      expectError(answer, 'WEBHOOK_NOT_FOUND', { integrationId: 'whk_1' });
    });
  });
}
