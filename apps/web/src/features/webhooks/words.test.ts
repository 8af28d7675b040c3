import { expect, test } from 'vitest';
import type { Webhook } from './queries.ts';
import { EVENT_NAMES } from './event-names.ts';
import { parseDeadLetterSearch, parseLogSearch } from './search.ts';
import { causeOf, eventsInWords, GROUPS, inGroup, lastAnswer, pretty, stateOf, disabledReason } from './words.ts';

const webhook: Webhook = {
  id: 'whk_1',
  url: 'https://hooks.example/in',
  description: null,
  events: ['*'],
  payload_shape: 'A',
  template_ids: [],
  metadata: {},
  headers: {},
  active: true,
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};

test('states whether a webhook is enabled, and why it is disabled', () => {
  expect(stateOf(webhook).label).toBe('On');
  expect(stateOf({ ...webhook, failing_since: webhook.created_at }).label).toBe('Failing');
  expect(stateOf({ ...webhook, active: false, disabled_reason: 'paused' }).label).toBe('Paused');
  expect(stateOf({ ...webhook, active: false, disabled_reason: 'gone' }).label).toBe('Turned off');
  expect(disabledReason(webhook)).toBeNull();
  expect(disabledReason({ ...webhook, active: false, disabled_reason: 'gone' })?.text).toContain('410');
  expect(disabledReason({ ...webhook, active: false, disabled_reason: 'failing' })?.title).toContain('five days');
});

test('assigns every kind of event to exactly one group', () => {
  for (const kind of EVENT_NAMES) expect(GROUPS.filter(([, group]) => inGroup(group)(kind))).toHaveLength(1);
});

test('shows events, responses and payloads in readable form', () => {
  expect(eventsInWords(['*'])).toBe('All events');
  expect(eventsInWords(['document.sent'])).toBe('document.sent');
  expect(eventsInWords(['document.sent', 'document.signed'])).toBe('2 event types');
  expect(lastAnswer({ last_status: 500, last_error: 'x', last_error_code: 'http_status' })).toBe('HTTP 500');
  expect(lastAnswer({ last_status: null, last_error: 'x', last_error_code: 'timeout' })).toBe(
    'No response within 10 seconds',
  );
  expect(lastAnswer({ last_status: null, last_error: 'It failed.', last_error_code: null })).toBe('It failed.');
  expect(causeOf('The TLS connection is not trusted (CERT_HAS_EXPIRED).', 'tls_failed')).toBe(
    'The TLS connection is not trusted \u2068(CERT_HAS_EXPIRED)\u2069',
  );
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(pretty('thanks')).toBe('thanks');
});

test('ignores unknown filter values in the URL of a webhook page', () => {
  expect(parseLogSearch({ state: 'dead', event: 'document.sent' })).toEqual({ state: 'dead', event: 'document.sent' });
  expect(parseLogSearch({ state: 'odd', event: 7 })).toEqual({});
  expect(parseDeadLetterSearch({ webhook: 'whk_0a', days: '7' })).toEqual({ webhook: 'whk_0a', days: '7' });
  expect(parseDeadLetterSearch({ webhook: 'no', event: 'odd', days: '8' })).toEqual({});
});
