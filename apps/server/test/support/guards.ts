import { describe, expect, test } from 'vitest';
import type { TestApp } from './app.ts';
import { expectError } from './expect-answer.ts';
import { needsCredential, needsScope, refusesApiKeys, type Sample } from './refusals.ts';

/** Tests that a personal operation accepts a session but no API key. */
export function sessionOnly(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  describe('403', () => {
    refusesApiKeys(app, sample);
  });
}

/** Tests that only owners can call an operation, and only with a session. */
export function ownersOnly(app: TestApp, sample: Sample): void {
  sessionOnly(app, sample);
  test.each(['admin', 'member'] as const)('403: rejects the role "%s"', async (role) => {
    const { caller } = await app.member(role);
    const { method, path, body } = sample;
    expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
  });
}

/**
 * Tests that only administrators can call an operation, with a session or a key that has the `admin` scope. Members are
 * rejected.
 */
export function administrative(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  needsScope(app, 'admin', sample);
  describe('403', () => {
    test('rejects a member who is not an administrator', async () => {
      const { caller } = await app.member('member');
      const { method, path, body } = sample;
      expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
    });
  });
}

/**
 * Tests access to an entry that only administrators can read. A member gets the same 404 for an existing and an unknown
 * entry.
 */
export function hidesFromMembers(app: TestApp, pathOf: (id: string) => string, existing: string): void {
  test('404: returns the same response to a member for existing and unknown IDs', async () => {
    const { caller } = await app.member('member');
    const unknown = `${existing.slice(0, -4)}0000`;
    const answers = [];
    for (const id of [existing, unknown]) {
      const { status, text } = await caller.get(pathOf(id), { mayFail: true });
      const body = text.replaceAll(id, 'id').replaceAll(/req_[\w-]+/g, 'req');
      answers.push({ status, body });
    }
    expect(answers[0]).toMatchObject({ status: 404, body: expect.stringContaining('_NOT_FOUND') as string });
    expect(answers[1]).toEqual(answers[0]);
  });
}

/**
 * Checks that a webhook operation can be called only by administrators with a session and with keys that have the
 * `webhooks` scope.
 */
export function forWebhooks(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  needsScope(app, 'webhooks', sample);
  describe('403', () => {
    test('rejects a member who is not an administrator', async () => {
      const { caller } = await app.member('member');
      const { method, path, body } = sample;
      expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
    });
  });
}
