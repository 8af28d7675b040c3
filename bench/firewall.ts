/**
 * Measures the request firewall with hostile input of 8 KB, each designed for maximum cost, and with a body of 1 MB.
 */
import { operations } from '@countersign/contract';
import { Budget, judgeText } from '../apps/server/src/platform/firewall/judge.ts';
import { operationShape, textsOf } from '../apps/server/src/platform/firewall/values.ts';
import { atMost, median, quantile, report } from './report.ts';

const HOSTILE_LENGTH = 8192;
const BODY_LENGTH = 1024 * 1024;

/**
 * Character sequences that are repeated to create hostile input. At each repetition, a rule may start matching again.
 */
const SEEDS = [
  "'",
  "'or'",
  "' or (",
  "'/*'*/",
  "'/**/",
  '"--"',
  ';select ',
  '(select ',
  'union select ',
  ' or 1=1 x',
  '1=1 or ',
  '<a ',
  '<a b="',
  '<script ',
  '<script>x',
  'javascript:',
  " onx='",
  '../',
  '..;',
  '/etc/',
  ';ls x',
  '|a b',
  '& cat x',
  '$(ls ',
  '`ls` ',
  '`',
  '{{a',
  '${',
  '${a:-',
  '{{{{',
  '{{7*',
  '%25',
  '%27%',
  '&#39',
  '&amp;',
  '\\u0027',
  '\n',
  ')(',
  '((((',
  'http:',
  'file:',
  '::',
  'sleep(',
  'case when ',
  ';;;;',
  '＇',
  'a',
  ' ',
  '\\',
];

/**
 * Returns the CPU time per run of `work` in milliseconds, averaged over many runs because the kernel counts in ticks.
 */
function cpuOf(times: number, work: () => void): number {
  const before = process.threadCpuUsage();
  for (let n = 0; n < times; n++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / times;
}

export function measureFirewall(): void {
  const hostile = SEEDS.map((seed) => seed.repeat(Math.ceil(HOSTILE_LENGTH / seed.length)).slice(0, HOSTILE_LENGTH));
  const times: number[] = [];
  for (let round = -5; round < 40; round++)
    for (const text of hostile)
      for (const place of ['prose', 'strict'] as const) {
        const begun = performance.now();
        judgeText(text, place);
        if (round >= 0) times.push(performance.now() - begun);
      }
  report('firewall: hostile text of 8 KB, p99', quantile(times, 0.99), 'ms', { target: atMost(2) });
  const costs = hostile.flatMap((text) =>
    (['prose', 'strict'] as const).map((place) => cpuOf(40, () => judgeText(text, place))),
  );
  report('firewall: hostile text of 8 KB, the worst, processor', Math.max(...costs), 'ms', { target: atMost(2) });

  const { body } = operationShape(operations.checkBulkSend);
  // All values differ, so that caches do not speed up later rows.
  const row = (n: number) => ({
    'Buyer.email': `anna.${n}@example.com`,
    'Buyer.name': `Anna O'Brien ${n}`,
    Note: `Offer ${n}; see <annex> & call (us) -- "soon"`,
  });
  const count = Math.floor(BODY_LENGTH / JSON.stringify(row(10_000)).length);
  const rows = Array.from({ length: count }, (_, n) => row(10_000 + n));
  const judge = () => {
    const budget = new Budget();
    for (const { text, place } of textsOf({ rows }, body, 'body')) judgeText(text, place, { budget });
  };
  cpuOf(5, judge);
  // Other programs affect the CPU caches and the clock rate, so the minimum is closest to the cost of the work itself.
  const bodies = Array.from({ length: 25 }, () => cpuOf(2, judge));
  report('firewall: body of 1 MB, processor, the least of 25', Math.min(...bodies), 'ms', {
    target: atMost(50),
    beside: `median: ${median(bodies).toFixed(0)} ms`,
  });
}
