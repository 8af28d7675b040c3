import { expect, test } from 'vitest';
import { NO_TELEMETRY, type SpanData, Telemetry, type TelemetrySink } from './telemetry.ts';

type Ended = { kind: string; parent: unknown; outcome: string };

function recorded(isTracer: boolean): { sink: TelemetrySink; ended: Ended[] } {
  const ended: Ended[] = [];
  const sink: TelemetrySink = {
    ...(isTracer && { begun: () => {} }),
    ended: ({ kind, parent }, outcome) => void ended.push({ kind, parent, outcome }),
  };
  return { sink, ended };
}

test('measures an operation until its end, even if it fails', async () => {
  const { sink, ended } = recorded(false);
  const telemetry = new Telemetry([sink]);
  expect(await telemetry.measure('mail', {}, () => Promise.resolve(7))).toBe(7);
  const fault = new Error('no mail server');
  const failing = telemetry.measure(
    'mail',
    {},
    () => Promise.reject(fault),
    () => 'temporary',
  );
  await expect(failing).rejects.toBe(fault);
  expect(ended.map(({ outcome }) => outcome)).toEqual(['done', 'temporary']);
});

test('records the end of each span only once, with the first outcome', () => {
  const { sink, ended } = recorded(false);
  const span = new Telemetry([sink]).begin('mail', {});
  span.end('2xx');
  span.end('aborted');
  expect(ended.map(({ outcome }) => outcome)).toEqual(['2xx']);
});

test('uses the enclosing span as the parent only if spans are traced', () => {
  const { sink, ended } = recorded(true);
  const telemetry = new Telemetry([sink]);
  const request = telemetry.begin('request', { operation: 'signDocument' });
  telemetry.within(request).begin('transaction', { role: 'app' }).end();
  expect(ended[0]?.parent).toBe(request.data satisfies SpanData);

  const metrics = new Telemetry([recorded(false).sink]);
  expect(metrics.within(metrics.begin('request', { operation: 'signDocument' }))).toBe(metrics);
});

test('creates no telemetry objects if no subscriber listens', () => {
  const one = NO_TELEMETRY.begin('request', { operation: 'signDocument' });
  expect(NO_TELEMETRY.begin('mail', {})).toBe(one);
  expect(NO_TELEMETRY.within(one)).toBe(NO_TELEMETRY);
});
