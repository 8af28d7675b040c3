/** Whom researchers tell of a weakness. */
import type { SettingReader } from '../../platform/settings.ts';

/** For `/.well-known/security.txt`. */
export function securityContact(reader: SettingReader): string | undefined {
  return reader.url('SECURITY_CONTACT', ['mailto:', 'https:']);
}
