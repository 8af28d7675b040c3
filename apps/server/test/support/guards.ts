import { describe, test } from 'vitest';
import type { TestApp } from './app.ts';
import { expectError } from './expect-answer.ts';
import { needsCredential, needsScope, refusesApiKeys, type Sample } from './refusals.ts';

/** An operation of a person about themselves: a session, and no key. */
export function sessionOnly(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  describe('403', () => {
    refusesApiKeys(app, sample);
  });
}

/** An operation of owners, by session. */
export function ownersOnly(app: TestApp, sample: Sample): void {
  sessionOnly(app, sample);
  test.each(['admin', 'member'] as const)('403: %s', async (role) => {
    const { caller } = await app.member(role);
    const { method, path, body } = sample;
    expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
  });
}

/** An operation of administrators, by session or by a key with the scope `admin`; members are refused. */
export function administrative(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  needsScope(app, 'admin', sample);
  describe('403', () => {
    test('a member', async () => {
      const { caller } = await app.member('member');
      const { method, path, body } = sample;
      expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
    });
  });
}

/** An operation about webhooks: administrators by session, or a key with the scope `webhooks`. */
export function forWebhooks(app: TestApp, sample: Sample): void {
  needsCredential(app, sample);
  needsScope(app, 'webhooks', sample);
  describe('403', () => {
    test('a member', async () => {
      const { caller } = await app.member('member');
      const { method, path, body } = sample;
      expectError(await caller.send(method, path, body === undefined ? {} : { body }), 'FORBIDDEN');
    });
  });
}
