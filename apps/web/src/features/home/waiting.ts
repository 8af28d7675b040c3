import type { ListEntry } from '../../api/queries.ts';

const DAY_MS = 86_400_000;
/** So long before its end a document is shown as expiring. */
const SOON_DAYS = 7;

type Open = Pick<ListEntry, 'expiration'>;

/** Those whose time runs out within a week, the next one first. */
export function expiringSoon<Entry extends Open>(documents: readonly Entry[], now: Date): Entry[] {
  const end = ({ expiration }: Open) => new Date(expiration ?? 0).getTime();
  return documents
    .filter((document) => document.expiration !== null && end(document) - now.getTime() <= SOON_DAYS * DAY_MS)
    .toSorted((a, b) => end(a) - end(b));
}
