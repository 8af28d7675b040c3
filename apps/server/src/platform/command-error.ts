/** The reason why a command cannot run. The operator sees only the message, which states what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}
