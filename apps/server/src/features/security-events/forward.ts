/**
 * Forwards security events to the organization's webhooks that subscribe to them. Events of the operator's organization
 * also go to its log server. An event stays marked as pending until it has been sent, so no event is lost. After a
 * crash, an event may be sent twice with the same ID.
 */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventLog, LogMessage } from '../../platform/ports/event-log.ts';
import { viewOf } from './events.ts';
import {
  claimForSyslog,
  type EventRow,
  freeForSyslog,
  lockForWebhooks,
  markLogged,
  clearUnsubscribed,
  selectSubscribers,
  markUnlogged,
  selectListening,
  toWebhooksDone,
} from './store.ts';

export type ForwardDependencies = {
  uow: UnitOfWork;
  database: Database;
  /** The operator's log server. Undefined if none is configured. */
  eventLog: EventLog | undefined;
  log: { warn(fields: object, message: string): void };
};

/**
 * The maximum number of events per organization and run. Many events are combined into a few deliveries of this size.
 */
const BATCH = 100;
/** The time for which events are claimed, longer than the timeout of the log server. */
const CLAIMED_MS = 60_000;

export async function forwardEvents(dependencies: ForwardDependencies): Promise<void> {
  await forwardToWebhooks(dependencies);
  await forwardToLog(dependencies).catch((err: unknown) =>
    dependencies.log.warn({ err }, 'security events could not be sent to the log server and are kept for later'),
  );
}

async function forwardToWebhooks({ uow, database }: ForwardDependencies): Promise<void> {
  const subscribers = await database.query({ role: 'jobs' }, selectSubscribers());
  const tenants = subscribers.map(({ tenant_id: tenantId }) => tenantId);
  await database.query({ role: 'jobs' }, clearUnsubscribed(tenants));
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
      uow.recorder.announce(tx, tenantId, { kind: 'security.events', data }, true);
    });
}

/**
 * No transaction is open while the server waits for the log server, because readers of the outbox would have to wait
 * for the transaction too (ADR 33).
 */
async function forwardToLog({ uow, database, eventLog }: ForwardDependencies): Promise<void> {
  const role = { role: 'auth' } as const;
  await database.query(role, eventLog ? markUnlogged() : markLogged(null));
  if (!eventLog) return;
  const now = uow.now();
  const rows = await database.query(role, claimForSyslog(now, new Date(now.getTime() + CLAIMED_MS), BATCH));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  try {
    await eventLog.send(rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(messageOf));
  } catch (error) {
    await database.query(role, freeForSyslog(ids));
    throw error;
  }
  await database.query(role, markLogged(ids));
}

function messageOf(row: EventRow): LogMessage {
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
}
