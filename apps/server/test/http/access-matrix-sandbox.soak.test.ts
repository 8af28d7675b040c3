/**
 * Tests the access matrix (access-matrix.soak.test.ts) in the sandbox, for credentials whose access depends on the
 * environment or on its objects. Access checks and input belong to the operation, not to the transport, so each
 * credential uses one of three transports: GraphQL for a few of each kind, HTTP for the other sessions, which shows
 * that the sandbox has the same paths, and direct calls for all other credentials. Operations that exist only in the
 * live environment are requested over HTTP here, and through GraphQL in access-without-http.soak.test.ts. Expired and
 * incomplete credentials are rejected before the environment is checked. Each environment has its own file, so that two
 * cores share the work. `npm test` uses the credentials for GraphQL and one session over HTTP, and the soak uses all.
 */
import { expect, test } from 'vitest';
import { GraphqlEngine } from '../../src/transport/graphql/engine.ts';
import { openMatrix, playMatrix } from '../support/matrix/play.ts';
import { soak } from '../support/soak.ts';
import { GraphqlCaller } from '../support/through-graphql.ts';
import { InvokingCaller } from '../support/without-http.ts';

/** At least one credential of each kind. */
const THROUGH_GRAPHQL = new Set([
  'nobody',
  'owner',
  'member',
  'key for documents:read',
  'key of the other environment',
  'service credential for the organization',
  'signing link of the document',
]);
/** A session that sends its requests over HTTP. */
const OVER_HTTP = 'admin';
const isUsed = soak({ test: (name: string) => name === OVER_HTTP || THROUGH_GRAPHQL.has(name), full: () => true });
const matrix = await openMatrix('sandbox');
const { invoker } = matrix.world.app;
const engine = new GraphqlEngine({ invoker, noteFailure: () => {} });
const callers = matrix.callers.filter(
  ({ name, credential }) =>
    isUsed(name) &&
    (['nobody', 'session', 'key', 'link'].includes(credential.kind) ||
      (credential.kind === 'service' && typeof credential.names === 'object')),
);

test('finds each caller that is used over HTTP or through GraphQL', () => {
  expect(callers.map(({ name }) => name)).toEqual(expect.arrayContaining([OVER_HTTP, ...THROUGH_GRAPHQL]));
});

playMatrix('sandbox', { ...matrix, callers }, ({ environment }, caller, { name }) => {
  if (environment !== undefined) return caller;
  if (THROUGH_GRAPHQL.has(name)) return new GraphqlCaller(invoker, engine, caller.credential);
  return caller.credential.cookie === undefined ? new InvokingCaller(invoker, caller.credential) : caller;
});
