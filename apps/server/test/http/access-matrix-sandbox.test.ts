/**
 * The access matrix (access-matrix.test.ts) in the sandbox: every cell again without HTTP, because the operation itself
 * has the access checks. Only credentials of one environment and a user's session are tested over HTTP, which shows
 * that the sandbox has the same addresses. Each environment has a file, so that two cores share the work.
 */
import { openMatrix, playMatrix } from '../support/matrix/play.ts';
import { InvokingCaller } from '../support/without-http.ts';

const matrix = await openMatrix('sandbox');
const { app } = matrix.world;

playMatrix('sandbox', matrix, ({ environment }, caller) =>
  environment !== undefined || caller.credential.cookie !== undefined
    ? caller
    : new InvokingCaller(app.invoker, caller.credential),
);
