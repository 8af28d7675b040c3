/** Parses recipients and `key=value` pairs from a command line. */
import { usage } from '../arguments.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * Parses a recipient such as `Ada Lovelace <ada@example.com>`. The server validates the address. Throws CommandError
 * (64).
 */
export function readPerson(option: string, text: string): Person {
  const [, name, email] = /^\s*([^<>]*[^<>\s])\s*<\s*([^<>\s]+@[^<>\s]+)\s*>\s*$/.exec(text) ?? [];
  if (name === undefined || email === undefined)
    throw usage(
      `${option} requires a name and an e-mail address, such as "Ada Lovelace <ada@example.com>". You wrote "${text}".`,
    );
  return { name, email };
}

/** Parses a role such as `Tenant=Ada Lovelace <ada@example.com>`. Throws CommandError (64). */
export function readRole(text: string): Person & { role: string } {
  const [role, person] = pair(text);
  if (!role) throw usage(`--role requires a role and a person, such as "Tenant=Ada Lovelace <ada@example.com>".`);
  return { role, ...readPerson('--role', person) };
}

/** Parses pairs in the form `key=value`. The option can be repeated. Throws CommandError (64). */
export function readPairs(option: string, texts: readonly string[] | undefined): Record<string, string> | undefined {
  if (texts === undefined) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const [key, value] = pair(text);
      if (!key) throw usage(`${option} requires key=value, not "${text}".`);
      return [key, value];
    }),
  );
}

function pair(text: string): [key: string, value: string] {
  const at = text.indexOf('=');
  return at < 0 ? ['', text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Reads an option whose value is a whole number. Throws CommandError (64). */
export function readNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw usage(`${option} requires a number from ${least} to ${most}, not "${text}".`);
  return value;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses a duration such as `90s`, `15m`, `36h` or `2d`, and returns it in seconds. Throws CommandError (64). */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds <= 0) throw usage(`"${text}" is not a valid duration. Use a format such as 90s, 15m, 36h or 2d.`);
  return seconds;
}
