/**
 * Checks that the dashboard, the alert rules and the runbooks refer only to metrics that /metrics contains, and that
 * their references to each other are correct.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addGauges } from '../../src/features/metrics/gauges.ts';
import { prometheusMetrics } from '../../src/platform/adapters/prometheus/index.ts';
import { readOpenMetrics } from '../support/open-metrics.ts';

const read = (name: string) => readFileSync(new URL(`../../../../docs/operate/${name}`, import.meta.url), 'utf8');

/** Returns every possible name of a sample in /metrics. */
async function names(): Promise<Set<string>> {
  const metrics = prometheusMetrics();
  addGauges(metrics, {
    version: '1',
    role: 'all',
    figures: { latest: () => Promise.resolve({ isUp: false, read: undefined }) },
    pools: () => [],
    pdf: { load: { workers: 0, busy: 0, waiting: 0 } },
    running: () => ({ seal: 0, announcement: 0, invitation: 0, timer: 0, mail: 0, certificate: 0, bulk: 0 }),
    overload: { shedding: undefined, underWay: {} },
    isTimeTrusted: () => true,
    space: () => Promise.resolve(undefined),
    certificates: () => [],
    backups: () => ({ newest: null, newestVerified: null }),
    archive: () => ({ until: new Date(), newestBase: new Date() }),
  });
  const families = readOpenMetrics(await metrics.text());
  metrics.close();
  const all = [...families].flatMap(([name, { type }]) => {
    if (type === 'counter') return [`${name}_total`];
    return type === 'histogram' ? ['_bucket', '_count', '_sum', ''].map((suffix) => name + suffix) : [name];
  });
  return new Set([...all, 'up']);
}

/** Returns the metric names in a PromQL expression that belong to Countersign or to the process. */
const named = (text: string): string[] => text.match(/\b(?:countersign|nodejs|process)_\w+/g) ?? [];

test('names only existing metrics in the dashboard, the alert rules and the monitoring page', async () => {
  const known = await names();
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] };
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(25);
  const rules = read('alerts.yml').match(/expr: .*/g) ?? [];
  for (const text of [...expressions, ...rules]) {
    expect(named(text).length, text).toBeGreaterThan(text.includes('up{') ? -1 : 0);
    expect(
      named(text).filter((name) => !known.has(name)),
      text,
    ).toEqual([]);
  }
  const told = named(read('monitoring.md').replaceAll(/`(process|nodejs)_\*`/g, ''));
  expect(told.filter((name) => !known.has(name))).toEqual([]);
  // The documentation page must also list all of the server's own metrics.
  const families = [...known].filter((name) => name.startsWith('countersign_') && !/_(bucket|count|sum)$/.test(name));
  expect(families.filter((name) => !told.includes(name))).toEqual([]);
});

test('has exactly one runbook section for each alert, and one alert for each section', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const sections = [...read('runbooks.md').matchAll(/^### (Countersign\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(15);
  expect(new Set(sections)).toEqual(new Set(alerts));
  expect([sections.length, new Set(alerts).size]).toEqual([alerts.length, alerts.length]);
});
