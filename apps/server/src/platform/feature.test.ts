import { expect, test } from 'vitest';
import { continuation } from './jobs/continuation.ts';
import { eraseAll } from './jobs/erasures.ts';
import { buildServices, type Feature, jobHandlers } from './feature.ts';
import { defineJob } from './jobs/queue.ts';
import { starts } from './jobs/starts.ts';

const job = defineJob<Record<never, never>>('paint', { lane: 'mail', retryAfter: [], lease: 10 });
const handler = { definition: job, run: async () => {} };
const start = starts(job, () => [{ payload: {} }]);
const handling: Feature<object> = { name: 'painting', jobs: () => [handler] };
const reacting: Feature<object> = { name: 'walls', reactions: { 'document.sent': [start] } };
const continuing: Feature<object> = { name: 'doors', continuations: { dry: continuation('The paint is dry', start) } };

test('finds a handler for every kind of job that can be started', () => {
  expect(jobHandlers([handling, reacting, continuing], {})).toEqual([handler]);
});

test('rejects a reaction or a continuation that queues a job without a handler', () => {
  expect(() => jobHandlers([reacting], {})).toThrow('no feature handles jobs of kind paint');
  expect(() => jobHandlers([continuing], {})).toThrow('no feature handles jobs of kind paint');
});

test('rejects two handlers for the same kind of job', () => {
  expect(() => jobHandlers([handling, { ...handling, name: 'colours' }], {})).toThrow(
    'jobs of kind paint are handled twice: by painting and by colours',
  );
});

let vacuumed: readonly string[] = [];
const vacuum = async (tables: readonly string[]) => {
  vacuumed = tables;
};

test('vacuums only the tables from which personal data was erased, once each', async () => {
  const [one, two, three] = [
    { name: 'one', of: 'rows' as const, tables: ['mails', 'users'], erase: async () => 1 },
    { name: 'two', of: 'rows' as const, tables: ['users', 'jobs'], erase: async () => 2 },
    { name: 'three', of: 'rows' as const, tables: ['sessions'], erase: async () => 0 },
  ];
  await eraseAll([one, two, three], {}, () => true, vacuum);
  expect(vacuumed).toEqual(['mails', 'users', 'jobs']);
});

test('erases rows before files, and stops if the clock is not trustworthy', async () => {
  const done: string[] = [];
  const erasure = (name: string, of: 'rows' | 'files') => ({
    name,
    of,
    erase: async () => {
      done.push(name);
      return done.length;
    },
  });
  const all = [erasure('pictures', 'files'), erasure('notes', 'rows')];
  expect(await eraseAll(all, {}, () => true, vacuum)).toEqual({ notes: 1, pictures: 2 });
  done.length = 0;
  expect(await eraseAll(all, {}, () => done.length === 0, vacuum)).toEqual({ notes: 1 });
});

test('runs all other erasures if one fails, and reports the failure', async () => {
  const broken = { name: 'pictures', of: 'rows' as const, erase: () => Promise.reject(new Error('no connection')) };
  const notes: string[] = [];
  const sound = { name: 'notes', of: 'files' as const, erase: async () => notes.push('erased') };
  const failure = await eraseAll([broken, sound], {}, () => true, vacuum).catch((error: unknown) => error);
  expect(notes).toEqual(['erased']);
  expect(failure).toMatchObject({
    errors: [{ message: 'erasing pictures failed', cause: { message: 'no connection' } }],
  });
});

test('builds the services of all features from the ports', () => {
  const builders = [({ base }: { base: number }) => ({ one: base + 1 }), () => ({ two: 'two' })];
  expect(buildServices(builders, { base: 1 })).toEqual({ one: 2, two: 'two' });
});

test('rejects two services with the same name', () => {
  const builders = [() => ({ one: 1 }), () => ({ one: 2 })];
  expect(() => buildServices(builders, {})).toThrow('two features build the service one');
});
