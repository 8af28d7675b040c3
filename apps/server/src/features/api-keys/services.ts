import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { RequestLog } from './request-log.ts';

type Ports = { database: Database; clock: Clock; log: { warn(fields: object, message: string): void } };

export const apiKeyServices = ({ database, clock, log }: Ports): { requestLog: RequestLog } => ({
  requestLog: new RequestLog({ database, now: () => clock.now(), log }),
});
