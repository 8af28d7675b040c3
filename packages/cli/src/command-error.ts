/** The exit codes of the program, documented in the help and the README. Codes from 64 upward follow BSD's sysexits. */
export const ExitCode = {
  valid: 0,
  /** The input is invalid, or the command failed. */
  invalid: 1,
  indeterminate: 2,
  usage: 64,
  noInput: 66,
  /** The server cannot be reached or is overloaded. */
  unavailable: 69,
  internal: 70,
  /** The rate limit was reached, or a wait timed out. */
  later: 75,
  /** There is no API key, or the key does not permit the command. */
  noPermission: 77,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with a message for the user. Any other error is a bug (70). */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  /** Additional members of the error in JSON output. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(exitCode: ExitCode, message: string, cause?: unknown, details: Readonly<Record<string, unknown>> = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.details = details;
  }
}
