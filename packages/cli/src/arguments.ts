import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

import { CommandError, ExitCode } from './command-error.ts';

// Parses the arguments of every command.

/** An invalid command line (exit code 64). */
export function usage(message: string): CommandError {
  return new CommandError(ExitCode.usage, message);
}

/** Parses the options of a command and its single file argument. Throws CommandError (64). */
export function read<const Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  const { values, positionals } = understood(() => parseArgs({ args, options, strict: true, allowPositionals: true }));
  const [file, ...others] = positionals;
  if (file === undefined) throw usage('The file is missing.');
  if (others.length > 0) throw usage(`Pass one file at a time. Unexpected: "${others.join('", "')}".`);
  return { values, file };
}

/** Converts parseArgs errors to command-line errors (64). */
export function understood<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    // Every parseArgs error concerns the arguments. The first sentence of its message states the problem.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(ExitCode.usage, `${message.split('. ')[0]?.replace(/\.$/, '') ?? message}.`, cause);
  }
}

/** Reads a date, or a date and time with a time zone. Without a zone, the time would depend on the machine. */
export function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (!isTime || Number.isNaN(time.getTime()))
    throw usage(`"${text}" is not a valid time. Use a format such as 2026-11-20 or 2026-11-20T10:00:00Z.`);
  return time;
}

export function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`"${text}" is not the address of a time-stamping authority (http or https).`);
  return url;
}

export function readWord<const Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text.toLowerCase());
  if (found === undefined) throw usage(`${option} takes ${words.join(', ')}, not "${text}".`);
  return found;
}
