/** Protection against abuse and overload: limits, counters, load shedding, and idempotent responses. */
import { SecurityEvents } from '../features/security-events/index.ts';
import { FOLDER_ALONE } from '../platform/blobs/blob-home.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import type { ConnectionOptions, Database } from '../platform/db/database.ts';
import { Presence } from '../platform/db/presence.ts';
import { Idempotency } from '../platform/idempotency/index.ts';
import { POLL_MS } from '../platform/jobs/runner.ts';
import { Limits } from '../platform/limits/limits.ts';
import { databaseLedger } from '../platform/limits/store.ts';
import { KeyUsage } from '../platform/limits/usage.ts';
import { LoadWatch } from '../platform/overload/load-watch.ts';
import { Overload } from '../platform/overload/overload.ts';
import type { SharedPdfPool } from '../platform/pdf/index.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { Config } from './config.ts';
import type { Log, Services } from './services.ts';

type Parts = {
  database: Database;
  connection: ConnectionOptions;
  linkKey: SecretKey;
  pdf: SharedPdfPool;
  clock: Clock;
  log: Log;
  telemetry: Telemetry;
};
type Guards = Pick<Services, 'overload' | 'limits' | 'keyUsage' | 'securityEvents' | 'idempotency'> & {
  /** Called before the monitored workers stop. */
  stopWatching: () => Promise<void>;
  close: () => Promise<void>;
};

export function openGuards(
  config: Pick<Config, 'addressLimit' | 'loadShedding' | 'role' | 's3'>,
  { database, connection, linkKey, pdf, clock, log, telemetry }: Parts,
): Guards {
  const overload = new Overload({
    isOn: config.loadShedding,
    pickedUpWithinMs: config.role === 'web' ? POLL_MS : 0,
    now: () => performance.now(),
    random: () => Math.random(),
    log,
    telemetry,
  });
  const load = new LoadWatch({ overload, database, workers: pdf, clock, log });
  load.start();
  const now = () => clock.now();
  const limits = new Limits({ ledger: databaseLedger(database, now), now, addressLimit: config.addressLimit, log });
  limits.start();
  const keyUsage = new KeyUsage({ database, now, log });
  keyUsage.start();
  const securityEvents = new SecurityEvents({ database, now, log });
  securityEvents.start();
  const presence = new Presence(connection, config.s3 ? undefined : FOLDER_ALONE);
  const idempotency = new Idempotency({ database, clock, linkKey, presence });
  return {
    overload,
    limits,
    keyUsage,
    securityEvents,
    idempotency,
    stopWatching: () => load.stop(),
    close: async () => {
      idempotency.close();
      await limits.stop();
      await keyUsage.stop();
      await securityEvents.stop();
      await presence.stop();
    },
  };
}
