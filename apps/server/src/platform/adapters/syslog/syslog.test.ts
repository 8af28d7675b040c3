import { expect, test } from 'vitest';
import { openLogServer } from '../../../../test/support/log-server.ts';
import { syslog, syslogAddress, syslogMessage } from './index.ts';

const message = {
  id: 'sec_1',
  at: new Date('2026-11-23T01:02:03.004Z'),
  severity: 'high',
  kind: 'member.role-changed',
  text: 'Role changed from member to admin',
  fields: { address: '192.0.2.1', details: '{"a":"b]\\\\"}' },
} as const;
const server = await openLogServer();

test('formats syslog messages according to RFC 5424 and escapes values', () => {
  const line = syslogMessage(message);
  expect(line).toMatch(
    /^<108>1 2026-11-23T01:02:03\.004Z \S+ countersign \d+ member\.role-changed \[countersign@32473 /,
  );
  expect(line).toContain(String.raw`details="{\"a\":\"b\]\\\\\"}"`.replace(String.raw`\\\\\"`, String.raw`\\\\\"`));
  expect(line.endsWith('] \uFEFFRole changed from member to admin')).toBe(true);
});

test('prevents a line break in a value from starting a second syslog message', () => {
  const line = syslogMessage({ ...message, text: 'a\n<13>1 forged', fields: { subject: 'b\r\nc' } });
  expect(line).not.toMatch(/[\r\n]/);
});

test('delivers a batch of syslog messages completely and in order', async () => {
  const log = syslog({ host: '127.0.0.1', port: server.port, ca: server.ca });
  const batch = Array.from({ length: 100 }, (_, index) => ({
    ...message,
    id: `sec_${index}`,
    text: `Ünïcode ${index}`,
  }));
  await log.send(batch);
  expect(server.messages).toHaveLength(100);
  expect(server.messages.at(-1)).toContain('Ünïcode 99');
});

test('sends no message to a syslog server with an untrusted certificate', async () => {
  const before = server.messages.length;
  const log = syslog({ host: '127.0.0.1', port: server.port, ca: undefined });
  await expect(log.send([message])).rejects.toThrow(/self-signed/);
  expect(server.messages).toHaveLength(before);
});

test('fails if the syslog server is unreachable', async () => {
  const gone = await openLogServer();
  await gone.close();
  await expect(syslog({ host: '127.0.0.1', port: gone.port, ca: gone.ca }).send([message])).rejects.toThrow(
    /ECONNREFUSED/,
  );
});

test.each(['logs.example.com', 'tcp://logs.example.com', 'tls://user@logs.example.com', 'tls://logs.example.com/path'])(
  'rejects %s as a syslog address',
  (value) => expect(() => syslogAddress(value)).toThrow('tls://logs.example.com:6514'),
);

test('uses the port specified in RFC 5425 by default', () => {
  expect(syslogAddress('tls://[2001:db8::1]')).toEqual({ host: '2001:db8::1', port: 6514 });
});
