import { emailAddress, singleLine } from '@countersign/contract';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export type InitSettings = {
  readonly organization: string;
  readonly email: string;
  readonly name: string;
  readonly passwordFile: string | undefined;
  readonly apiKeyFile: string | undefined;
};

const NAMES = ['INIT_ORGANIZATION', 'INIT_EMAIL', 'INIT_NAME', 'INIT_PASSWORD_FILE', 'INIT_API_KEY_FILE'];

/** Throws an Error that states the rule that the value violates. */
export function readLine(value: string): string {
  return parsed(singleLine(120).safeParse(value), 'must be one line of 1 to 120 characters');
}

/** Throws an Error that states the rule that the value violates. */
export function readEmail(value: string): string {
  return parsed(emailAddress.safeParse(value), 'must be an e-mail address');
}

/** If no name is given, the owner is named after the e-mail address and can change the name in the profile. */
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

export const INIT_DESCRIPTIONS: DescribedSettings = {
  INIT_ORGANIZATION: [
    '',
    'Name of the first organization. If you set a name, the server creates the organization at the first start and does not print a setup link.',
  ],
  INIT_EMAIL: [
    '',
    'E-mail address of the owner of the first organization. This setting is required with `INIT_ORGANIZATION`.',
  ],
  INIT_NAME: ['the part of `INIT_EMAIL` before the @', 'Name of the owner of the first organization.'],
  INIT_PASSWORD_FILE: [
    '',
    "File with the owner's password. Without this file, the server prints a link to set a password. The link is valid for 48 hours.",
  ],
  INIT_API_KEY_FILE: ['', 'File to which the server writes a live API key with all scopes (mode 0600).'],
};
