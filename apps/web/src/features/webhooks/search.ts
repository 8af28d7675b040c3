/** The URL parameters of the webhook pages. */
import type { DeliveryState, EventKind } from '@countersign/contract';

const STATES: Readonly<Record<DeliveryState, true>> = {
  pending: true,
  delivered: true,
  dead: true,
  failed: true,
  discarded: true,
};
export const DELIVERY_STATES = Object.keys(STATES) as DeliveryState[];

/**
 * Unknown names are accepted here, because the list of names would be loaded with every page. The server rejects an
 * unknown name.
 */
const eventOf = (raw: unknown): EventKind | undefined =>
  typeof raw === 'string' && /^[a-z]+\.[a-z_]+$/.test(raw) ? (raw as EventKind) : undefined;

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
