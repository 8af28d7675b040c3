/**
 * `npm run bench -- capacity` calculates which resources 1 million, 100 million and 10 billion envelopes a year
 * require, and which resource runs out first. It starts no server and uses costs that other parts of the bench have
 * measured. Costs of the newest lines of history.jsonl (`--record`) replace those below.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * The costs of one envelope with one signer and one page, as stated in docs/contribute/performance.md and
 * docs/operate/production.md.
 */
export const MEASURED = {
  /** The server's processor time in ms: its main thread, V8's threads, PDF workers and the file system. */
  serverMs: 49,
  /** PostgreSQL's processor time in ms. */
  databaseMs: 9,
  /**
   * The data in kB that remains in the database after vacuum. It includes the certificate of completion, and assumes
   * that e-mails are sent by a mail server.
   */
  databaseKb: 83,
  /** The data in kB written to the database's log: 73 kB, doubled to allow for full-page images. */
  logKb: 146,
  /**
   * The size of the upload in kB. The upload is stored once. The value is an assumption: the sample has 3 kB, and
   * contracts are larger.
   */
  fileKb: 300,
};
export type Costs = typeof MEASURED;

/** Assumptions about load and machines, which you can replace with your own. */
export const ASSUMED = {
  /** The ratio of the busiest second to the yearly mean, for a busy day with office hours in a single time zone. */
  peak: 8,
  /** The planned utilization of each core. 1 means full utilization. */
  utilization: 0.6,
  /** The number of cores of the largest machine on which a primary can run. */
  primaryCores: 64,
  /** The largest database on one primary in TB. Restoring a larger database takes days. */
  primaryTb: 8,
  /** How many MB of its log one primary can write and send to its replica per second. */
  primaryLogMb: 300,
  /** The number of years for which documents are kept. */
  years: 10,
  /** The number of copies: one primary and its synchronous replica. */
  copies: 2,
  /** Monthly prices in US dollars: a core with 4 GB, a TB of fast disk, and a TB of S3. */
  corePrice: 30,
  diskTbPrice: 100,
  s3TbPrice: 23,
};
export type Assumptions = typeof ASSUMED;

export type Capacity = {
  envelopes: number;
  /** The number of envelopes per second at the peak. */
  peakRate: number;
  webProcesses: number;
  workers: number;
  /** The number of primaries, each with its replica. 1 means that plain PostgreSQL is enough. */
  shards: number;
  databaseCores: number;
  /** The size of one copy of the database, in TB, once it contains the documents of all `years`. */
  databaseTb: number;
  filesTb: number;
  /** The monthly price in US dollars once the documents of all `years` are stored. */
  price: number;
  pricePerThousand: number;
  /** The resource of a single primary that is used the most, and its utilization. 1 means full utilization. */
  bottleneck: string;
  use: number;
};

const SECONDS_OF_A_YEAR = 365 * 24 * 3600;
const KB_OF_A_TB = 1e9;
/**
 * A web process uses one core for JavaScript. Jobs (e-mails, seals, certificates) take a quarter of the server's
 * processor time (scaling.md).
 */
const WEB_SHARE = 0.75;

/** @param envelopes the number of envelopes in a year */
export function capacityFor(envelopes: number, costs: Costs = MEASURED, assumed: Assumptions = ASSUMED): Capacity {
  const peakRate = (envelopes / SECONDS_OF_A_YEAR) * assumed.peak;
  const cores = (ms: number) => (peakRate * ms) / 1000 / assumed.utilization;
  const serverCores = cores(costs.serverMs);
  const webProcesses = Math.max(1, Math.ceil(serverCores * WEB_SHARE));
  const workers = Math.max(1, Math.ceil(serverCores * (1 - WEB_SHARE)));
  const databaseCores = cores(costs.databaseMs);
  const databaseTb = (envelopes * assumed.years * costs.databaseKb) / KB_OF_A_TB;
  const filesTb = (envelopes * assumed.years * costs.fileKb) / KB_OF_A_TB;
  /** The number of primaries that each resource requires. */
  const needs = {
    disk: databaseTb / assumed.primaryTb,
    processor: databaseCores / assumed.primaryCores,
    'write-ahead log': (peakRate * costs.logKb) / 1000 / assumed.primaryLogMb,
  };
  const [[bottleneck, use] = ['', 0]] = Object.entries(needs).toSorted(([, a], [, b]) => b - a);
  const shards = Math.max(1, Math.ceil(use));
  const price =
    (webProcesses + workers + Math.max(2 * shards, databaseCores) * assumed.copies) * assumed.corePrice +
    databaseTb * assumed.copies * assumed.diskTbPrice +
    filesTb * assumed.s3TbPrice;
  return {
    envelopes,
    peakRate,
    webProcesses,
    workers,
    shards,
    databaseCores,
    databaseTb,
    filesTb,
    price,
    pricePerThousand: (price * 12 * 1000) / envelopes,
    bottleneck,
    use,
  };
}

/** Maps the figures in history.jsonl to the costs in this model. */
const FIGURES: Record<string, keyof Costs> = {
  'processor: database': 'databaseMs',
  'kept for an envelope: all of the database': 'databaseKb',
  'bytes of the log': 'logKb',
};

/** The newest recorded costs, or the costs above if none have been recorded. */
export function recordedCosts(file = new URL('history.jsonl', import.meta.url)): Costs {
  const costs = { ...MEASURED };
  if (!existsSync(file)) return costs;
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { figures, quick } = JSON.parse(line) as { quick: boolean; figures: Record<string, [number, string]> };
    if (quick) continue;
    for (const [name, [value]] of Object.entries(figures)) {
      const cost = FIGURES[name];
      if (cost) costs[cost] = value;
    }
  }
  return costs;
}

const YEARLY = [1e6, 1e8, 1e10];

const large = (value: number): string =>
  value >= 10 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2).replace(/\.0$/, '');

/** Formats the table in docs/operate/scaling.md. */
export function capacityTable(costs: Costs = MEASURED): string {
  const rows = YEARLY.map((envelopes) => capacityFor(envelopes, costs)).map((one) => [
    `${large(one.envelopes / 1e6)} million`,
    large(one.peakRate),
    `${large(one.webProcesses)} and ${large(one.workers)}`,
    large(one.shards),
    large(one.databaseTb),
    large(one.filesTb),
    `$${large(one.price)}`,
    `${one.bottleneck} (needs ${large(one.use)} primaries)`,
  ]);
  const titles = [
    'Envelopes per year',
    'Per second at the peak',
    'Web processes and workers',
    'Shards',
    'Database (TB)',
    'Files (TB)',
    'Price per month',
    'First bottleneck',
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), `|${'---|'.repeat(titles.length)}`, ...rows.map(line)].join('\n');
}

export function showCapacity(): void {
  console.log(capacityTable(recordedCosts()));
}
