/** Describes a browser from its user agent. */
import Bowser from 'bowser';

export type Device = { browser: string; system: string };

/**
 * Describes a device. Returns null for programs that are not browsers. System versions are left out, because browsers
 * report "Windows NT 10.0" on Windows 11, and "Mac OS X 10_15_7" on every later macOS.
 */
export function deviceOf(userAgent: string): Device | null {
  const { browser, os } = Bowser.parse(userAgent === '' ? '-' : userAgent);
  if (browser.name === undefined || browser.name === '' || os.name === undefined) return null;
  const version = browser.version?.split('.')[0] ?? '';
  return { browser: `${browser.name} ${version}`.trim(), system: os.name };
}
