import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { MailServerError } from '../../ports/mailer.ts';
import { smtpServer } from './server-check.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function open(options: SMTPServerOptions): Promise<{ address: string; commands: string[] }> {
  const commands: string[] = [];
  const server = new SMTPServer({
    logger: false,
    onAuth: ({ username, password }, _session, callback) => {
      commands.push('AUTH');
      if (username === 'sender' && password === 'right') callback(null, { user: username });
      else callback(Object.assign(new Error('535 5.7.8 wrong password for sender'), { responseCode: 535 }));
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closing.push(() => server.close());
  return { address: `127.0.0.1:${(listening.address() as AddressInfo).port}`, commands };
}

const fault = (url: string) =>
  smtpServer(url, 2000)
    .check()
    .then(
      () => 'none',
      (error: unknown) => (error instanceof MailServerError ? error.fault : error),
    );

test('reports no fault for a mail server that accepts the configured login', async () => {
  const { address, commands } = await open({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await fault(`smtp://sender:right@${address}`)).toBe('none');
  expect(commands).toEqual(['AUTH']);
});

test('reports no fault for a mail server that requires no login', async () => {
  const { address, commands } = await open({ disabledCommands: ['STARTTLS', 'AUTH'] });
  expect(await fault(`smtp://${address}`)).toBe('none');
  expect(commands).toEqual([]);
});

test('distinguishes a wrong password from an unreachable mail server', async () => {
  const { address } = await open({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await fault(`smtp://sender:wrong@${address}`)).toBe('login');
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  expect(await fault(`smtp://127.0.0.1:${port}`)).toBe('unreachable');
});

test('reports an untrusted certificate as an encryption problem', async () => {
  // smtp-server has a built-in certificate that is not trusted.
  const { address } = await open({ secure: true });
  expect(await fault(`smtps://${address}`)).toBe('encryption');
});

test('sends no commands to a mail server whose greeting is an error', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('554 5.7.1 go away\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  expect(await fault(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe('refused');
});

test.each([
  ['smtps://mail.example.com', true],
  ['smtp://sender:secret@mail.example.com', true],
  ['smtp://127.0.0.1:2525', true],
  ['smtp://mail.example.com', false],
])('reports whether %s is encrypted: %s', (url, isEncrypted) => {
  expect(smtpServer(url).isEncrypted).toBe(isEncrypted);
});
