/**
 * Checks our signatures with an independent implementation of RFC 6376 and the key from a DNS record, as a receiver
 * does.
 */
import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostOffice } from '../../../../test/support/post-office.ts';
import { readDkim } from './dkim.ts';
import { smtpMailer } from './smtp-mailer.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The DNS record at `mail._domainkey.sign.example`. */
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const office = await new PostOffice().open();
let folder: string;
let keyFile: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-dkim-'));
  keyFile = path.join(folder, 'key.pem');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** RFC 6376 §3.4.2: lowercase names, unfolded lines, white space reduced to one space and trimmed at the ends. */
const relaxedHeader = (line: string): string => {
  const [, name = '', value = ''] = /^([^:]+):([^]*)$/.exec(line) ?? [];
  return `${name.trim().toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[\t ]+/g, ' ')
    .trim()}`;
};
/** RFC 6376 §3.4.4. */
const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[\t ]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
};

function verify(raw: Buffer, record: string): { valid: boolean; tags: Record<string, string> } {
  const text = raw.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).split(/\r\n(?![\t ])/);
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    relaxedHeader(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => {
        const at = tag.indexOf('=');
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replaceAll(' ', '')];
      }),
  ) as Record<string, string>;
  const bodyHash = createHash('sha256')
    .update(relaxedBody(text.slice(end + 4)), 'latin1')
    .digest('base64');
  // Headers are matched from the bottom up, and each header counts once (§5.4.2).
  const left = headers.filter((line) => line !== signature).toReversed();
  const chosen = (tags['h'] ?? '').split(':').flatMap((name) => {
    const at = left.findIndex((line) => line.toLowerCase().startsWith(`${name}:`));
    return at < 0 ? [] : left.splice(at, 1).map(relaxedHeader);
  });
  const own = relaxedHeader(signature).replace(/([;\s]b=)[^;]*/, '$1');
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]+)/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  const isSigned = createVerify('RSA-SHA256')
    .update([...chosen, own].join('\r\n'), 'latin1')
    .verify(key, tags['b'] ?? '', 'base64');
  return { valid: isSigned && bodyHash === tags['bh'], tags };
}

describe('DKIM signature', () => {
  const headers = { 'In-Reply-To': '<a@sign.example>', References: '<a@sign.example>' };
  const mail = {
    messageId: '<eml_1@sign.example>',
    from: { name: 'Nordwind für Prüfung', address: 'no-reply@sign.example' },
    to: { name: 'مريم', address: 'alex@contoso.example' },
    replyTo: { name: 'Jane', address: 'jane@northwind.example' },
    subject: 'Bitte unterschreiben: „Vertrag“ '.repeat(4),
    text: 'Grüße\n\n.\nhttps://sign.example/sign#x\n',
    html: '<p>Grüße  und   Abstände </p>\n',
    headers,
  };

  test('adds a signature that can be verified with the domain key and covers the visible content', async () => {
    const dkim = await readDkim({ domain: 'sign.example', selector: 'mail', keyFile });
    const mailer = smtpMailer(office.url, { dkim });
    await mailer.send(mail);
    mailer.close();
    const { raw } = office.arrived.at(-1) ?? { raw: Buffer.alloc(0) };
    const { valid, tags } = verify(raw, RECORD);
    expect(valid).toBe(true);
    expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'sign.example', s: 'mail' });
    const signed = (tags['h'] ?? '').split(':');
    expect(signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'reply-to',
        'in-reply-to',
        'references',
        'auto-submitted',
      ]),
    );
    const text = raw.toString('latin1');
    expect(verify(Buffer.from(text.replace('jane@', 'eve@'), 'latin1'), RECORD).valid).toBe(false);
    expect(verify(Buffer.from(text.replace('sign#x', 'sign#y'), 'latin1'), RECORD).valid).toBe(false);
  });

  test('sends e-mails without a DKIM signature if there is no key', async () => {
    const mailer = smtpMailer(office.url);
    await mailer.send(mail);
    mailer.close();
    expect(office.arrived.at(-1)?.raw.toString('latin1')).not.toMatch(/dkim-signature/i);
  });
});

describe('DKIM_KEY', () => {
  const read = (file: string) => readDkim({ domain: 'sign.example', selector: 'mail', keyFile: file });
  test('rejects a missing DKIM key file, a file without a key, another kind of key and a short key at startup', async () => {
    await expect(read(path.join(folder, 'none.pem'))).rejects.toThrow(/^DKIM_KEY: .* cannot be read/);
    const bad: [string, string | Buffer, RegExp][] = [
      ['text', 'no key', /must contain a private key as PEM/],
      [
        'ed25519',
        generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
        /must contain an RSA key, not ed25519/,
      ],
      [
        'short',
        generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
        /at least 1024 bits/,
      ],
    ];
    for (const [name, content, message] of bad) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      await expect(read(file)).rejects.toThrow(message);
    }
  });
});
