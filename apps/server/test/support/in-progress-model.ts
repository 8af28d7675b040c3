/**
 * Tests sequential and concurrent actions of signers, senders and strangers. Responses and states must match some order
 * of the requests in a model, and afterwards, every signature and the audit trail must be valid.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

type Who = 0 | 1 | 2;
type Op =
  | { do: 'sign' | 'decline' | 'forward' | 'correct' | 'resend'; who: Who }
  | { do: 'void' | 'extend' | 'remind' }
  /** Another organization's key tries the same action. */
  | { do: 'intrude'; as: 'void' | 'extend' | 'remind' | 'archive' | 'delete' | 'restore' }
  /** The clock is advanced while no other action is running. */
  | { do: 'expire' }
  /**
   * The document is archived or restored without concurrent actions, because a document that was just completed must be
   * sealed first.
   */
  | { do: 'archive' | 'delete' | 'restore' };
type Party = { status: string; generation: number; email: string };
type State = { status: string; archivedFrom: string | null; isDeleted: boolean; parties: Party[] };

/** A document in the trash is not visible to anyone. */
const GONE = { status: 'gone', parties: [] };

/** Returns the address that a person has from the n-th step onward, so that the model and the request agree on it. */
const addressOf = (run: number, step: number, index: number): string => `model-${run}-${step}-${index}@contoso.example`;

const BY_LINK: ReadonlySet<string> = new Set(['sign', 'decline', 'forward']);

/** Applies one request to the state, and returns the expected status of the response. */
function apply(
  state: State,
  op: Op,
  before: State,
  sequential: boolean,
  address: string,
): { code: number; state: State } {
  const refused = (code: number) => ({ code, state });
  const accepted = (next: Partial<State>) => ({ code: 200, state: { ...state, ...next } });
  const change = (who: Who, next: Partial<Party>): Party[] =>
    state.parties.map((party, index) => (index === who ? { ...party, ...next } : party));
  const isOut = state.status === 'in-progress';
  if (op.do === 'intrude') return refused(404);
  if (op.do === 'restore') {
    if (state.isDeleted) return accepted({ isDeleted: false });
    return state.archivedFrom === null ? refused(409) : accepted({ status: state.archivedFrom, archivedFrom: null });
  }
  if (op.do === 'expire') return accepted({ status: isOut ? 'expired' : state.status });
  // A document in the trash is hidden from its organization. Signers of a completed document can still read it.
  const isKept = BY_LINK.has(op.do) && (state.archivedFrom ?? state.status) === 'completed';
  if (state.isDeleted && !isKept) return refused(BY_LINK.has(op.do) ? 401 : 404);
  if (op.do === 'delete') return isOut ? refused(409) : accepted({ isDeleted: true });
  if (op.do === 'archive')
    return isOut || state.status === 'archived'
      ? refused(409)
      : accepted({ status: 'archived', archivedFrom: state.status });
  if (op.do === 'void') return isOut ? accepted({ status: 'voided' }) : refused(409);
  if (op.do === 'extend')
    return isOut || state.status === 'expired' ? accepted({ status: 'in-progress' }) : refused(409);
  if (op.do === 'remind') return isOut ? accepted({}) : refused(409);
  if (!('who' in op)) throw new Error('nobody');
  const own = state.parties[op.who];
  if (!own) throw new Error('nobody');
  if (op.do === 'correct' || op.do === 'resend') {
    if (state.status !== 'in-progress' || own.status === 'signed') return refused(409);
    if (op.do === 'resend') return own.status === 'waiting' ? refused(409) : accepted({});
    return accepted({ parties: change(op.who, { email: address, generation: own.generation + 1 }) });
  }
  // The link in the request was created before this step.
  if (before.parties[op.who]?.generation !== own.generation) return refused(401);
  // Only the sender sees the archived state. For recipients, the document keeps its former status.
  const status = state.archivedFrom ?? state.status;
  if (['voided', 'declined'].includes(status)) return refused(410);
  if (own.status === 'signed') return refused(409);
  if (status === 'expired') return refused(410);
  if (own.status !== 'pending-signature') return refused(409);
  if (op.do === 'decline') return accepted({ status: 'declined', parties: change(op.who, { status: 'declined' }) });
  if (op.do === 'forward')
    return accepted({ parties: change(op.who, { email: address, generation: own.generation + 1 }) });
  const parties = change(op.who, { status: 'signed' });
  const next = parties.findIndex(({ status }) => status !== 'signed');
  if (next === -1) return accepted({ status: 'completed', parties });
  if (!sequential) return accepted({ parties });
  return accepted({
    parties: parties.map((party, index) => (index === next ? { ...party, status: 'pending-signature' } : party)),
  });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

const who = fc.constantFrom<Who>(0, 1, 2);
const single = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sign' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('forward', 'correct', 'resend'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('void', 'extend', 'remind') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('intrude' as const),
      as: fc.constantFrom('void', 'extend', 'remind', 'archive', 'delete', 'restore'),
    }),
  },
) as fc.Arbitrary<Op>;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(single, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant<Op[]>([{ do: 'expire' }]) },
  { weight: 2, arbitrary: fc.constantFrom<Op[][]>([{ do: 'archive' }], [{ do: 'delete' }], [{ do: 'restore' }]) },
);

let run = 0;
/**
 * Runs the steps. The requests of each step are concurrent, and the result is compared with the model after each step.
 */
