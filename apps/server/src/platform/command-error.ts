/** What keeps a command from being carried out. The message is all that the operator is told, and says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}
