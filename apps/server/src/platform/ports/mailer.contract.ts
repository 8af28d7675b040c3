import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mailer, MailErrorCode, OutgoingMail } from './mailer.ts';

export type ReceivedMail = {
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The names of all headers in lower case, if the adapter creates any headers. */
  readonly headerNames: readonly string[];
  readonly recipients: readonly string[];
};

export type MailerUnderTest = {
  readonly mailer: Mailer;
  readonly via: 'smtp' | 'mailbox';
  received(): Promise<readonly ReceivedMail[]>;
  readonly failNext?: (code: Exclude<MailErrorCode, 'timeout'>) => void;
  readonly close: () => Promise<void>;
};

const sample: OutgoingMail = {
  messageId: '<eml_1@sign.example>',
  from: { name: 'Northwind via Countersign', address: 'no-reply@sign.example' },
  to: { name: 'Alex Morgan', address: 'alex@contoso.example' },
  replyTo: { name: 'Jane Whitfield', address: 'jane@northwind.example' },
  subject: 'Please sign',
  text: 'Hello\n\n> quoted\nFrom here on\n.\nhttps://sign.example/s/1\n',
  html: '<p>Hello</p>\n',
};

/** Tests the guarantees of every mailer. All adapters and the fake run these tests. */
export function mailerContract(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(`${name} as a mailer`, () => {
    let subject: MailerUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    async function deliver(change: Partial<OutgoingMail>): Promise<ReceivedMail> {
      await subject.mailer.send({ ...sample, ...change });
      const last = (await subject.received()).at(-1);
      if (last === undefined) throw new Error('Nothing was received.');
      return last;
    }

    test('delivers an e-mail unchanged and returns its ID and transport', async () => {
      await expect(subject.mailer.send(sample)).resolves.toEqual({ messageId: sample.messageId, via: subject.via });
      const received = (await subject.received()).at(-1);
      expect(received).toMatchObject({
        messageId: sample.messageId,
        from: sample.from,
        to: sample.to,
        replyTo: 'jane@northwind.example',
        subject: sample.subject,
        text: sample.text,
        html: sample.html,
        recipients: ['alex@contoso.example'],
      });
    });

    test('preserves text in any script, and long lines in full', async () => {
      const link = `https://sign.example/s/${'x'.repeat(1200)}`;
      const text = `سلام\n${link}\n`;
      const subjectLine = '„Vertrag“ 保密协议 👩‍⚖️ اتفاقية '.repeat(6).trim();
      const received = await deliver({
        subject: subjectLine,
        text,
        html: `<p>${link} é</p>\n`,
        to: { name: 'مريم', address: 'm@x.example' },
      });
      expect(received).toMatchObject({ subject: subjectLine, text, html: `<p>${link} é</p>\n`, to: { name: 'مريم' } });
    });

    test('does not let line breaks in names, subject or headers add a header or recipient', async () => {
      const attack = 'x\r\nBcc: all@evil.example\r\n\r\n<b>body</b>\u2028\u0085\n.\r\nRCPT TO:<all@evil.example>';
      const plain = await deliver({});
      const received = await deliver({
        subject: attack,
        from: { name: attack, address: 'no-reply@sign.example' },
        to: { name: attack, address: 'alex@contoso.example' },
        replyTo: { name: attack, address: 'jane@northwind.example' },
      });
      const oneLine = 'x Bcc: all@evil.example <b>body</b> . RCPT TO:<all@evil.example>';
      expect(received).toMatchObject({
        subject: oneLine,
        text: sample.text,
        html: sample.html,
        recipients: ['alex@contoso.example'],
      });
      expect(received.from.address).toBe('no-reply@sign.example');
      expect(received.to).toEqual({ name: oneLine, address: 'alex@contoso.example' });
      expect(received.headerNames).toEqual(plain.headerNames);
    });

    test('does not decode e-mail text that looks like an encoded word', async () => {
      const attack = '=?utf-8?Q?=0D=0ABcc:_all@evil.example?=';
      const received = await deliver({ subject: attack, to: { name: attack, address: 'alex@contoso.example' } });
      const harmless = '= ?utf-8?Q?=0D=0ABcc:_all@evil.example?=';
      expect(received).toMatchObject({ subject: harmless, to: { name: harmless } });
    });

    test.each([
      '',
      'alex',
      'alex@',
      '@contoso.example',
      'alex@contoso.example, eve@evil.example',
      'alex@contoso.example\r\nRCPT TO:<eve@evil.example>',
      '<alex@contoso.example>',
      'Alex <alex@contoso.example>',
      'alex@contoso.example>',
      'a b@contoso.example',
      'alex@contoso.example\0',
      `${'a'.repeat(65)}@contoso.example`,
    ])('rejects the address %j permanently, without sending', async (address) => {
      const before = (await subject.received()).length;
      const impossible = [
        { to: { name: 'Alex', address } },
        { from: { name: 'x', address } },
        { replyTo: { name: 'x', address } },
      ];
      for (const change of impossible) {
        await expect(subject.mailer.send({ ...sample, ...change })).rejects.toMatchObject({
          name: 'MailError',
          code: 'permanent',
        });
      }
      expect(await subject.received()).toHaveLength(before);
    });

    test.each(['', 'eml_1@sign.example', '<eml_1>', '<eml_1@x>\r\nBcc: eve@evil.example', '<a b@x>'])(
      'rejects the message ID %j',
      async (messageId) => {
        await expect(subject.mailer.send({ ...sample, messageId })).rejects.toMatchObject({ code: 'permanent' });
      },
    );

    test.each(['Bcc', 'from', 'Content-Type', 'X-A\r\nBcc', 'X A', ''])(
      'rejects the e-mail header %j',
      async (header) => {
        await expect(
          subject.mailer.send({ ...sample, headers: { [header]: 'eve@evil.example' } }),
        ).rejects.toMatchObject({ code: 'permanent' });
      },
    );

    test('distinguishes temporary from permanent rejections, and then delivers the next e-mail', async () => {
      const { failNext, mailer } = subject;
      for (const code of failNext ? (['temporary', 'permanent'] as const) : []) {
        failNext?.(code);
        await expect(mailer.send(sample)).rejects.toMatchObject({ name: 'MailError', code });
      }
      await expect(mailer.send(sample)).resolves.toMatchObject({ messageId: sample.messageId });
    });
  });
}
