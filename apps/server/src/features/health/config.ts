/** The content of `/.well-known/security.txt` about vulnerability reports. */
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export interface SecurityReports {
  contact: string | undefined;
  policy: string | undefined;
}

export function securityReports(reader: SettingReader): SecurityReports {
  return {
    contact: reader.url('SECURITY_CONTACT', ['mailto:', 'https:']),
    policy: reader.url('SECURITY_POLICY', ['https:']),
  };
}

export const SECURITY_DESCRIPTIONS: DescribedSettings = {
  SECURITY_CONTACT: [
    '`mailto:security@` and the host of `PUBLIC_URL`',
    'Contact for vulnerability reports: an address that starts with `mailto:` or `https://`. The server publishes it in `/.well-known/security.txt`.',
  ],
  SECURITY_POLICY: [
    '',
    'Page with your policy for vulnerability reports (https). The server publishes its address in `/.well-known/security.txt`.',
  ],
};
