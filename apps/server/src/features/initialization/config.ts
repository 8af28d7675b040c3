import { emailAddress, singleLine } from '@countersign/contract';
import type { SettingReader } from '../../platform/settings.ts';

export type InitSettings = {
  readonly organization: string;
  readonly email: string;
  readonly name: string;
  readonly passwordFile: string | undefined;
  readonly apiKeyFile: string | undefined;
};

const NAMES = ['INIT_ORGANIZATION', 'INIT_EMAIL', 'INIT_NAME', 'INIT_PASSWORD_FILE', 'INIT_API_KEY_FILE'];

/** Throws Error with the rule that the value breaks. */
export function readLine(value: string): string {
  return parsed(singleLine(120).safeParse(value), 'must be one line of 1 to 120 characters');
}

/** Throws Error with the rule that the value breaks. */
export function readEmail(value: string): string {
  return parsed(emailAddress.safeParse(value), 'must be an e-mail address');
}

/** Without a name, the owner is called as in the e-mail address; they can change it in their profile. */
export const nameOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));

export function initSettings(reader: SettingReader): InitSettings | undefined {
  const present = NAMES.filter((name) => reader.has(name));
  if (present.length === 0) return undefined;
  for (const name of ['INIT_ORGANIZATION', 'INIT_EMAIL'])
    if (!reader.has(name)) reader.fault(`${name}: is required with ${present.join(', ')}`);
  const email = reader.checked('INIT_EMAIL', readEmail);
  const organization = reader.checked('INIT_ORGANIZATION', readLine);
  const name = reader.checked('INIT_NAME', readLine);
  if (email === undefined || organization === undefined) return undefined;
  return {
    organization: readLine(organization),
    email: readEmail(email),
    name: name === undefined ? nameOf(readEmail(email)) : readLine(name),
    passwordFile: reader.path('INIT_PASSWORD_FILE'),
    apiKeyFile: reader.path('INIT_API_KEY_FILE'),
  };
}

function parsed(result: { success: true; data: string } | { success: false }, rule: string): string {
  if (!result.success) throw new Error(rule);
  return result.data;
}