export async function live(
  app: TestApp,
  stranger: Caller,
  steps: readonly (readonly Op[])[],
  sequential: boolean,
): Promise<void> {
  run += 1;
  const { tenantId } = app.tenant;
  const people = [0, 1, 2].map((index) => ({ email: addressOf(run, 0, index), name: `Person ${index}` }));
  const { id, signers } = await app.sent({
    signers: people.map((person, index) => ({ ...person, ...(sequential && { order: index + 1 }) })),
    signingOrder: sequential ? 'sequential' : 'parallel',
    expirationDays: 1,
  });
  let days = 1;
  const ids = signers.map((signer) => signer.id);
  let state: State = {
    status: 'in-progress',
    archivedFrom: null,
    isDeleted: false,
    parties: signers.map(({ status, email }) => ({ status, email, generation: 1 })),
  };
  const bySender = async (caller: Caller, what: string): Promise<number> => {
    if (what === 'void') return (await caller.post(`/api/documents/${id}/void`, { reason: 'x' })).status;
    if (what === 'remind') return (await caller.post(`/api/documents/${id}/remind`, {})).status;
    if (what === 'extend') return (await caller.post(`/api/documents/${id}/extend`, { expirationDays: days })).status;
    const body = { action: what, documentIds: [id] };
    const { results } = (await caller.post<'bulkDocuments'>('/api/documents/paginated', body)).body;
    if (results[0]?.success === true) return 200;
    return results[0]?.error === 'DOCUMENT_NOT_FOUND' ? 404 : 409;
  };
  const send = async (op: Op, address: string): Promise<number> => {
    if (op.do === 'intrude') return bySender(stranger, op.as);
    if (op.do === 'extend') days += 1;
    if (op.do === 'archive' || op.do === 'delete') if (state.status === 'completed') await app.sealed(id);
    if (op.do === 'expire') {
      app.clock.advance({ days: days + 1 });
      app.services.runner.wake('timer');
      await until('expiry', async () => (await observe()).status !== 'in-progress');
      return 200;
    }
    if (!('who' in op)) return bySender(app.key, op.do);
    const signerId = ids[op.who] ?? '';
    const path = `/api/documents/${id}/signers/${signerId}`;
    if (op.do === 'correct') return (await app.key.send('PATCH', path, { body: { email: address } })).status;
    if (op.do === 'resend') {
      const { status } = await app.key.post(`${path}/resend`, {});
      // Within an hour after the last reminder, a further reminder is rejected without any effect, so the model treats
      // it like an accepted one.
      return status === 429 ? 200 : status;
    }
    const generation = state.parties[op.who]?.generation ?? 0;
    const token = app.services.links.url('', { tenantId, signerId, generation }).split('#')[1] ?? '';
    if (op.do === 'sign') return (await app.sign(id, { token })).status;
    if (op.do === 'decline')
      return (await app.anyone.post(`/api/documents/${id}/decline`, { token, reason: 'x' })).status;
    return (await app.anyone.post(`/api/documents/${id}/forward`, { token, email: address, name: 'Next' })).status;
  };
  const observe = async () => {
    const { status: code, body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    if (code === 404) return GONE;
    const { status, signers: shown } = body.document;
    return { status, parties: shown.map((signer) => ({ status: signer.status, email: signer.email })) };
  };

  for (const [n, asked] of steps.entries()) {
    // Two concurrent extensions would have different lengths, so the order of the requests would determine whether the
    // shorter one is rejected.
    const ops = asked.filter(
      (op, index) => op.do !== 'extend' || asked.findIndex((one) => one.do === 'extend') === index,
    );
    const addressed = ops.map((op, index) => ({ op, index, address: addressOf(run, n + 1, index) }));
    const codes = await Promise.all(addressed.map(({ op, address }) => send(op, address)));
    const seen = await observe();
    const possible = permutations(addressed).flatMap((order) => {
      const got: number[] = [];
      let at = state;
      for (const { op, index, address } of order) {
        const after = apply(at, op, state, sequential, address);
        got[index] = after.code;
        at = after.state;
      }
      const parties = at.parties.map(({ status, email }) => ({ status, email }));
      const shown = at.isDeleted ? GONE : { status: at.status, parties };
      return isSame(got, codes) && isSame(shown, seen) ? [at] : [];
    });
    expect(possible.length, JSON.stringify({ before: state, ops, codes, seen })).toBeGreaterThan(0);
    state = possible[0] ?? state;
  }

  if (state.isDeleted) await bySender(app.key, 'restore');
  const ended = state.archivedFrom ?? state.status;
  if (ended === 'completed') await app.sealed(id);
  const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  const signed = state.parties.filter(({ status }) => status === 'signed');
  expect(new Set(verified.body.signatures.map(({ signerEmail }) => signerEmail))).toEqual(
    new Set(signed.map(({ email }) => email)),
  );
  expect(verified.body.signatures).toHaveLength(signed.length);
  expect(verified.body.signatures.every(({ isValid }) => isValid)).toBe(true);
  expect(verified.body.auditTrail).toMatchObject({ isValid: true, findings: [], personal: { erased: 0 } });
  expect(await app.revisions(id)).toBe(1 + signed.length + (ended === 'completed' ? 1 : 0));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Random histories of a document, different with each seed. A failure prints the seed and the shortest failing history.
 */
export async function liveAtRandom(app: TestApp, { lives, seed }: { lives: number; seed: number }): Promise<void> {
  const stranger = (await app.otherTenant()).key;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), (steps, sequential) =>
    live(app, stranger, steps, sequential),
  );
  await fc.assert(property, { numRuns: lives, seed, endOnFailure: true });
}
