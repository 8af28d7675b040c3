/** Rows of the access matrix for in-person signing. On the device, the session replaces the link. */
import type { OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { DRAWN } from '../in-person.ts';
import type { Exception, Row } from './row.ts';
import { member } from './row.ts';
import { prefixOf } from './world.ts';

const session = {
  make: async (world, by, environment) => {
    const thing = await world.sent(by, environment);
    const select = 'select email from signers where id = $1';
    const [signer] = await world.app.sql<{ email: string }>(select, [thing.ids['sgn']]);
    const path = `${prefixOf(environment)}/api/signing/in-person`;
    const body = { documentId: thing.ids['doc'], signerEmail: signer?.email };
    const answer = await by.session.post<'startInPersonSession'>(path, body);
    expect(answer.status, answer.text).toBe(201);
    const { sessionId, session: made } = answer.body;
    return { ids: { ...thing.ids, ips: made.id }, link: world.app.secret(sessionId) };
  },
} satisfies Partial<Row>;
const mailedLink: Exception = {
  because: 'a link that came by mail is no session: it says in the evidence how it came',
  when: (credential) => credential.kind === 'link' && credential.of === 'another',
  verdict: 'INVALID_LINK',
};

const nothingAsked: Exception = {
  because: 'no second step is asked of the recipient of another document',
  when: (credential) => credential.kind === 'link' && credential.of === 'another',
  verdict: 'NO_SIGNER_STEP',
};

export const IN_PERSON_ROWS: Partial<Record<OperationId, Row>> = {
  sendSigningCode: {
    access: { to: 'recipient', proof: 'token' },
    make: async (world, by, environment) => {
      const thing = await world.sent(by, environment);
      const values = [thing.ids['sgn'], world.app.person().email];
      await world.app.sql("update signers set second_step = 'email-code', second_email = $2 where id = $1", values);
      return thing;
    },
    body: () => ({}),
    spends: 'thing',
    exceptions: [nothingAsked],
  },
  startInPersonSession: {
    access: member('documents:write'),
    owned: 'person',
    make: (world, by, environment) => world.sent(by, environment),
    body: async ({ world, thing }) => {
      const select = 'select email from signers where document_id = $1';
      const [signer] = await world.app.sql<{ email: string }>(select, [thing.ids['doc']]);
      const signerEmail = signer?.email ?? 'nobody@contoso.example';
      return { documentId: thing.ids['doc'], signerEmail, signerId: thing.ids['sgn'] };
    },
    spends: 'thing',
    absent: 'DOCUMENT_NOT_FOUND',
  },
  listInPersonSessions: { access: member('documents:read'), make: session.make },
  endInPersonSession: {
    access: member('documents:write'),
    owned: 'person',
    ...session,
    spends: 'thing',
  },
  verifyInPersonSession: {
    access: { to: 'recipient', proof: 'sessionId' },
    ...session,
    body: () => ({}),
    spends: 'thing',
    exceptions: [mailedLink],
  },
  captureInPersonSignature: {
    access: { to: 'recipient', proof: 'sessionId' },
    ...session,
    body: ({ thing }) => ({ signatureData: DRAWN, consent: true, fields: [{ id: thing.ids['fld'], value: 'Paris' }] }),
    spends: 'thing',
    exceptions: [mailedLink],
  },
};
