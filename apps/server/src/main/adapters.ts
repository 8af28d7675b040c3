/**
 * Opens the adapters through which features reach external systems: mail, webhooks, identity providers, payments,
 * syslog.
 */
import { readFile } from 'node:fs/promises';
import { LOGO } from '../features/mail/index.ts';
import { dnsTxtRecords } from '../platform/adapters/dns/index.ts';
import { AllowList, httpFetcher } from '../platform/adapters/http-fetcher/index.ts';
import { readDkim, smtpMailer, smtpServer } from '../platform/adapters/smtp/index.ts';
import { stripePayments } from '../platform/adapters/stripe/index.ts';
import { syslog } from '../platform/adapters/syslog/index.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import type { EventLog } from '../platform/ports/event-log.ts';
import type { Fetcher } from '../platform/ports/fetcher.ts';
import type { Mailer, MailServer } from '../platform/ports/mailer.ts';
import type { Payments } from '../platform/ports/payments.ts';
import type { TxtRecords } from '../platform/ports/txt-records.ts';
import type { Config } from './config.ts';
import type { Log } from './services.ts';

export type Adapters = {
  /** The mail server. Absent if SMTP_URL is not set. The built-in mailbox then receives all e-mails. */
  smtp: Mailer | undefined;
  mailServer: MailServer | undefined;
  fetcher: Fetcher;
  /** Sends requests to identity providers, including internal providers that SSO_PRIVATE_HOSTS lists. */
  providerFetcher: Fetcher;
  txtRecords: TxtRecords;
  /** The payment provider. Absent if the built-in billing provider is used. */
  payments: Payments | undefined;
  eventLog: EventLog | undefined;
};

/** @throws ConfigFault when a file that a setting names cannot be read */
export async function openAdapters(config: Config, log: Log): Promise<{ adapters: Adapters; closeMail: () => void }> {
  const url = config.smtpUrl?.reveal();
  const smtp = url === undefined ? undefined : smtpMailer(url, { dkim: await readDkim(config.dkim), pictures: [LOGO] });
  const adapters: Adapters = {
    smtp,
    mailServer: url === undefined ? undefined : smtpServer(url),
    fetcher: httpFetcher({ allow: new AllowList(config.webhookAllow) }),
    providerFetcher: httpFetcher({ allow: new AllowList(config.ssoPrivateHosts ?? []) }),
    txtRecords: dnsTxtRecords(config.dnsServers ?? []),
    payments: config.stripe && stripePayments(config.stripe, log),
    eventLog: await openEventLog(config.syslog),
  };
  return { adapters, closeMail: () => smtp?.close() };
}

async function openEventLog(settings: Config['syslog']): Promise<EventLog | undefined> {
  if (settings === undefined) return undefined;
  const { caFile, ...address } = settings;
  const ca =
    caFile === undefined
      ? undefined
      : await readFile(caFile, 'utf8').catch(() => {
          throw new ConfigFault('SYSLOG_CA_FILE: the file cannot be read. It must contain certificates in PEM format');
        });
  return syslog({ ...address, ca });
}
