/** Extends the time between the last signature and the seal for as long as a test needs. */
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/**
 * Sends a request for a completed document that appears to be unsealed. The seal is restored as soon as the request
 * waits for it.
 * @returns the response
 */
export async function whileUnsealed<T>(app: TestApp, id: string, ask: () => Promise<T>): Promise<T> {
  const [row] = await app.sql<{ sealed_at: Date }>('select sealed_at from documents where id = $1', [id]);
  await app.sql('update documents set sealed_at = null where id = $1', [id]);
  const waits = vi.spyOn(app.services.sealed, 'wait');
  try {
    let isAnswered = false;
    const answer = ask().finally(() => (isAnswered = true));
    await until(
      'the response to wait for the seal',
      async () => isAnswered || waits.mock.calls.some(([, , of]) => of === id),
    );
    expect(isAnswered, 'the response was sent before the seal').toBe(false);
    await app.sql('update documents set sealed_at = $2 where id = $1', [id, row?.sealed_at]);
    return await answer;
  } finally {
    waits.mockRestore();
  }
}
