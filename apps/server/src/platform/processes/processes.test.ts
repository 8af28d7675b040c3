import { closeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { Memory } from '../audit/cache-invalidation.ts';
import { SettingReader } from '../settings.ts';
import { connectionsFor, placesOf, processCount } from './count.ts';
import { Marks } from './marks.ts';
import { Collection } from './questions.ts';
import { joinScrapes } from './shared-metrics.ts';
import { WholeLines } from './whole-lines.ts';

const GIB = 1024 ** 3;
const counted = (
  value: string | undefined,
  cores: number,
  { memory = 256 * GIB, ...settings }: { memory?: number; DATABASE_URL?: string } = {},
): number | string => {
  const faults: string[] = [];
  const count = processCount(new SettingReader({ PROCESSES: value, ...settings }, faults), { cores, memory });
  return faults[0] ?? count;
};

test('uses one process on fewer than four cores, and otherwise leaves two cores for the database and jobs', () => {
  expect([1, 2, 3, 4, 8, 16].map((cores) => counted(undefined, cores))).toEqual([1, 1, 1, 2, 6, 14]);
  expect(counted('auto', 8)).toBe(6);
  expect(counted('1', 64)).toBe(1);
  expect(counted('5', 2)).toBe(5);
});

test('starts only as many processes as the memory and an external database allow', () => {
  expect(counted('auto', 64, { memory: 4 * GIB })).toBe(10);
  expect(counted('auto', 8, { memory: GIB / 4 })).toBe(1);
  expect(counted('auto', 64, { DATABASE_URL: 'postgres://db.example/c' })).toBe(4);
  expect(counted('20', 64, { DATABASE_URL: 'postgres://db.example/c', memory: GIB })).toBe(20);
});

test.each(['0', '129', '-1', '1.5', 'all', '1e1'])('rejects PROCESSES=%s', (value) => {
  expect(counted(value, 8)).toBe(`PROCESSES: must be auto or a whole number from 1 to 128, not "${value}"`);
});

test('starts one worker for every four web processes, or only processes of one kind if ROLE is web or worker', () => {
  const names = (...input: Parameters<typeof placesOf>) => placesOf(...input).map(({ name }) => name);
  expect(names(2, 'all')).toEqual(['web-1', 'web-2', 'worker-1']);
  expect(names(5, 'all').filter((name) => name.startsWith('worker'))).toEqual(['worker-1', 'worker-2']);
  expect(names(2, 'web')).toEqual(['web-1', 'web-2']);
  expect(names(2, 'worker')).toEqual(['worker-1', 'worker-2']);
  // A worker does not open the port if there are web processes.
  expect(placesOf(2, 'all').map(({ isListening }) => isListening)).toEqual([true, true, false]);
  expect(placesOf(2, 'worker').every(({ isListening }) => isListening)).toBe(true);
  expect(connectionsFor(1)).toBe(40);
  expect(connectionsFor(2)).toBe(40 + 17 * 3);
});

test('splits a log line that exceeds the size limit', () => {
  const written: string[] = [];
  const lines = new WholeLines((text) => written.push(text));
  for (let n = 0; n < 3; n += 1) lines.add(Buffer.alloc(600_000, 'a'));
  expect(written.map(({ length }) => length)).toEqual([1_200_001]);
});

test('forwards complete log lines, even if a chunk ends within a character', () => {
  const written: string[] = [];
  const lines = new WholeLines((text) => written.push(text));
  const bytes = Buffer.from('{"a":"é"}\n{"b":"ü"}\n{"c":');
  for (const byte of bytes) lines.add(Buffer.from([byte]));
  expect(written).toEqual(['{"a":"é"}\n', '{"b":"ü"}\n']);
  lines.end();
  expect(written.at(-1)).toBe('{"c":\n');
});

test('drops cached data before its next use if another process has changed it', () => {
  const fd = Marks.create();
  onTestFinished(() => closeSync(fd));
  const forgotten: string[] = [];
  const [changing, caching] = [new Memory(new Marks(fd)), new Memory(new Marks(fd))];
  for (const cached of ['credentials', 'logos', 'seals'] as const)
    caching.onOutdated(cached, () => forgotten.push(cached));
  caching.refresh();
  expect(forgotten).toEqual([]);
  changing.forget('credentials');
  caching.refresh();
  caching.refresh();
  expect(forgotten).toEqual(['credentials', 'logos', 'seals']);
});

test('detects that another process has committed a change for a tenant', () => {
  const fd = Marks.create();
  onTestFinished(() => closeSync(fd));
  const [writing, reading] = [new Marks(fd), new Marks(fd)];
  const [mine, others] = [reading.commits('tnt_a'), reading.commits('tnt_b')];
  writing.changeCommits('tnt_a');
  expect(reading.commits('tnt_a')).not.toBe(mine);
  expect(reading.commits('tnt_b')).toBe(others);
  expect(reading.commits('tnt_a')).toBe(writing.commits('tnt_a'));
});

test('combines the metrics of several processes under one description for each metric, and labels each sample with its process', () => {
  const scrape = (count: number) =>
    [
      '# HELP jobs Jobs.',
      '# TYPE jobs counter',
      `jobs_total{lane="mail"} ${count}`,
      '# HELP up Whether it runs.',
      '# TYPE up gauge',
      'up 1',
      '# EOF',
      '',
    ].join('\n');
  expect(
    joinScrapes([
      { process: 'web-1', text: scrape(3) },
      { process: 'worker-1', text: scrape(4) },
    ]),
  ).toBe(
    [
      '# HELP jobs Jobs.',
      '# TYPE jobs counter',
      'jobs_total{process="web-1",lane="mail"} 3',
      'jobs_total{process="worker-1",lane="mail"} 4',
      '# HELP up Whether it runs.',
      '# TYPE up gauge',
      'up{process="web-1"} 1',
      'up{process="worker-1"} 1',
      '# EOF',
      '',
    ].join('\n'),
  );
});

test('waits for the responses of all live processes, but not for a process that hangs', async () => {
  const complete = new Collection(['web-1', 'web-2', 'worker-1'], [{ process: 'supervisor', text: 'known' }]);
  complete.add({ process: 'web-1', text: 'a' });
  complete.add({ process: 'web-1', text: 'twice' });
  complete.drop('web-2');
  complete.add({ process: 'worker-1', text: 'b' });
  expect((await complete.answers()).map(({ text }) => text)).toEqual(['known', 'a', 'b']);
  const hanging = new Collection(['web-1', 'web-2']);
  hanging.add({ process: 'web-2', text: 'b' });
  expect(await hanging.answers()).toEqual([{ process: 'web-2', text: 'b' }]);
});
