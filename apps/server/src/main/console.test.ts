import { expect, test } from 'vitest';
import { systemClock } from '../platform/ports/clock.ts';
import { loadConfig } from './config.ts';
import { runConsole } from './console.ts';

const config = () => {
  const result = loadConfig({});
  if (!result.ok) throw new Error(result.faults.join(' '));
  return result.config;
};

test('does not start a server for an unknown command, and lists the available commands', async () => {
  const said: string[] = [];
  const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) };
  expect(await runConsole(config(), ['lmits'], io, systemClock)).toBe(64);
  expect(said.join('\n')).toMatch(/no command "lmits".*backup.*limits.*restore/);
  expect(runConsole(config(), [], io, systemClock)).toBeUndefined();
});
