/** Generates the help of a command from its definition. */
import { wrapped } from '../terminal.ts';
import { COMMON, type Options, type RemoteCommand } from './command.ts';

const WIDTH = 80;

export function remoteHelp({ name, takes, summary, details, options, examples }: RemoteCommand): string {
  const rows = Object.entries<Options[string]>({ ...options, ...COMMON }).map(([option, { value, about }]) => {
    const head = `  --${option}${value === undefined ? '' : ` ${value}`}`;
    return `${head.padEnd(26)}${head.length > 24 ? '  ' : ''}${about}`;
  });
  const text = [
    `${`countersign ${name} ${takes}`.trim()}: ${summary}`,
    ...(details === undefined ? [] : ['', details.replaceAll('\n', ' ')]),
    '',
    'Options',
    ...rows,
    '',
    'Examples',
    ...examples.map((example) => `  ${example}`),
    '',
    'Exit codes: docs/integrate/command-line.md',
    '',
  ].join('\n');
  return wrapped(text, WIDTH);
}

export const overviewLines = (commands: readonly RemoteCommand[]): string =>
  commands
    .map(
      ({ name, takes, summary }) =>
        `  ${`${name} ${takes}`.trim().padEnd(28)}${takes.length > 20 ? ' ' : ''}${summary}\n`,
    )
    .join('');
