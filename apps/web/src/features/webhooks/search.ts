/** The parameters in the addresses of the pages about webhooks. */
import type { DeliveryState, EventKind } from '@countersign/contract';

const EVENTS: Readonly<Record<EventKind, true>> = {
  'document.created': true,
  'document.scheduled': true,
  'document.unscheduled': true,
  'document.schedule_failed': true,
  'document.sent': true,
  'document.corrected': true,
  'document.viewed': true,
  'document.signed': true,
  'document.completed': true,
  'document.voided': true,
  'document.expired': true,
  'recipient.started': true,
  'recipient.completed': true,
  'recipient.declined': true,
  'field.completed': true,
  'package.sent': true,
  'package.completed': true,
  'package.expired': true,
  'package.cancelled': true,
  'user.created': true,
  'subscription.changed': true,
  'security.events': true,
};
export const EVENT_NAMES = Object.keys(EVENTS) as EventKind[];

const STATES: Readonly<Record<DeliveryState, true>> = {
  pending: true,
  delivered: true,
  dead: true,
  failed: true,
  discarded: true,
};
export const DELIVERY_STATES = Object.keys(STATES) as DeliveryState[];

const eventOf = (raw: unknown): EventKind | undefined => EVENT_NAMES.find((kind) => kind === raw);

export type LogSearch = { state?: DeliveryState; event?: EventKind };
export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const state = DELIVERY_STATES.find((known) => known === raw['state']);
  const event = eventOf(raw['event']);
  return { ...(state && { state }), ...(event && { event }) };
}

const SPANS = ['1', '7', '30'] as const;
export type Span = (typeof SPANS)[number];
export type DeadLetterSearch = { webhook?: string; event?: EventKind; days?: Span };
export function parseDeadLetterSearch(raw: Record<string, unknown>): DeadLetterSearch {
  const webhook = typeof raw['webhook'] === 'string' && /^whk_\w+$/.test(raw['webhook']) ? raw['webhook'] : undefined;
  const event = eventOf(raw['event']);
  const days = SPANS.find((value) => value === raw['days']);
  return { ...(webhook !== undefined && { webhook }), ...(event && { event }), ...(days && { days }) };
}
