import { createRequire } from 'node:module';

import { verifyAudit } from './audit-verify.ts';
import { CommandError, ExitCode } from './command-error.ts';
import { parseCommand } from './command-line.ts';
import type { Command } from './command-line.ts';
import { helpText } from './help.ts';
import { inspect } from './inspect.ts';
import { errorJson } from './json.ts';
import { checkPersonal } from './personal.ts';
import { sign } from './sign.ts';
import { harmless, toJson, wrapped } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { verify } from './verify.ts';
import { runWitness } from './witness.ts';

/** Runs the program with its arguments and returns the exit code. Never throws. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let command: Command | undefined;
  try {
    command = parseCommand(args);
    return await perform(command, fitted(command, terminal));
  } catch (error) {
    const failure = describeError(error);
    const { exitCode, message } = failure;
    // A caller that requested JSON gets JSON for errors too.
    if (command !== undefined && 'json' in command && command.json)
      terminal.out(toJson(errorJson(nameOf(command), failure)));
    const topic = command?.kind === 'remote' ? ` ${command.name}` : '';
    const help = exitCode === ExitCode.usage ? `\nSee: countersign help${topic}` : '';
    const lines = message.split('\n').map(harmless).join('\n');
    terminal.error(`countersign: ${lines}${help}\n`);
    return exitCode;
  }
}

const nameOf = (command: Command): string => (command.kind === 'remote' ? command.name : command.kind);

/** Output for people is wrapped to the width of their terminal. Output for programs is never wrapped. */
function fitted(command: Command, terminal: Terminal): Terminal {
  const { columns } = terminal;
  const isForPrograms = ('json' in command && command.json) || ('report' in command && command.report !== undefined);
  if (columns === undefined || isForPrograms) return terminal;
  return { ...terminal, out: (text) => terminal.out(wrapped(text, columns)) };
}

async function perform(command: Command, terminal: Terminal): Promise<ExitCode> {
  switch (command.kind) {
    case 'verify':
      return verify(command, terminal);
    case 'inspect':
      return inspect(command, terminal);
    case 'personal':
      return checkPersonal(command, terminal);
    case 'audit verify':
      return verifyAudit(command, terminal);
    case 'witness':
      return runWitness(command, terminal);
    case 'sign':
      return sign(command, terminal);
    case 'remote': {
      const { runRemote } = await import('./remote/run.ts');
      return runRemote(command.name, command.args, terminal);
    }
    case 'help':
      terminal.out(await helpText(command.topic));
      return ExitCode.valid;
    case 'version':
      terminal.out(`countersign ${version()}\n`);
      return ExitCode.valid;
  }
}

function version(): string {
  const manifest: unknown = createRequire(import.meta.url)('../package.json');
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

function describeError(
  error: unknown,
): Pick<CommandError, 'exitCode' | 'message'> & Partial<Pick<CommandError, 'details'>> {
  if (error instanceof CommandError) return error;
  // The stack trace is omitted because it does not help the user and reveals paths on this machine.
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { exitCode: ExitCode.internal, message: `a bug in this program (please report it): ${message}` };
}
