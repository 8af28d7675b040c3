/**
 * Tests the access matrix (access-matrix.test.ts) in the sandbox, for credentials whose access depends on the
 * environment or on its objects. HTTP is not used, because the operation itself has the access checks. Ended and
 * incomplete credentials are rejected before the environment matters. Only credentials of one environment and a user's
 * session are tested over HTTP, which shows that the sandbox has the same paths. Each environment has its own file, so
 * that two cores share the work.
 */
import { openMatrix, playMatrix } from '../support/matrix/play.ts';
import { InvokingCaller } from '../support/without-http.ts';

const matrix = await openMatrix('sandbox');
const { app } = matrix.world;
const callers = matrix.callers.filter(
  ({ credential }) =>
    ['nobody', 'session', 'key', 'link'].includes(credential.kind) ||
    (credential.kind === 'service' && typeof credential.names === 'object'),
);

playMatrix('sandbox', { ...matrix, callers }, ({ environment }, caller) =>
  environment !== undefined || caller.credential.cookie !== undefined
    ? caller
    : new InvokingCaller(app.invoker, caller.credential),
);
