/** Creates drafts that are sent at a set time. */
import { expect } from 'vitest';
import type { Caller } from './caller.ts';
import type { TestApp } from './app.ts';

export const inDays = (app: TestApp, days: number): string =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

/** Creates a draft for one recipient that is sent at a set time, by default tomorrow. */
export async function scheduled(
  app: TestApp,
  {
    by = app.key,
    sendAt = inDays(app, 1),
    ...send
  }: { by?: Caller; sendAt?: string; signers?: object[]; [option: string]: unknown } = {},
) {
  const { id } = await app.draft({ by });
  const answer = await by.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {
    signers: [app.person()],
    ...send,
    sendAt,
  });
  expect(answer.status, answer.text).toBe(200);
  return { id, sendAt, document: answer.body.document };
}
