/** The content of `/.well-known/security.txt` about vulnerability reports. */
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export interface SecurityReports {
  /** The address for vulnerability reports. */
  contact: string | undefined;
  /** The page with the operator's policy for reports. */
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
    'Where researchers report a vulnerability: an address that starts with `mailto:` or `https://`. `/.well-known/security.txt` contains it.',
  ],
  SECURITY_POLICY: ['', 'Page with your rules for such reports (https). `/.well-known/security.txt` contains it.'],
};
