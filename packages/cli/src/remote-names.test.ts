import { expect, test } from 'vitest';
import { remoteCommand } from './remote-names.ts';
import { commands } from './remote/commands.ts';

const DOCUMENT = 'doc_01jqz5y8n4w2d9k7r3t6v1x0ab';

test('recognizes every command that calls a server', () => {
  for (const { name } of commands)
    expect(remoteCommand([...name.split(' '), DOCUMENT])).toEqual({ name, args: [DOCUMENT] });
});

test.each([
  [['verify', 'doc_file.pdf']],
  [['verify', 'lease.pdf']],
  [['audit', 'verify', 'export']],
  [['sign', 'a.pdf']],
  [[]],
])('does not treat %j as a command that calls a server', (args) => {
  expect(remoteCommand(args)).toBeUndefined();
});
