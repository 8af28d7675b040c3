import { EVENT_EXAMPLES, type EventKind, type PayloadShape, webhookPayload } from '@countersign/contract';

const ID = `evt_${'0'.repeat(26)}` as const;
const AT = new Date('2026-01-02T03:04:05.678Z');

/** An example with fictitious data. It is always the same. */
export const sampleOf = ({ event, payloadShape }: { event: EventKind; payloadShape: PayloadShape }) =>
  webhookPayload(payloadShape, { id: ID, kind: event, at: AT, data: EVENT_EXAMPLES[event] });
