import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailerContract, type ReceivedMail } from '../../ports/mailer.contract.ts';
import type { MailErrorCode, OutgoingMail } from '../../ports/mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { smtpSettings } from './smtp-settings.ts';

const mail: OutgoingMail = {
  messageId: '<eml_1@sign.example>',
  from: { name: 'Countersign', address: 'no-reply@sign.example' },
  to: { address: 'alex@contoso.example' },
  subject: 'Please sign',
  text: 'Hello\n',
  html: '<p>Hello</p>\n',
};

type Received = { raw: Buffer; recipients: string[] };
type PostOffice = { url: string; taken: Received[]; refuse: number | undefined; close: () => Promise<void> };

/** A real SMTP server on loopback. `refuse` is its response to the next message. */
async function postOffice(options: SMTPServerOptions = {}): Promise<PostOffice> {
  const office: PostOffice = { url: '', taken: [], refuse: undefined, close: async () => {} };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = office.refuse;
        office.refuse = undefined;
        if (code !== undefined) return callback(Object.assign(new Error('refused'), { responseCode: code }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        office.taken.push({ raw: Buffer.concat(chunks), recipients });
        return callback();
      });
    },
    ...options,
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  office.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  office.close = () => new Promise((resolve) => server.close(resolve));
  return office;
}

function taken(office: PostOffice): Received {
  const last = office.taken.at(-1);
  if (!last) throw new Error('The mail server received no e-mail.');
  return last;
}

async function asReceived({ raw, recipients }: Received): Promise<ReceivedMail> {
  const email: Email = await PostalMime.parse(raw);
  return {
    messageId: email.messageId ?? '',
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    to: { name: email.to?.[0]?.name ?? '', address: email.to?.[0]?.address ?? '' },
    replyTo: email.replyTo?.[0]?.address ?? '',
    subject: email.subject ?? '',
    text: withoutLastBreak(email.text),
    html: withoutLastBreak(email.html),
    headerNames: email.headers.map(({ key }) => key),
    recipients,
  };
}

/** The parser includes the line break before the boundary, which belongs to the boundary (RFC 2046 §5.1.1). */
function withoutLastBreak(part = ''): string {
  return part.replace(/\n$/, '');
}

mailerContract('SMTP', async () => {
  const office = await postOffice();
  const mailer = smtpMailer(office.url);
  return {
    mailer,
    via: 'smtp',
    received: () => Promise.all(office.taken.map(asReceived)),
    failNext: (code) => {
      office.refuse = code === 'temporary' ? 451 : 550;
    },
    close: async () => {
      mailer.close();
      await office.close();
    },
  };
});

async function outcome(url: string, stepTimeout = 10_000): Promise<MailErrorCode> {
  const mailer = smtpMailer(url, { stepTimeout });
  onTestFinished(() => mailer.close());
  return mailer.send(mail).then(
    () => expect.fail('The mail was taken.'),
    (error: { code: MailErrorCode }) => error.code,
  );
}

