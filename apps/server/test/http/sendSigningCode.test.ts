import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };
const guarded = () =>
  app.sentToOne({
    signers: [{ ...app.person(), requireTwoFactor: 'email-code', secondEmail: 'codes@contoso.example' }],
  });
const send = (token: string) => app.anyone.post<'sendSigningCode'>('/api/signing/session/code', { token });

test('429: four within an hour; the fifth when the first is an hour old', async () => {
  const { id, token } = await guarded();
  for (let n = 0; n < 4; n += 1) {
    expect((await send(token)).status).toBe(200);
    app.clock.advance({ minutes: 5 });
  }
  const refused = await send(token);
  expectError(refused, 'TOO_MANY_CODES', { sender });
  expect(refused.headers.get('retry-after')).toBe(String(40 * 60));
  app.clock.advance({ minutes: 40, ms: -1 });
  expectError(await send(token), 'TOO_MANY_CODES', { sender });
  app.clock.advance({ ms: 1 });
  expect((await send(token)).status).toBe(200);
  await app.atRest(id);
});

describe('410', () => {
  test('no code for what is withdrawn', async () => {
    const { id, token, document } = await guarded();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'A slip' });
    expectError(await send(token), 'DOCUMENT_VOIDED', { sender, title: document.title });
  });
});

test('401: a link that is none', async () => {
  expectError(await send(app.strayLink()), 'INVALID_LINK');
});

test('409: where no step is asked there is no code to send', async () => {
  const { token } = await app.sentToOne();
  expectError(await send(token), 'NO_SIGNER_STEP');
});
