import type { DeliveryError, DeliveryState, EventKind, PayloadShape } from '@countersign/contract';
import type { DeadLetter, Delivery, Webhook } from './queries.ts';
import type { Span } from './search.ts';
import { isolate } from '@countersign/words/isolate';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

export const EVENT_WORDS: Record<EventKind, string> = {
  'document.created': m.words.documentUploadedOrCopied,
  'document.scheduled': m.words.documentScheduledToBeSent,
  'document.unscheduled': m.words.scheduledSendingCanceled,
  'document.schedule_failed': m.words.scheduledSendingFailed,
  'document.sent': m.words.documentSent,
  'document.corrected': m.words.senderChangedRecipientsOrFields,
  'document.viewed': m.words.recipientViewed,
  'document.signed': m.words.recipientSigned,
  'document.completed': m.words.everyoneSignedAndFileSealed,
  'document.voided': m.words.senderVoided,
  'document.expired': m.words.itExpired,
  'recipient.started': m.words.recipientStartedToSign,
  'recipient.completed': m.words.recipientCompletedAllActions,
  'recipient.declined': m.words.recipientDeclined,
  'field.completed': m.words.fieldFilled,
  'package.sent': m.words.packageSent,
  'package.completed': m.words.packageCompleted,
  'package.expired': m.words.packageExpired,
  'package.cancelled': m.words.packageCanceled,
  'user.created': m.words.memberJoinedOrganization,
  'subscription.changed': m.words.planChanged,
  'security.events': m.words.securityEvents,
};

export const GROUPS = [
  [common.documents, 'document.'],
  [labels.recipients, 'recipient.'],
  [m.words.fields, 'field.'],
  [common.packages, 'package.'],
  [labels.organization, /^(user|subscription|security)\./],
] as const;
export const inGroup = (group: string | RegExp) => (kind: EventKind) =>
  typeof group === 'string' ? kind.startsWith(group) : group.test(kind);

export const SHAPES: readonly { value: PayloadShape; label: string; text: string }[] = [
  { value: 'A', label: m.words.dataObject, text: '{ id, type, created, data: { object: { documentId, document } } }' },
  { value: 'B', label: m.words.bSnakeCase, text: '{ id, event, created_at, data: { document_id, title, status } }' },
  { value: 'C', label: m.words.cCamelcase, text: '{ id, type, created, data: { id, title, status } }' },
];

type Tone = 'quiet' | 'wait' | 'done' | 'no';
type Wording = { label: string; tone: Tone };

export function stateOf({ active, disabled_reason, failing_since }: Webhook): Wording {
  if (active)
    return failing_since === null ? { label: m.words.on, tone: 'done' } : { label: m.words.failing, tone: 'wait' };
  return disabled_reason === 'paused'
    ? { label: m.words.paused, tone: 'quiet' }
    : { label: m.words.turnedOff, tone: 'no' };
}

/** Explains why a webhook is disabled, and what the consequences are. Returns null if it is enabled. */
export function disabledReason({ active, disabled_reason }: Webhook): { title: string; text: string } | null {
  if (active) return null;
  switch (disabled_reason) {
    case 'gone':
      return {
        title: m.words.turnedOffReceiverGone,
        text: m.words.answeredGone,
      };
    case 'failing':
      return {
        title: m.words.turnedOffAfterFiveDays,
        text: m.words.noDeliverySucceededInTime,
      };
    default:
      return { title: m.words.paused, text: m.words.eventsKeptAndSent };
  }
}

const DELIVERY: Record<DeliveryState, Wording> = {
  pending: { label: common.waiting, tone: 'wait' },
  delivered: { label: m.words.delivered, tone: 'done' },
  dead: { label: labels.failed, tone: 'no' },
  failed: { label: labels.failed, tone: 'no' },
  discarded: { label: m.words.discarded, tone: 'quiet' },
};
export const deliveryWords = (state: DeliveryState): Wording => DELIVERY[state];

/** `http_status` has no text here, because the page shows the HTTP status itself. */
const CAUSES: Record<DeliveryError, string | null> = {
  http_status: null,
  redirect: m.words.causes.redirect,
  timeout: m.words.causes.timeout,
  unknown_host: m.words.causes.unknownHost,
  connection_refused: m.words.causes.connectionRefused,
  connection_closed: m.words.causes.connectionClosed,
  connection_failed: m.words.causes.connectionFailed,
  tls_failed: m.words.causes.tlsFailed,
  invalid_response: m.words.causes.invalidResponse,
  private_address: m.words.causes.privateAddress,
  invalid_url: m.words.causes.refusedUrl,
  insecure_url: m.words.causes.refusedUrl,
  url_credentials: m.words.causes.refusedUrl,
  port_not_allowed: m.words.causes.refusedUrl,
  request_failed: m.words.causes.requestFailed,
};

/**
 * Returns why an attempt failed, with the technical code at the end of the server's English sentence. Attempts that
 * were recorded by older versions have only the sentence.
 */
export function causeOf(error: string | null, code: DeliveryError | null): string | null {
  if (code === null) return error;
  const cause = CAUSES[code];
  const detail = /\([A-Z0-9_]+\)(?=\.$)/.exec(error ?? '')?.[0];
  return cause === null || detail === undefined ? cause : `${cause} ${isolate(detail)}`;
}

/** Returns the result of the last attempt: "HTTP 500", or the reason why there was no response. */
export function lastAnswer({
  last_status: status,
  last_error: error,
  last_error_code: code,
}: Pick<Delivery | DeadLetter, 'last_status' | 'last_error' | 'last_error_code'>): string {
  if (status !== null) return m.words.answered(status);
  return causeOf(error, code) ?? m.words.noAttemptYet;
}

export const eventsInWords = (events: Webhook['events']): string => {
  if (events.some((kind) => kind === '*')) return m.words.allEvents;
  const [first] = events;
  return events.length === 1 && first !== undefined ? first : m.words.kindsOfEvents(events.length);
};

/** Formats JSON. Other text stays unchanged. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const SPANS: readonly { value: Span; label: string }[] = [
  { value: '1', label: m.words.inLastTwentyfourHours },
  { value: '7', label: m.words.inLastSevenDays },
  { value: '30', label: m.words.inLastThirtyDays },
];
