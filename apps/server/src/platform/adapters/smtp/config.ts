/** The settings of outgoing mail. */
import { resolve } from 'node:path';
import { Secret } from '../../secret.ts';
import type { DescribedSettings, SettingReader } from '../../settings.ts';
import { smtpSettings } from './smtp-settings.ts';

export type MailSettings = {
  smtpUrl: Secret | undefined;
  mailFrom: MailAddress;
  dkim?: DkimSettings | undefined;
  mailsAnHour?: number;
};
export type MailAddress = { name: string; address: string };
export type DkimSettings = { domain: string; selector: string; keyFile: string };

const NOBODY: MailAddress = { name: 'Countersign', address: 'no-reply@countersign.invalid' };

export function mailSettings(reader: SettingReader): MailSettings {
  const url = reader.checked('SMTP_URL', (value) => void smtpSettings(value));
  return {
    smtpUrl: url === undefined ? undefined : new Secret(url),
    mailFrom: mailFrom(reader),
    mailsAnHour: reader.count('MAIL_LIMIT_RECIPIENT', 60),
    dkim: dkimSettings(reader),
  };
}

function mailFrom(reader: SettingReader): MailAddress {
  const value = reader.text('MAIL_FROM');
  if (value === undefined) {
    if (reader.has('SMTP_URL'))
      reader.fault(
        'MAIL_FROM: is required with SMTP_URL: the sender address of e-mails, such as "Countersign <sign@example.com>"',
      );
    return NOBODY;
  }
  const match = /^(?:([^<>\r\n]*?)\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(value);
  if (!match) reader.fault('MAIL_FROM: must be an address such as "Countersign <sign@example.com>"');
  return match ? { name: match[1] || NOBODY.name, address: match[2] ?? match[3] ?? NOBODY.address } : NOBODY;
}

/**
 * Reads the DKIM settings. Either all three of them or none must be set. The domain must be the sender's or a parent of
 * it, otherwise receivers do not accept the signature (RFC 7489 §3.1.1).
 */
function dkimSettings(reader: SettingReader): DkimSettings | undefined {
  const [domain, selector, keyFile] = [
    reader.text('DKIM_DOMAIN'),
    reader.text('DKIM_SELECTOR'),
    reader.text('DKIM_KEY'),
  ];
  if (domain === undefined && selector === undefined && keyFile === undefined) return undefined;
  if (domain === undefined || selector === undefined || keyFile === undefined) {
    reader.fault('DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY: must be set together');
    return undefined;
  }
  for (const [name, value] of [
    ['DKIM_DOMAIN', domain],
    ['DKIM_SELECTOR', selector],
  ] as const)
    if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value))
      reader.fault(`${name}: must be a DNS name, not "${value}"`);
  const sender = /@([^\s<>@]+)>?$/.exec(reader.text('MAIL_FROM') ?? '')?.[1]?.toLowerCase();
  if (sender !== undefined && sender !== domain.toLowerCase() && !sender.endsWith(`.${domain.toLowerCase()}`))
    reader.fault(`DKIM_DOMAIN: must be the domain of MAIL_FROM (${sender}) or a parent domain`);
  return { domain: domain.toLowerCase(), selector, keyFile: resolve(keyFile) };
}

export const MAIL_DESCRIPTIONS: DescribedSettings = {
  SMTP_URL: [
    '',
    "Mail server: `smtp://user:password@host` (port 587, STARTTLS) or `smtps://…` (port 465). Without a mail server, e-mails stay in the built-in mailbox, which only the owner of the operator's organization can read. Other organizations then get 503 `MAIL_NOT_CONFIGURED` when a live request would send an e-mail to a recipient.",
  ],
  MAIL_FROM: [
    '',
    'Sender address of all e-mails, such as `Countersign <sign@example.com>`. This setting is required with `SMTP_URL`.',
  ],
  MAIL_LIMIT_RECIPIENT: [
    '`60`',
    'Number of e-mails per hour that one organization can send to one address. The server delays further e-mails.',
  ],
  DKIM_DOMAIN: [
    '',
    'Domain for the DKIM signatures of outgoing e-mails, which is the domain of `MAIL_FROM` or a parent domain. Set it only if your mail server does not sign e-mails.',
  ],
  DKIM_SELECTOR: ['', 'Selector of the DKIM key. The public key is the TXT record `<selector>._domainkey.<domain>`.'],
  DKIM_KEY: ['', 'PEM file with the RSA key (2048 bits) for DKIM signatures.'],
};
