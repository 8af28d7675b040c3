/** The exit codes of the program, documented in the help and the README. From 64 on as in BSD's sysexits. */
export const ExitCode = {
  valid: 0,
  /** Something is invalid, or could not be done. */
  invalid: 1,
  indeterminate: 2,
  usage: 64,
  noInput: 66,
  internal: 70,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with a message for people. Any other error is a bug (70). */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
