/** A process that sequences the log of one tenant and dies at a failpoint: node FILE URL TENANT [FAILPOINT]. */
import { Database } from '../../platform/db/database.ts';
import { armFailpoint, type Failpoint } from '../../platform/failpoints.ts';
import { systemClock } from '../../platform/ports/clock.ts';
import { Sequencer } from './sequencer.ts';

const [, , url = '', tenantId = '', point] = process.argv;
if (point !== undefined) armFailpoint(point as Failpoint, 1);
const database = new Database({ connectionString: url, maxConnections: 1, onError: () => {} });
await new Sequencer({ database, clock: systemClock, log: console }).sequence(tenantId, { takeOver: true });
await database.close();
