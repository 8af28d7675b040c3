/**
 * Sends security events on: to the webhooks of their organization that name them, and those of the operator's organization to its log
 * server. An event stays marked until it went, so none is lost; after a crash one may go twice, under the same id.
 */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/ports/event-log.ts';
import { viewOf } from './events.ts';
import {
  lockForSyslog,
  lockForWebhooks,
  markLogged,
  markUnheard,
  markUnlogged,
  selectListening,
  toWebhooksDone,
} from './store.ts';

export type ForwardDependencies = {
  uow: UnitOfWork;
  database: Database;
  /** Undefined where the operator has named none. */
  eventLog: EventLog | undefined;
  log: { warn(fields: object, message: string): void };
};

/** Of an organization in a turn: a flood makes few deliveries, each of so many events. */
const BATCH = 100;

export async function forwardEvents(dependencies: ForwardDependencies): Promise<void> {
  await forwardToWebhooks(dependencies);
  await forwardToLog(dependencies).catch((err: unknown) =>
    dependencies.log.warn({ err }, 'security events could not be sent to the log server and are kept for later'),
  );
}

async function forwardToWebhooks({ uow, database }: ForwardDependencies): Promise<void> {
  await database.query({ role: 'jobs' }, markUnheard());
  const listening = await database.query({ role: 'auth' }, selectListening());
  for (const { tenant_id: tenantId, organization_id: organizationId } of listening)
    await uow.run(tenantId, async (tx) => {
      const rows = await tx.query(lockForWebhooks(tenantId, BATCH));
      if (rows.length === 0) return;
      tx.write(
        toWebhooksDone(
          tenantId,
          rows.map(({ id }) => id),
        ),
      );
      const data = { organizationId, security: { events: rows.map(viewOf) } };
      uow.recorder.follow(tx, tenantId, { kind: 'security.events', data }, null, true);
    });
}

async function forwardToLog({ uow, database, eventLog }: ForwardDependencies): Promise<void> {
  await database.query({ role: 'auth' }, eventLog ? markUnlogged() : markLogged(null));
  if (!eventLog) return;
  await database.transaction(
    { role: 'auth' },
    () => uow.now(),
    async (tx) => {
      const rows = await tx.query(lockForSyslog(BATCH));
      if (rows.length === 0) return;
      await eventLog.send(
        rows.map((row) => {
          const { id, kind, severity, summary, count, user, address, subject, details } = viewOf(row);
          return {
            id,
            at: row.at,
            severity,
            kind,
            text: summary,
            fields: {
              count: String(count),
              ...(user && { person: user.id }),
              ...(address !== null && { address }),
              ...(subject !== null && { subject }),
              details: JSON.stringify(details),
            },
          };
        }),
      );
      tx.write(markLogged(rows.map(({ id }) => id)));
    },
  );
}
