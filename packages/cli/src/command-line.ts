import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

import { CommandError, ExitCode } from './command-error.ts';

export interface VerifyCommand {
  readonly kind: 'verify';
  readonly file: string;
  readonly trust: readonly string[];
  readonly crls: readonly string[];
  readonly at: Date | undefined;
  readonly json: boolean;
}

export interface InspectCommand {
  readonly kind: 'inspect';
  readonly file: string;
  readonly json: boolean;
}

export interface SignCommand {
  readonly kind: 'sign';
  readonly file: string;
  readonly p12: string;
  readonly passphraseEnv: string | undefined;
  readonly out: string | undefined;
  readonly field: string | undefined;
  readonly reason: string | undefined;
  readonly tsa: URL | undefined;
}

export type Command =
  | VerifyCommand
  | InspectCommand
  | SignCommand
  | { readonly kind: 'help'; readonly topic: string | undefined }
  | { readonly kind: 'version' };

/** Reads the arguments behind the program's name. Throws CommandError (64) for what cannot be understood. */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-V') return { kind: 'version' };
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help', topic: rest[0] };
  if (name === undefined) throw usage('A command is missing.');
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', topic: name };
  switch (name) {
    case 'verify':
      return parseVerify(rest);
    case 'inspect':
      return parseInspect(rest);
    case 'sign':
      return parseSign(rest);
    default:
      throw usage(`There is no command "${name}".`);
  }
}

function parseVerify(args: string[]): VerifyCommand {
  const { values, file } = read(args, {
    trust: { type: 'string', multiple: true },
    crl: { type: 'string', multiple: true },
    at: { type: 'string' },
    json: { type: 'boolean' },
  });
  const { trust = [], crl = [], at, json = false } = values;
  return { kind: 'verify', file, trust, crls: crl, at: at === undefined ? undefined : readTime(at), json };
}

function parseInspect(args: string[]): InspectCommand {
  const { values, file } = read(args, { json: { type: 'boolean' } });
  return { kind: 'inspect', file, json: values.json ?? false };
}

function parseSign(args: string[]): SignCommand {
  const { values, file } = read(args, {
    p12: { type: 'string' },
    'passphrase-env': { type: 'string' },
    out: { type: 'string' },
    field: { type: 'string' },
    reason: { type: 'string' },
    tsa: { type: 'string' },
  });
  const { p12, 'passphrase-env': passphraseEnv, out, field, reason, tsa } = values;
  if (p12 === undefined) throw usage('The key is missing: --p12 KEY.p12.');
  return {
    kind: 'sign',
    file,
    p12,
    passphraseEnv,
    out,
    field,
    reason,
    tsa: tsa === undefined ? undefined : readUrl(tsa),
  };
}

function read<const Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  const { values, positionals } = understood(() => parseArgs({ args, options, strict: true, allowPositionals: true }));
  const [file, ...others] = positionals;
  if (file === undefined) throw usage('The file is missing.');
  if (others.length > 0) throw usage(`One file at a time, please: "${others.join('", "')}" is one too many.`);
  return { values, file };
}

function understood<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    // All that parseArgs throws is about the arguments; its first sentence says what.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(ExitCode.usage, `${message.split('. ')[0]?.replace(/\.$/, '') ?? message}.`, cause);
  }
}

/** A date, or a date and a time with its zone: a time without one would mean something else on another machine. */
function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (!isTime || Number.isNaN(time.getTime()))
    throw usage(`"${text}" is no time: write it like 2026-11-20 or 2026-11-20T10:00:00Z.`);
  return time;
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`"${text}" is no address of a time-stamping authority (http or https).`);
  return url;
}

function usage(message: string): CommandError {
  return new CommandError(ExitCode.usage, message);
}
