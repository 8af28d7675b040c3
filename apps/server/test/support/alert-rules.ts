/**
 * Evaluates the handbook's alert rules for two scrapes in the same way as Prometheus. Supports the subset of PromQL
 * that the rules use.
 */
import { readFileSync } from 'node:fs';
import type { Family, Sample } from './open-metrics.ts';

export type Scrape = { families: Map<string, Family>; at: Date };

const RULES = readFileSync(new URL('../../../../docs/operate/alerts.yml', import.meta.url), 'utf8');
const AGGREGATE = /^(sum|max|min)(?: by \([\w, ]+\))? ?\((?:(?:rate|increase)\((.+)\[\w+\]\)|(.+))\)$/;
const SELECTOR = /^(\w+)(?:\{(.*)\})?$/;
const MATCHER = /^(\w+)(=~|!=|=)"(.*)"$/;

export const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/**
 * Whether the rule fires for the scrapes `before` and `after`. As in Prometheus, a rule does not fire for undefined
 * values.
 */
export function fires(alert: string, before: Scrape, after: Scrape): boolean {
  const [, expression] = new RegExp(`- alert: ${alert}\\n\\s+expr: (.*)`).exec(RULES) ?? [];
  if (expression === undefined) throw new Error(`There is no alert ${alert}.`);
  const [, missing, rest = expression] = /^absent\((.+?)\) or (.*)$/.exec(expression) ?? [];
  if (missing !== undefined && select(missing, after).length === 0) return true;
  const [, left = '', operator = '', right = ''] = /^(.*) (==|>|<) (.*)$/.exec(rest) ?? [];
  const [one, other] = [value(left, before, after), value(right, before, after)];
  if (one === undefined || other === undefined) return false;
  return operator === '==' ? one === other : operator === '>' ? one > other : one < other;
}

function value(text: string, before: Scrape, after: Scrape): number | undefined {
  const [, optional] = /^\((.*) or vector\(0\)\)$/.exec(text) ?? [];
  if (optional !== undefined) return value(optional, before, after) ?? 0;
  if (/^[\de* ]+$/.test(text)) return text.split('*').reduce((product, factor) => product * Number(factor), 1);
  const [, minuend, subtrahend] = /^(.+) - (.+)$/.exec(text) ?? [];
  if (minuend !== undefined && subtrahend !== undefined) {
    const [one, other] = [value(minuend, before, after), value(subtrahend, before, after)];
    return one === undefined || other === undefined ? undefined : one - other;
  }
  if (text === 'time()') return after.at.getTime() / 1000;
  const [, how = 'sum', counted, plain = text] = AGGREGATE.exec(text) ?? [];
  const found =
    counted === undefined ? select(plain, after).map((sample) => sample.value) : increases(counted, before, after);
  if (found.length === 0) return undefined;
  return how === 'sum'
    ? found.reduce((sum, one) => sum + one, 0)
    : how === 'max'
      ? Math.max(...found)
      : Math.min(...found);
}

/** A series that did not exist in the earlier scrape does not count as increased, because its initial value is unknown. */
function increases(selector: string, before: Scrape, after: Scrape): number[] {
  const earlier = new Map(select(selector, before).map((sample) => [keyOf(sample), sample.value]));
  return select(selector, after).flatMap((sample) => {
    const from = earlier.get(keyOf(sample));
    return from === undefined ? [] : [sample.value - from];
  });
}

const keyOf = ({ labels }: Sample): string => JSON.stringify(labels);

function select(selector: string, { families }: Scrape): Sample[] {
  const [, name = '', inside = ''] = SELECTOR.exec(selector) ?? [];
  const matchers = inside === '' ? [] : inside.split(',').map((text) => MATCHER.exec(text) ?? []);
  const isMeant = ({ labels }: Sample): boolean =>
    matchers.every(([, label = '', how, wanted = '']) => {
      const found = labels[label] ?? '';
      return how === '=~' ? new RegExp(`^(?:${wanted})$`).test(found) : (found === wanted) === (how === '=');
    });
  return [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name && isMeant(sample));
}
