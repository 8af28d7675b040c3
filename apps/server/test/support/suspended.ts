import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { cookieNamed, join, logIn, mailToken, PASSWORD } from './people.ts';
import { withPasskey } from './second-factor.ts';

const NEW_PASSWORD = 'brave violet harbour 9';

/**
 * Creates a person who recovered the account. A passkey and an API key that were added after the confirmed sign-in are
 * suspended.
 */
export async function withSuspended(app: TestApp) {
  const person = await join(app, { role: 'admin' });
  const signIn = async () => {
    app.clock.advance({ minutes: 1 });
    const answer = await logIn(app, person.email, PASSWORD);
    app.clock.advance({ minutes: 1 });
    return app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
  };
  await signIn();
  const later = await withPasskey(app, { ...person, caller: await signIn() });
  const key = await app.makeKey({ by: later.caller });
  await app.anyone.post('/api/auth/forgot-password', { email: person.email });
  const token = await mailToken(app, person.email, 'reset-password');
  const review = await app.anyone.post<'reviewAccount'>('/api/auth/recovery', { token });
  // The earlier of the two sign-ins is the owner's, and the later one is the attacker's.
  const confirmedSignInId = review.body.sign_ins[1]?.id ?? null;
  const recovered = await app.anyone.post('/api/auth/recovery/confirm', {
    token,
    password: app.secret(NEW_PASSWORD),
    confirmedSignInId,
  });
  expect(recovered.status, recovered.text).toBe(200);
  const signInAgain = async () => {
    const again = await logIn(app, person.email, NEW_PASSWORD);
    expect(again.status, again.text).toBe(200);
    return app.anyone.with({ cookie: cookieNamed(again, 'countersign_session') });
  };
  return { owner: await signInAgain(), key, suspendedPasskey: later.passkeyId, signInAgain };
}
