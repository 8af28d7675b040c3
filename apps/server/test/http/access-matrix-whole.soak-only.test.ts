/** Every cell of the access matrix over HTTP. In access-matrix.test.ts, equivalent callers take turns. */
import { openMatrix, playMatrix } from '../support/matrix/play.ts';

playMatrix('live', await openMatrix('live'));
