/** The request firewall: hostile texts of 8 KB, each made to cost as much as it can, and a body of 1 MB. */
import { operations } from '@countersign/contract';
import { judgeText } from '../apps/server/src/platform/firewall/judge.ts';
import { judgeValue, operationShape } from '../apps/server/src/platform/firewall/values.ts';
import { atMost, quantile, report } from './report.ts';

const HOSTILE_LENGTH = 8192;
const BODY_LENGTH = 1024 * 1024;

/** Signs by which rules begin to look, over and over: each of them once was, or could be, what makes a rule start anew. */
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

  const { body } = operationShape(operations.checkBulkSend);
  const row = {
    'Buyer.email': 'anna@example.com',
    'Buyer.name': "Anna O'Brien",
    Note: 'Offer; see <annex> & call (us) -- "soon"',
  };
  const rows = Array.from({ length: Math.floor(BODY_LENGTH / JSON.stringify(row).length) }, () => row);
  const bodies: number[] = [];
  for (let round = -3; round < 20; round++) {
    const begun = performance.now();
    judgeValue({ rows }, body, 'body', () => undefined);
    if (round >= 0) bodies.push(performance.now() - begun);
  }
  report('firewall: body of 1 MB', quantile(bodies, 0.5), 'ms', { target: atMost(50) });
}
