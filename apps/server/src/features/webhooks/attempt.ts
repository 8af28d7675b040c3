/** Makes one delivery attempt: sends the request and handles the response. */
import { type DeliveryError, webhookPayload, WEBHOOK_LIMITS } from '@countersign/contract';
import { failpoint } from '../../platform/failpoints.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { webhookHeaders } from '../../platform/crypto/webhook-signature.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Fetcher, FetchOutcome } from '../../platform/ports/fetcher.ts';
import { NO_TELEMETRY, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { disable } from './disable.ts';
import { afterFailure, readRetryAfter, reasonToDisable } from './domain.ts';
import { CALLBACKS, openHeaders, openSecret } from './secrets.ts';
import type { StatementQueue } from './statement-queue.ts';
import { clearFailing, type DueRow, type EndpointRow, markFailing, settleDelivery } from './work-store.ts';

export type AttemptDependencies = {
  queue: StatementQueue;
  uow: UnitOfWork;
  clock: Clock;
  vault: Vault;
  fetcher: Fetcher;
  telemetry?: Telemetry;
};
export type Lane = { tenantId: string; endpointId: string };

export function bodyOf({
  payload_shape: shape,
  event_id: id,
  kind,
  event_at: at,
  data,
}: Pick<DueRow, 'payload_shape' | 'event_id' | 'kind' | 'event_at' | 'data'>): string {
  return JSON.stringify(webhookPayload(shape, { id, kind, at, data }));
}

/** `isOff` is true if this attempt disabled the endpoint. */
export type Attempted = { isOff: boolean; answerMs: number };

export async function attempt(
  dependencies: AttemptDependencies,
  lane: Lane,
  endpoint: EndpointRow,
  due: DueRow,
): Promise<Attempted> {
  const { clock, fetcher, telemetry = NO_TELEMETRY } = dependencies;
  const at = clock.now();
  const body = Buffer.from(bodyOf(due));
  const secrets = secretsOf(dependencies.vault, lane, endpoint, at);
  const begun = performance.now();
  const span = telemetry.begin('webhook', {});
  const { traceparent } = span;
  failpoint('webhook.made');
  const outcome = await fetcher.fetch({
    method: 'POST',
    url: endpoint.url,
    body,
    headers: {
      ...openHeaders(dependencies.vault, lane, endpoint.headers_sealed),
      'content-type': 'application/json',
      'user-agent': 'Countersign-Webhooks/1.0',
      'x-service-event': due.kind,
      'x-service-delivery': due.id,
      ...(due.sequence !== null && { 'x-service-sequence': String(due.sequence) }),
      ...(due.is_test && { 'x-service-test': 'true' }),
      ...(traceparent !== undefined && { traceparent }),
      ...webhookHeaders(secrets, { id: due.event_id, timestamp: Math.floor(at.getTime() / 1000), body }),
    },
  });
  // The server is stopping, so the next worker repeats this attempt.
  const answerMs = performance.now() - begun;
  span.end(outcome.kind === 'answer' ? `${Math.trunc(outcome.status / 100)}xx` : outcome.kind);
  failpoint('webhook.answered');
  if (outcome.kind === 'aborted') return { isOff: false, answerMs };
  const isOff = await note(dependencies, lane, endpoint, due, { at, durationMs: Math.round(answerMs), outcome });
  return { isOff, answerMs };
}

function secretsOf(vault: Vault, lane: Lane, endpoint: EndpointRow, now: Date) {
  const { secret_sealed: sealed, previous_secret_sealed: before, previous_until: until } = endpoint;
  const overlaps = before !== null && until !== null && until > now;
  const owner = endpoint.is_callback ? { tenantId: lane.tenantId, endpointId: CALLBACKS } : lane;
  return {
    current: openSecret(vault, owner, sealed),
    previous: overlaps ? openSecret(vault, owner, before) : undefined,
  };
}

type Answered = { at: Date; durationMs: number; outcome: Exclude<FetchOutcome, { kind: 'aborted' }> };

/**
 * Records an attempt. If the machine crashes and loses the record, the attempt is repeated. Events are delivered at
 * least once, not exactly once.
 */
async function note(
  dependencies: AttemptDependencies,
  { tenantId, endpointId }: Lane,
  endpoint: EndpointRow,
  due: DueRow,
  { at, durationMs, outcome }: Answered,
): Promise<boolean> {
  const { queue, clock } = dependencies;
  const now = clock.now();
  const status = outcome.kind === 'answer' ? outcome.status : null;
  const delivered = status !== null && status >= 200 && status < 300;
  const fault = delivered ? null : outcome.kind === 'failed' ? outcome : errorOf(outcome.status);
  const response = outcome.kind === 'answer' ? excerpt(outcome.body) : null;
  const firstAt = due.first_at ?? at;
  const settle = (state: string, runAt: Date | null, finishedAt: Date | null) =>
    settleDelivery({
      tenantId,
      id: due.id,
      attempts: due.attempts,
      state,
      tries: due.tries + 1,
      firstAt,
      runAt,
      status,
      error: fault?.reason ?? null,
      errorCode: fault?.code ?? null,
      finishedAt,
      at,
      durationMs,
      url: endpoint.url,
      response,
    });

  if (delivered) {
    const recovered = endpoint.failing_since === null ? [] : [clearFailing(tenantId, endpointId)];
    await queue.run(tenantId, [settle('delivered', null, now), ...recovered]);
    return false;
  }
  const retryAfterMs = outcome.kind === 'answer' ? readRetryAfter(outcome.headers['retry-after'], now) : undefined;
  const gone = status === 410 && !due.is_test;
  const next = gone
    ? ({ state: 'dead' } as const)
    : afterFailure({ tries: due.tries, firstAt, now, retryAfterMs, isTest: due.is_test });
  if (next.state === 'dead') (dependencies.telemetry ?? NO_TELEMETRY).count('webhook-dead', {});
  const settled = next.state === 'pending' ? settle('pending', next.runAt, null) : settle(next.state, null, now);
  if (due.is_test) {
    await queue.run(tenantId, [settled]);
    return false;
  }
  const [, [failing]] = await queue.run(tenantId, [settled, markFailing(tenantId, endpointId, at)]);
  const reason = reasonToDisable(status, failing?.failing_since ?? at, now);
  if (reason === undefined) return false;
  await disable(dependencies.uow, tenantId, endpointId, reason);
  return true;
}

function errorOf(status: number): { code: DeliveryError; reason: string } {
  const reason = `The receiver responded with ${status}.`;
  return status >= 300 && status < 400
    ? { code: 'redirect', reason: `${reason} Redirects are not followed. Enter the target URL.` }
    : { code: 'http_status', reason };
}

/** Cuts the body after a whole character, and replaces NUL characters, which PostgreSQL cannot store. */
function excerpt(body: Uint8Array): string {
  return new TextDecoder()
    .decode(body.subarray(0, WEBHOOK_LIMITS.excerptBytes), { stream: true })
    .replaceAll('\0', '\uFFFD');
}
