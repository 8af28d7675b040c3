/** Stores the rows of buckets. The table is unlogged, so a crash of the database clears it. This does no harm. */
import { sha256 } from '../crypto/tokens.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { type BucketState, EMPTY } from './ledger.ts';

/** Lists of numbers: three per slot, and three per lease. */
type BucketRow = { bucket: Buffer; slots: number[]; leases: number[] };

const ensureBuckets = statement<unknown, [buckets: readonly Buffer[], now: Date]>(
  'rate-buckets-ensure',
  `insert into rate_buckets (bucket, counted_at) select bucket, $2 from unnest($1::bytea[]) bucket on conflict do nothing`,
);
/** Inserts a bucket that is assumed to be new. Does nothing if it exists. */
const insertBucket = statement<
  { bucket: Buffer },
  [bucket: Buffer, slots: readonly number[], leases: readonly number[], now: Date]
>(
  'rate-bucket-insert',
  `insert into rate_buckets (bucket, slots, leases, counted_at) values ($1, $2, $3, $4) on conflict do nothing returning bucket`,
);
/** Locks buckets, always in one order, so that two processes that settle many buckets never deadlock. */
const lockBuckets = statement<BucketRow, [buckets: readonly Buffer[]]>(
  'rate-buckets-lock',
  'select bucket, slots, leases from rate_buckets where bucket = any($1) order by bucket for update',
);
const updateBuckets = statement<unknown, [states: string, now: Date]>(
  'rate-buckets-update',
  `update rate_buckets b set slots = s.slots, leases = s.leases, counted_at = $2
   from jsonb_to_recordset($1) as s (bucket text, slots double precision[], leases double precision[]) where b.bucket = decode(s.bucket, 'hex')`,
);
const forgetBuckets = statement<unknown, [before: Date]>(
  'rate-buckets-forget',
  'delete from rate_buckets where counted_at < $1',
);

/** Stores the state of all buckets. All processes share it. */
export type Ledger = {
  /**
   * Changes several buckets at once. `change` is pure and may be called again. It returns the new states in order.
   * `isNew` means that there is one bucket, and that this process has never updated it. Most such buckets, for example
   * of a signer's link, have no row yet.
   */
  visit<T>(
    keys: readonly string[],
    change: (states: readonly BucketState[]) => { states: readonly BucketState[]; result: T },
    options?: { isNew: boolean },
  ): Promise<T>;
  forget(before: Date): Promise<void>;
};

export function databaseLedger(database: Database, now: () => Date): Ledger {
  return {
    visit: async (keys, change, { isNew } = { isNew: false }) => {
      // The name of a bucket is a hash, so the table reveals no address.
      const buckets = keys.map((key) => sha256(Buffer.from(key)));
      const [bucket] = buckets;
      if (isNew && bucket) {
        const {
          states: [state = EMPTY],
          result,
        } = change([EMPTY]);
        const [inserted] = await database.query(
          { role: 'auth' },
          insertBucket(bucket, slotsOf(state), leasesOf(state), now()),
        );
        if (inserted) return result;
      }
      return database.transaction({ role: 'auth' }, now, async (tx) => {
        tx.write(ensureBuckets(buckets, tx.now));
        const rows = await tx.query(lockBuckets(buckets));
        const found = new Map(rows.map((row) => [row.bucket.toString('hex'), stateOf(row)]));
        const { states, result } = change(buckets.map((bucket) => found.get(bucket.toString('hex')) ?? EMPTY));
        const written = buckets.map((bucket, index) => {
          const state = states[index] ?? EMPTY;
          return { bucket: bucket.toString('hex'), slots: slotsOf(state), leases: leasesOf(state) };
        });
        tx.write(updateBuckets(JSON.stringify(written), tx.now));
        return result;
      });
    },
    forget: async (before) => {
      await database.query({ role: 'auth' }, forgetBuckets(before));
    },
  };
}

const slotsOf = ({ slots }: BucketState): number[] =>
  slots.flatMap(({ second, requests, lost }) => [second, requests, lost]);
const leasesOf = ({ leases }: BucketState): number[] =>
  leases.flatMap(({ process, amount, until }) => [process, amount, until]);

function stateOf({ slots, leases }: BucketRow): BucketState {
  return {
    slots: triples(slots).map(([second, requests, lost]) => ({ second, requests, lost })),
    leases: triples(leases).map(([process, amount, until]) => ({ process, amount, until })),
  };
}

function triples(numbers: readonly number[]): [number, number, number][] {
  const found: [number, number, number][] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3)
    found.push([numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0]);
  return found;
}
