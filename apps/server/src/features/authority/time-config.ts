/** Settings for the time-stamping authorities. */
import { timestampSettings } from '../../platform/adapters/rfc3161/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export type TimeSettings = {
  /** The list that `timestampSettings` parses. If undefined, only the built-in authority is used. */
  timestampUrls: Secret | undefined;
  /** The path of a PEM file with the roots of outside time-stamping authorities. */
  timestampTrust: string | undefined;
  timestampTimeoutMs: number;
};

export function timeSettings(reader: SettingReader): TimeSettings {
  const urls = reader.checked('TIMESTAMP_URLS', (value) => void timestampSettings(value));
  const timestampTrust = reader.path('TIMESTAMP_TRUST');
  if (urls !== undefined && timestampTrust === undefined && urls !== 'built-in')
    reader.fault(
      'TIMESTAMP_TRUST: is required with TIMESTAMP_URLS: a PEM file with the root certificates of those authorities',
    );
  return {
    timestampUrls: urls === undefined ? undefined : new Secret(urls),
    timestampTrust,
    timestampTimeoutMs: reader.count('TIMESTAMP_TIMEOUT_MS', 3000),
  };
}

export const TIME_DESCRIPTIONS: DescribedSettings = {
  TIMESTAMP_URLS: [
    '`built-in`',
    'Time-stamping authorities (RFC 3161) in order of preference, separated by commas: `https://tsa.example/tsr, built-in`. An address can contain a user and a password and, after `#`, the OID of the requested policy. The sandbox always uses the built-in authority.',
  ],
  TIMESTAMP_TRUST: [
    '',
    'PEM file with the root certificates of external time-stamping authorities. This setting is required if `TIMESTAMP_URLS` contains external authorities. Keep the roots of authorities that you no longer use, because they are needed to verify older documents.',
  ],
  TIMESTAMP_TIMEOUT_MS: [
    '`3000`',
    'Time limit in milliseconds for a request to a time-stamping authority, after which the server tries the next one. The limit also applies when the server requests revocation data for CA certificates in the certificate chains of your own keys.',
  ],
};
