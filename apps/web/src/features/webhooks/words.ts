/** Texts of webhooks, and the parameters in the addresses of their pages. */
import type { DeliveryState, EventKind, PayloadShape } from '@countersign/contract';
import type { DeadLetter, Delivery, Webhook } from './queries.ts';

export const EVENT_WORDS: Record<EventKind, string> = {
  'document.created': 'A document was uploaded or copied',
  'document.scheduled': 'A document was scheduled to be sent',
  'document.unscheduled': 'A scheduled sending was canceled',
  'document.schedule_failed': 'A scheduled sending failed',
  'document.sent': 'A document was sent',
  'document.corrected': 'The sender changed its recipients or fields',
  'document.viewed': 'A recipient viewed it',
  'document.signed': 'A recipient signed',
  'document.completed': 'Everyone signed, and the file was sealed',
  'document.voided': 'The sender voided it',
  'document.expired': 'It expired',
  'recipient.started': 'A recipient started to sign',
  'recipient.completed': 'A recipient completed all actions',
  'recipient.declined': 'A recipient declined',
  'field.completed': 'A field was filled in',
  'package.sent': 'A package was sent',
  'package.completed': 'A package was completed',
  'package.expired': 'A package expired',
  'package.cancelled': 'A package was canceled',
  'user.created': 'A member joined the organization',
  'subscription.changed': 'The plan was changed',
  'security.events': 'Security events: sign-ins, rejected requests, permission changes',
};
export const EVENT_NAMES = Object.keys(EVENT_WORDS) as EventKind[];

export const GROUPS = [
  ['Documents', 'document.'],
  ['Recipients', 'recipient.'],
  ['Fields', 'field.'],
  ['Packages', 'package.'],
  ['Organization', /^(user|subscription|security)\./],
] as const;
export const inGroup = (group: string | RegExp) => (kind: EventKind) =>
  typeof group === 'string' ? kind.startsWith(group) : group.test(kind);

export const SHAPES: readonly { value: PayloadShape; label: string; text: string }[] = [
  { value: 'A', label: 'A: data.object', text: '{ id, type, created, data: { object: { documentId, document } } }' },
  { value: 'B', label: 'B: snake_case', text: '{ id, event, created_at, data: { document_id, title, status } }' },
  { value: 'C', label: 'C: camelCase', text: '{ id, type, created, data: { id, title, status } }' },
];

type Tone = 'quiet' | 'wait' | 'done' | 'no';
type Wording = { label: string; tone: Tone };

export function stateOf({ active, disabled_reason, failing_since }: Webhook): Wording {
  if (active) return failing_since === null ? { label: 'On', tone: 'done' } : { label: 'Failing', tone: 'wait' };
  return disabled_reason === 'paused' ? { label: 'Paused', tone: 'quiet' } : { label: 'Turned off', tone: 'no' };
}

/** Why it is disabled, and the consequences; null while it is enabled. */
export function whyOff({ active, disabled_reason }: Webhook): { title: string; text: string } | null {
  if (active) return null;
  switch (disabled_reason) {
    case 'gone':
      return {
        title: 'Turned off: the receiver is gone',
        text: 'It answered 410 Gone. Correct the URL, then turn the webhook on.',
      };
    case 'failing':
      return {
        title: 'Turned off after five days of failures',
        text: 'No delivery succeeded in that time. Check the responses below, fix the receiver, then turn the webhook on. Waiting deliveries are sent then.',
      };
    default:
      return { title: 'Paused', text: 'Events are kept and sent when you turn the webhook on.' };
  }
}

const DELIVERY: Record<DeliveryState, Wording> = {
  pending: { label: 'Waiting', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'done' },
  dead: { label: 'Failed', tone: 'no' },
  failed: { label: 'Failed', tone: 'no' },
  discarded: { label: 'Discarded', tone: 'quiet' },
};
export const DELIVERY_STATES = Object.keys(DELIVERY) as DeliveryState[];
export const deliveryWords = (state: DeliveryState): Wording => DELIVERY[state];

/** The result of the last attempt: "200", "500", or why there was no response. */
export function lastAnswer({
  last_status,
  last_error,
}: Pick<Delivery | DeadLetter, 'last_status' | 'last_error'>): string {
  if (last_status !== null) return `Answered ${last_status}`;
  return last_error ?? 'No attempt yet';
}

export const eventsInWords = (events: Webhook['events']): string => {
  if (events.some((kind) => kind === '*')) return 'All events';
  const [first] = events;
  return events.length === 1 && first !== undefined ? first : `${events.length} kinds of events`;
};

/** Formatted JSON; anything else stays unchanged. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const eventOf = (raw: unknown): EventKind | undefined => EVENT_NAMES.find((kind) => kind === raw);

export type LogSearch = { state?: DeliveryState; event?: EventKind };
export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const state = DELIVERY_STATES.find((known) => known === raw['state']);
  const event = eventOf(raw['event']);
  return { ...(state && { state }), ...(event && { event }) };
}

export const SPANS = [
  { value: '1', label: 'In the last 24 hours' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
] as const;
export type DeadLetterSearch = { webhook?: string; event?: EventKind; days?: (typeof SPANS)[number]['value'] };
export function parseDeadLetterSearch(raw: Record<string, unknown>): DeadLetterSearch {
  const webhook = typeof raw['webhook'] === 'string' && /^whk_\w+$/.test(raw['webhook']) ? raw['webhook'] : undefined;
  const event = eventOf(raw['event']);
  const days = SPANS.find(({ value }) => value === raw['days'])?.value;
  return { ...(webhook !== undefined && { webhook }), ...(event && { event }), ...(days && { days }) };
}
