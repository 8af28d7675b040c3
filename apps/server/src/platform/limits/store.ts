/** The rows of buckets. They are unlogged: a crash of the database forgets them, and nothing that anybody was promised with them. */
import { sha256 } from '../crypto/tokens.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { BucketState } from './ledger.ts';

/** Lists of numbers, three to a slot and three to a lease. */
type BucketRow = { bucket: Buffer; slots: number[]; leases: number[] };

const ensureBuckets = statement<unknown, [buckets: readonly Buffer[], now: Date]>(
  'rate-buckets-ensure',
  `insert into rate_buckets (bucket, counted_at) select bucket, $2 from unnest($1::bytea[]) bucket on conflict do nothing`,
);
/** Always in the same order, so that two processes that settle many never wait for each other in a circle. */
const lockBuckets = statement<BucketRow, [buckets: readonly Buffer[]]>(
  'rate-buckets-lock',
  'select bucket, slots, leases from rate_buckets where bucket = any($1) order by bucket for update',
);
const updateBucket = statement<
  unknown,
  [bucket: Buffer, slots: readonly number[], leases: readonly number[], now: Date]
>('rate-bucket-update', 'update rate_buckets set slots = $2, leases = $3, counted_at = $4 where bucket = $1');
const forgetBuckets = statement<unknown, [before: Date]>(
  'rate-buckets-forget',
  'delete from rate_buckets where counted_at < $1',
);

/** How every bucket stands, shared by all processes. */
export type Ledger = {
  /** Changes several buckets at once. `change` is pure and may be called again; it answers with the new states, in the same order. */
  visit<T>(
    keys: readonly string[],
    change: (states: readonly BucketState[]) => { states: readonly BucketState[]; result: T },
  ): Promise<T>;
  /** Buckets that nobody asked for since. */
  forget(before: Date): Promise<void>;
};

export function databaseLedger(database: Database, now: () => Date): Ledger {
  return {
    visit: (keys, change) => {
      // A bucket is a hash: whoever reads the table learns no address.
      const buckets = keys.map((key) => sha256(Buffer.from(key)));
      return database.transaction({ role: 'auth' }, now, async (tx) => {
        tx.write(ensureBuckets(buckets, tx.now));
        const rows = await tx.query(lockBuckets(buckets));
        const found = new Map(rows.map((row) => [row.bucket.toString('hex'), stateOf(row)]));
        const { states, result } = change(
          buckets.map((bucket) => found.get(bucket.toString('hex')) ?? { slots: [], leases: [] }),
        );
        for (const [index, bucket] of buckets.entries()) {
          const { slots = [], leases = [] } = states[index] ?? {};
          tx.write(
            updateBucket(
              bucket,
              slots.flatMap(({ second, requests, lost }) => [second, requests, lost]),
              leases.flatMap(({ process, amount, until }) => [process, amount, until]),
              tx.now,
            ),
          );
        }
        return result;
      });
    },
    forget: async (before) => {
      await database.query({ role: 'auth' }, forgetBuckets(before));
    },
  };
}

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
