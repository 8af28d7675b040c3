/** Runs the commands that call a server. The module is loaded on demand, because other commands do not need the SDK. */
import type { ExitCode } from '../command-error.ts';
import { CommandError, ExitCode as Code } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { readCall } from './command.ts';
import { commands } from './commands.ts';
import { commandError } from './connection.ts';
import { overviewLines, remoteHelp } from './help.ts';

/** Runs a command that calls a server. Throws CommandError. */
export async function runRemote(name: string, args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new CommandError(Code.usage, `Unknown command "${name}".`);
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(remoteHelp(command));
    return Code.valid;
  }
  const call = readCall(command, args, terminal);
  try {
    return await command.run(call);
  } catch (error) {
    throw commandError(error);
  }
}

export const helpOf = (name: string): string | undefined => {
  const found = commands.filter((one) => one.name === name || one.name.startsWith(`${name} `));
  return found.length === 0 ? undefined : found.map(remoteHelp).join('\n');
};
export const overview = (): string => overviewLines(commands);
