/** What `/.well-known/security.txt` says about reports of vulnerabilities. */
import type { SettingReader } from '../../platform/settings.ts';

export interface SecurityReports {
  /** Where researchers report a vulnerability, as an address. */
  contact: string | undefined;
  /** The page with the operator's rules for reports. */
  policy: string | undefined;
}

export function securityReports(reader: SettingReader): SecurityReports {
  return {
    contact: reader.url('SECURITY_CONTACT', ['mailto:', 'https:']),
    policy: reader.url('SECURITY_POLICY', ['https:']),
  };
}
