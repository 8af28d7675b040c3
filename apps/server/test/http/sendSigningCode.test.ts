import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sentPackage } from '../support/package-visits.ts';

const app = await startTestApp();
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };
const guarded = () =>
  app.sentToOne({
    signers: [{ ...app.person(), requireTwoFactor: 'email-code', secondEmail: 'codes@contoso.example' }],
  });
const send = (token: string) => app.anyone.post<'sendSigningCode'>('/api/signing/session/code', { token });

test('sends four codes within an hour, then returns 429, and sends the fifth code one hour after the first', async () => {
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
  test('sends no code for a voided document', async () => {
    const { id, token, document } = await guarded();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'A slip' });
    expectError(await send(token), 'DOCUMENT_VOIDED', { sender, title: document.title });
  });
});

test('rejects an invalid signing link with 401', async () => {
  expectError(await send(app.strayLink()), 'INVALID_LINK');
});

test('returns 409 to a recipient who needs no recipient authentication', async () => {
  const { token } = await app.sentToOne();
  expectError(await send(token), 'NO_SIGNER_STEP');
});

describe('codes for another document of the package', () => {
  const inPackage = async (signer: ReturnType<typeof app.person>) => {
    const codes = app.person().email;
    const { documents } = await sentPackage(app, {
      signers: [{ ...signer, requireTwoFactor: 'email-code', secondEmail: codes }],
    });
    const [first, second] = documents.map(({ signers }) => signers[0]?.id ?? '');
    return { first, second, codes, token: await app.link(signer.email) };
  };

  test('sends a separate code for another document of the package, but does not accept that code for the first document', async () => {
    const { first, second, codes, token } = await inPackage(app.person());
    const sent = await app.anyone.post('/api/signing/session/code', { token, signerId: second });
    expect(sent.status, sent.text).toBe(200);
    const stepCode = /\b\d{6}\b/.exec((await app.mail(codes, 'signing-code')).text)?.[0] ?? '';
    const path = `/api/signing/${first}/package/${second}`;
    expect((await app.anyone.post('/api/signing/session', { token, stepCode })).status).toBe(403);
    expect((await app.anyone.post(path, { token, stepCode })).status).toBe(200);
  });

  test('rejects a recipient of another package with 404', async () => {
    const { token } = await inPackage(app.person());
    const other = await inPackage(app.person());
    const answer = await app.anyone.post('/api/signing/session/code', { token, signerId: other.second });
    expectError(answer, 'SIGNER_NOT_FOUND', { signerId: other.second });
  });
});
