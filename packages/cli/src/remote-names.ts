/**
 * The names of the commands that call a server. They have their own file so that other commands can start without
 * loading the SDK.
 */
const REMOTE = [
  'login',
  'logout',
  'whoami',
  'upload',
  'send',
  'list',
  'status',
  'watch',
  'download',
  'remind',
  'void',
  'templates list',
  'templates pull',
  'templates push',
  'bulk send',
  'listen',
  'trigger',
  'clock advance',
  'mcp',
  'completion',
];

/** Whether the first argument is the ID of a document on a server rather than a file. */
const isDocument = (argument: string | undefined): boolean => /^doc_[0-9a-z]{26}$/.test(argument ?? '');

/** Returns the command and its arguments, or undefined if the first words do not name a command that calls a server. */
export function remoteCommand(args: readonly string[]): { name: string; args: readonly string[] } | undefined {
  const [first = '', second] = args;
  const both = `${first} ${second ?? ''}`;
  if (REMOTE.includes(both)) return { name: both, args: args.slice(2) };
  const isRemote =
    REMOTE.includes(first) || ((first === 'verify' || first === 'audit') && args.slice(1).some(isDocument));
  return isRemote ? { name: first, args: args.slice(1) } : undefined;
}
