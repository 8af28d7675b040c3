import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { actions, capture, handOver, verify } from '../support/in-person.ts';

const app = await startTestApp();
const end = (id: string, by = app.owner) => by.send<'endInPersonSession'>('DELETE', `/api/signing/in-person/${id}`);

test("revokes the device's access immediately when the host ends the in-person session", async () => {
  const { id, session, sessionId, device, signerId } = await handOver(app);
  await verify(app, sessionId);
  const answer = await end(session.id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.session).toMatchObject({ id: session.id, status: 'ended', ended_at: expect.any(String) });
  expectError(await device.get(`/api/signing/${signerId}`), 'IN_PERSON_ENDED', { status: 'ended' });
  const entry = (await actions(app, id)).find(({ action }) => action === 'in-person.ended');
  expect(entry).toMatchObject({ actor: { kind: 'user' }, context: { session: session.id } });
  // The signer can still sign through the e-mail or on another device.
  expect((await app.sign(id, { token: await app.link(await emailOf(id)) })).status).toBe(200);
});

test("returns 404 for another member's in-person session and for an unknown session", async () => {
  const { session } = await handOver(app);
  const { owner } = await app.otherTenant();
  const { caller } = await app.member('member');
  const details = { inPersonId: session.id };
  expectError(await end(session.id, owner), 'IN_PERSON_SESSION_NOT_FOUND', details);
  expectError(await end(session.id, caller), 'IN_PERSON_SESSION_NOT_FOUND', details);
  const unknown = 'ips_01m7wq6m4xe2cvx3sb68d7t8fk';
  expectError(await end(unknown), 'IN_PERSON_SESSION_NOT_FOUND', { inPersonId: unknown });
  expectError(await end('nonsense'), 'IN_PERSON_SESSION_NOT_FOUND', { inPersonId: 'nonsense' });
});

test('returns 410 for an in-person session that has ended, has timed out or was used to sign', async () => {
  const ended = await handOver(app);
  await end(ended.session.id);
  const signed = await handOver(app);
  await capture(app, signed.sessionId);
  const late = await handOver(app);
  app.clock.advance({ minutes: 30 });
  for (const { session } of [ended, signed, late])
    expectError(await end(session.id, await app.session()), 'IN_PERSON_ENDED', { inPersonId: session.id });
});

async function emailOf(id: string): Promise<string> {
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  return body.document.signers[0]?.email ?? '';
}
