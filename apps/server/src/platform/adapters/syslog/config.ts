/** The log server to which security events of the operator's organization are also sent. */
import type { DescribedSettings, SettingReader } from '../../settings.ts';
import { syslogAddress, type SyslogOptions } from './index.ts';

export type SyslogSettings = Pick<SyslogOptions, 'host' | 'port'> & { caFile: string | undefined };

/** The certificate is read when the log server is opened, so that a missing file is reported as such. */
export function syslogSettings(reader: SettingReader): SyslogSettings | undefined {
  const address = reader.checked('SYSLOG_ADDRESS', (value) => void syslogAddress(value));
  const caFile = reader.text('SYSLOG_CA_FILE');
  return address === undefined ? undefined : { ...syslogAddress(address), caFile };
}

export const SYSLOG_DESCRIPTIONS: DescribedSettings = {
  SYSLOG_ADDRESS: [
    '',
    "Log server for the security events of the operator's organization, such as `tls://logs.example.com:6514` (syslog over TLS, RFC 5424 and RFC 5425). While the log server does not respond, events are queued.",
  ],
  SYSLOG_CA_FILE: [
    'the certificates included in Node.js',
    'PEM file with the CA certificates that the server trusts when it connects to the log server.',
  ],
};
