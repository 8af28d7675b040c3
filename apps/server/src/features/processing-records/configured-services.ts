/**
 * The services to which this installation sends data, according to its configuration. The register of processing names
 * them as recipients.
 */
import { timestampSettings } from '../../platform/adapters/rfc3161/index.ts';
import { smtpSettings } from '../../platform/adapters/smtp/index.ts';
import type { OtlpSettings } from '../../platform/adapters/otlp/config.ts';
import type { S3Settings } from '../../platform/adapters/s3/config.ts';
import type { SyslogSettings } from '../../platform/adapters/syslog/config.ts';
import type { DatabaseSettings } from '../../platform/open-database.ts';
import type { Secret } from '../../platform/secret.ts';
import type { KeysConfig } from '../authority/index.ts';
import type { OutsideHost } from './outside-services.ts';

type Settings = {
  smtpUrl: Secret | undefined;
  timestampUrls: Secret | undefined;
  syslog?: SyslogSettings | undefined;
  stripe?: object | undefined;
  keys?: KeysConfig;
  database?: DatabaseSettings;
  s3?: S3Settings | undefined;
  backups?: { readonly s3?: S3Settings | undefined };
  otlp?: OtlpSettings | undefined;
};

/** Each host is listed once per purpose. Services on this machine are left out, because they are not third parties. */
export function outsideServices({
  smtpUrl,
  syslog,
  timestampUrls,
  stripe,
  keys,
  database,
  s3,
  backups,
  otlp,
}: Settings): OutsideHost[] {
  const authorities = timestampUrls === undefined ? [] : timestampSettings(timestampUrls.reveal());
  const databaseUrl = database?.kind === 'external' ? database.url.reveal() : undefined;
  const all: (OutsideHost | false | undefined)[] = [
    smtpUrl && { kind: 'mail', host: smtpSettings(smtpUrl.reveal()).host ?? '' },
    ...authorities.map((one) => one !== 'built-in' && ({ kind: 'timestamps', host: one.url.hostname } as const)),
    ...[keys?.ca, keys?.seal].map(
      (key) =>
        key?.address.kind === 'awskms' &&
        ({ kind: 'keys', host: kmsHost(key.address.region, keys?.aws?.endpoint) } as const),
    ),
    stripe && { kind: 'payments', host: 'stripe.com' },
    syslog && { kind: 'log', host: syslog.host },
    otlp && { kind: 'log', host: hostOf(otlp.endpoint) },
    databaseUrl !== undefined && { kind: 'database', host: hostOf(databaseUrl) },
    s3 && { kind: 'storage', host: hostOf(s3.endpoint) },
    backups?.s3 && { kind: 'storage', host: hostOf(backups.s3.endpoint) },
  ];
  const found = all.filter((one) => one !== false && one !== undefined).filter(({ host }) => !isHere(host));
  return found.filter(({ kind, host }, at) => at === found.findIndex((one) => one.kind === kind && one.host === host));
}

const kmsHost = (region: string, endpoint: string | undefined): string =>
  endpoint === undefined ? `kms.${region}.amazonaws.com` : hostOf(endpoint);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

const isHere = (host: string): boolean => /^(?:|localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
