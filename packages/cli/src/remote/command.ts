/** Defines commands that call a server. Help and shell completions are generated from these definitions. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { understood, usage } from '../arguments.ts';
import type { ExitCode } from '../command-error.ts';
import { FORMAT } from '../json.ts';
import { type Terminal, toJson } from '../terminal.ts';

type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** The name of the option's value in the help, such as `FILE`. */
  readonly value?: string;
  readonly about: string;
  /** The values that the option accepts, for completions. */
  readonly words?: readonly string[];
};
export type Options = Readonly<Record<string, Option>>;

type ValuesOf<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O & typeof COMMON; strict: true; allowPositionals: true }>
>['values'];

export interface Call<O extends Options = Options> {
  readonly values: ValuesOf<O>;
  readonly arguments: readonly string[];
  readonly terminal: Terminal;
  readonly isJson: boolean;
  /** Prints the result as text, or as one JSON object if `--json` is given. */
  readonly print: (result: object, text: string) => void;
}

export interface RemoteCommand<O extends Options = Options> {
  /** One or two words, such as `templates push`. */
  readonly name: string;
  /** The arguments as shown in the help, such as `DOCUMENT`. */
  readonly takes: string;
  readonly summary: string;
  readonly details?: string;
  readonly options: O;
  /** The minimum and maximum number of arguments. */
  readonly count: readonly [least: number, most: number];
  readonly examples: readonly string[];
  readonly run: (call: Call<O>) => Promise<ExitCode>;
}

/** The options that every command has. */
export const COMMON = {
  profile: {
    type: 'string',
    value: 'NAME',
    about: 'the saved sign-in to use; default: COUNTERSIGN_PROFILE, or "default"',
  },
  json: { type: 'boolean', about: 'prints JSON' },
  help: { type: 'boolean', short: 'h', about: 'shows this help' },
} as const satisfies Options;

/** Returns the definition unchanged. The type parameter preserves the types of the options. */
export const defineCommand = <const O extends Options>(command: RemoteCommand<O>): RemoteCommand =>
  command as unknown as RemoteCommand;

/** Reads the arguments of a command. Throws CommandError (64). */
export function readCall(command: RemoteCommand, args: readonly string[], terminal: Terminal): Call {
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = understood(() =>
    parseArgs({ args: [...args], options, strict: true, allowPositionals: true }),
  );
  const [least, most] = command.count;
  if (positionals.length < least)
    throw usage(`An argument is missing. Usage: countersign ${command.name} ${command.takes}`);
  if (positionals.length > most) throw usage(`Unexpected argument: "${positionals.slice(most).join('", "')}".`);
  const isJson = values.json === true;
  return {
    values,
    arguments: positionals,
    terminal,
    isJson,
    print: (result, text) => terminal.out(isJson ? toJson({ format: FORMAT, command: command.name, ...result }) : text),
  };
}

/**
 * Formats an object as one line of JSON. Commands that print several objects use one line for each, so that programs
 * can read them one by one.
 */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
