/** The access matrix (access-matrix.test.ts) in the sandbox. Each environment has a file, so that two cores share the work. */
import { openMatrix, playMatrix } from '../support/matrix/play.ts';

playMatrix('sandbox', await openMatrix('sandbox'));
