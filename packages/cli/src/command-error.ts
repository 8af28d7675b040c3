/** What the program answers the shell with; documented in the help and the README. From 64 on as in BSD's sysexits. */
export const ExitCode = {
  valid: 0,
  /** Something is not valid, or could not be done. */
  invalid: 1,
  indeterminate: 2,
  usage: 64,
  noInput: 66,
  internal: 70,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with a message for people. Everything else that is thrown is a defect of ours (70). */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
