/**
 * Tests changes that affect access or where data is sent. Sessions need a confirmation from within the last ten minutes
 * for these changes, but API keys do not (ADR 41).
 */
import { type Operation, operations } from '@countersign/contract';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { steppedUp } from '../support/people.ts';

const app = await startTestApp();
const all = Object.values(operations as Readonly<Record<string, Operation>>);
const guarded = all.filter(({ stepUp }) => stepUp !== undefined);
const idsOf = (kind: 'session' | 'account') => guarded.filter(({ stepUp }) => stepUp === kind).map(({ id }) => id);
const targetOf = ({ path, environment }: Operation) =>
  (environment === 'sandbox' ? '/sandbox' : '') + path.replaceAll(/:(\w+)/g, 'x');

beforeAll(() => app.clock.advance({ minutes: 10, seconds: 1 }));

test('requires a step-up for API keys, webhooks, members, exports and organization settings in every kind of session', () => {
  expect(idsOf('session').toSorted()).toEqual(
    [
      'acceptAuditLog',
      'addDomain',
      'addTrustAnchor',
      'bulkImportUsers',
      'confirmDeviceSignIn',
      'createApiKey',
      'createInvitation',
      'createUser',
      'createWebhook',
      'deactivateUser',
      'deleteBackup',
      'downloadBackup',
      'downloadExport',
      'endMemberSessions',
      'exportData',
      'handOverApiKey',
      'removeDomain',
      'reactivateUser',
      'removeTrustAnchor',
      'rotateApiKey',
      'rotateCallbackSecret',
      'rotateWebhookSecret',
      'startHandOver',
      'startUserImport',
      'updateMember',
      'updateOrganization',
      'updateWebhook',
      'verifyDomain',
    ].toSorted(),
  );
});

test("requires a step-up with the account's own credentials for changes to credentials and to the identity provider", () => {
  expect(idsOf('account').toSorted()).toEqual(
    [
      'addPasskey',
      'changeEmail',
      'deleteSingleSignOn',
      'disableTwoFactor',
      'passkeyRegistrationOptions',
      'removePasskey',
      'removeSuspendedFactor',
      'restoreSuspendedFactor',
      'renewRecoveryCodes',
      'resetMemberTwoFactor',
      'setSingleSignOn',
      'setUpTwoFactor',
    ].toSorted(),
  );
});

test.each(guarded)('$id rejects a session whose last step-up is older than ten minutes', async (operation) => {
  expectError(await app.owner.send(operation.method, targetOf(operation)), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
});

test('does not require a step-up for requests with an API key', async () => {
  const { caller } = await app.makeKey();
  for (const operation of guarded.filter(({ credentials }) => credentials.includes('api-key')))
    expect((await caller.send(operation.method, targetOf(operation))).text).not.toContain('STEP_UP_REQUIRED');
});

test('allows protected operations for ten minutes after a step-up', async () => {
  const settings = { settings: { branding_name: 'Northwind' } };
  const change = (by = app.owner) => by.send('PATCH', '/api/organization', { body: settings });
  expectError(await change(), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  const proved = await steppedUp(app, app.owner, { password: 'correct horse battery staple' });
  expect((await change(proved)).status).toBe(200);
  app.clock.advance({ minutes: 10, seconds: 1 });
  expectError(await change(proved), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
});