async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('classification of SMTP failures', () => {
  test.each([
    [421, 'temporary'],
    [450, 'temporary'],
    [452, 'temporary'],
    [550, 'permanent'],
    [552, 'permanent'],
    [554, 'permanent'],
  ])('classifies a %i response to the recipient address as %s', async (responseCode, expected) => {
    const office = await postOffice({
      onRcptTo: (_to, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
    });
    onTestFinished(office.close);
    expect(await outcome(office.url)).toBe(expected);
    expect(office.taken).toEqual([]);
  });

  test('keeps the e-mail queued if the server rejects the sender address, because the administrator must fix the setting', async () => {
    const office = await postOffice({
      onMailFrom: (_from, _session, callback) =>
        callback(Object.assign(new Error('sender refused'), { responseCode: 553 })),
    });
    onTestFinished(office.close);
    expect(await outcome(office.url)).toBe('temporary');
  });

  test("keeps the mail server's message out of logs, but shows it to users who can see the address", async () => {
    const office = await postOffice({
      onRcptTo: (to, _session, callback) =>
        callback(Object.assign(new Error(`5.1.1 ${to.address} unknown`), { responseCode: 550 })),
    });
    onTestFinished(office.close);
    const mailer = smtpMailer(office.url);
    onTestFinished(() => mailer.close());
    const error: unknown = await mailer.send(mail).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ answer: { code: 550, text: '550 5.1.1 alex@contoso.example unknown' } });
    expect(Object.keys(error as object)).not.toContain('answer');
  });

  test('keeps the e-mail queued after a wrong password, because the administrator must fix the setting', async () => {
    const office = await postOffice({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('Invalid login')),
    });
    onTestFinished(office.close);
    expect(await outcome(office.url.replace('//', '//user:wrong@'))).toBe('temporary');
  });

  test('does not treat the e-mail as undeliverable if the server rejects the connection', async () => {
    const url = await rawServer((socket) => socket.end('554 no service for you\r\n'));
    expect(await outcome(url)).toBe('temporary');
  });

  test('treats an unreachable mail server as a temporary failure', async () => {
    const office = await postOffice();
    await office.close();
    expect(await outcome(office.url)).toBe('temporary');
  });

  test('treats a broken connection as a temporary failure, and does not retry automatically', async () => {
    let connections = 0;
    const url = await rawServer((socket) => {
      connections++;
      socket.write('220 ready\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await outcome(url)).toBe('temporary');
    expect(connections).toBe(1);
  });

  test('times out if the mail server does not respond', async () => {
    expect(await outcome(await rawServer(() => {}), 100)).toBe('timeout');
  });

  test('times out if the mail server sends data too slowly', async () => {
    const url = await rawServer((socket) => {
      socket.write('220 ready\r\n');
      const timer = setInterval(() => socket.write('250-more\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await outcome(url, 100)).toBe('timeout');
  });

  test('keeps the e-mail address and the password out of errors, because errors are logged', async () => {
    const office = await postOffice({
      onRcptTo: (to, _session, callback) =>
        callback(Object.assign(new Error(`${to.address} unknown`), { responseCode: 550 })),
    });
    onTestFinished(office.close);
    const mailer = smtpMailer(office.url);
    onTestFinished(() => mailer.close());
    await expect(mailer.send(mail)).rejects.toThrow('The mail server did not accept the e-mail with 550 (EENVELOPE).');
  });
});

test('signs in with the decoded user name and password from SMTP_URL', async () => {
  const seen: unknown[] = [];
  const office = await postOffice({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => {
      seen.push(auth.username, auth.password);
      callback(null, { user: 'ok' });
    },
  });
  onTestFinished(office.close);
  const mailer = smtpMailer(office.url.replace('//', '//post%40sign.example:p%2Fw%3A%25@'));
  onTestFinished(() => mailer.close());
  await expect(mailer.send(mail)).resolves.toEqual({ messageId: mail.messageId, via: 'smtp' });
  expect(seen).toEqual(['post@sign.example', 'p/w:%']);
});

test('sends e-mails over TLS if the server offers STARTTLS, and rejects an untrusted certificate', async () => {
  const secured: boolean[] = [];
  const office = await postOffice({
    disabledCommands: ['AUTH'],
    onMailFrom: (_from, session, callback) => {
      secured.push(session.secure);
      callback();
    },
  });
  onTestFinished(office.close);
  // The server's certificate is self-signed, as it would be if an attacker intercepted the connection.
  expect(await outcome(office.url)).toBe('temporary');
  expect(secured).toEqual([]);
});

test('adds no header or recipient to an e-mail, regardless of the display name', async () => {
  const office = await postOffice();
  onTestFinished(office.close);
  const mailer = smtpMailer(office.url);
  onTestFinished(() => mailer.close());
  const attack = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          'Bcc: x@evil.example',
          '=?utf-8?Q?=0D=0A?=',
          '<',
          '>',
          '"',
          ',',
          '\\',
          ' ',
          '契約',
          'é',
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join('')),
  );
  await mailer.send({ ...mail, replyTo: { name: 'x', address: 'jane@northwind.example' } });
  const plain = (await asReceived(taken(office))).headerNames;
  await fc.assert(
    fc.asyncProperty(attack, attack, attack, async (sender, recipient, subject) => {
      await mailer.send({
        ...mail,
        from: { name: sender, address: mail.from.address },
        to: { name: recipient, address: mail.to.address },
        replyTo: { name: sender, address: 'jane@northwind.example' },
        subject: `x${subject}`,
      });
      const received = await asReceived(taken(office));
      expect(received.headerNames).toEqual(plain);
      expect(received.recipients).toEqual([mail.to.address]);
      expect(received.from.address).toBe(mail.from.address);
      expect(received.to.address).toBe(mail.to.address);
      expect(received.text).toBe(mail.text);
    }),
    { numRuns: 100 },
  );
});

test('marks each e-mail as automatic, keeps additional headers, and sends many e-mails over few connections', async () => {
  let connections = 0;
  const office = await postOffice({
    onConnect: (_session, callback) => {
      connections++;
      callback();
    },
  });
  onTestFinished(office.close);
  const mailer = smtpMailer(office.url);
  onTestFinished(() => mailer.close());
  const headers = { 'List-Unsubscribe': '<https://sign.example/u>' };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => mailer.send({ ...mail, messageId: `<eml_${n}@sign.example>`, headers })),
  );
  expect(office.taken).toHaveLength(20);
  expect(connections).toBeLessThanOrEqual(3);
  const first = await PostalMime.parse(office.taken[0]?.raw ?? '');
  expect(first.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://sign.example/u>' }),
    ]),
  );
});

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: false }],
    ['smtp://mail.example:2525/', { port: 2525, secure: false }],
    ['smtps://mail.example', { port: 465, secure: true, requireTLS: false }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
  ])('parses the SMTP_URL %s', (url, expected) => {
    expect(smtpSettings(url)).toMatchObject(expected);
    expect(smtpSettings(url)).toMatchObject({
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 10_000,
    });
  });

  test('requires encryption if SMTP_URL contains a password, unless the mail server is on the same machine', () => {
    expect(smtpSettings('smtp://u:p@mail.example').requireTLS).toBe(true);
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(smtpSettings(`smtp://u:p@${host}`).requireTLS).toBe(false);
    expect(smtpSettings('smtp://u:p@127.evil.example').requireTLS).toBe(true);
  });

  test.each([
    '',
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://u:secret@mail.example/x',
    'smtp://u:secret@mail.example?tls=no',
    'smtp://u:secret%zz@mail.example',
  ])('refuses the SMTP_URL %j without repeating the URL in the error', (url) => {
    expect(() => smtpSettings(url)).toThrow(/^SMTP_URL/);
    expect(() => smtpSettings(url)).not.toThrow(/secret/);
  });
});

test('attaches an image only to an e-mail whose HTML references it', async () => {
  const office = await postOffice();
  const picture = { cid: 'logo@countersign', contentType: 'image/png', content: Buffer.from('a picture') } as const;
  const mailer = smtpMailer(office.url, { pictures: [picture] });
  await mailer.send({ ...mail, html: '<img src="cid:logo@countersign" alt="">' });
  await mailer.send(mail);
  const [shown, plain] = await Promise.all(office.taken.map(({ raw }) => PostalMime.parse(raw)));
  expect(shown?.attachments).toMatchObject([
    { contentId: '<logo@countersign>', mimeType: 'image/png', disposition: 'inline', related: true },
  ]);
  expect(plain?.attachments).toEqual([]);
  mailer.close();
  await office.close();
});
