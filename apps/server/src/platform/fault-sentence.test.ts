import { emailAddress } from '@countersign/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { validationError } from './invoke/validation.ts';

const schema = z.strictObject({
  days: z.int().min(1).max(365),
  ratio: z.number().gt(0),
  name: z.string().min(1).max(5),
  shape: z.enum(['A', 'B']),
  consent: z.literal(true),
  tags: z.array(z.string()).min(1).max(2),
  time: z.iso.datetime({ offset: true }).optional(),
  day: z.iso.date().optional(),
  code: z.string().regex(/^\d+$/, 'must be digits'),
});
const good = { days: 1, ratio: 1, name: 'x', shape: 'A', consent: true, tags: ['a'], code: '1' };

test('reports a missing value as required, and a value that is not allowed as unknown', () => {
  const codesOf = (change: object): string[] =>
    validationError(
      schema.safeParse({ ...good, ...change }, { reportInput: true }).error ?? new z.ZodError([]),
    ).faults.map(({ code }) => code);
  expect(codesOf({ shape: undefined, consent: undefined })).toEqual(['required', 'required']);
  expect(codesOf({ shape: 'Z', consent: false })).toEqual(['unknown_value', 'unknown_value']);
});

test('returns the limit and the format as data, so that the error can be translated', () => {
  const boundsOf = (change: object) => {
    const { error } = schema.safeParse({ ...good, ...change }, { reportInput: true });
    const [{ limit, format }] = validationError(error ?? new z.ZodError([])).faults;
    return { limit, format };
  };
  const none = { limit: undefined, format: undefined };
  expect(boundsOf({ days: 0 })).toEqual({ ...none, limit: 1 });
  expect(boundsOf({ name: 'longer' })).toEqual({ ...none, limit: 5 });
  expect(boundsOf({ tags: ['a', 'b', 'c'] })).toEqual({ ...none, limit: 2 });
  expect(boundsOf({ ratio: 0 }), 'the limit itself is not allowed').toEqual(none);
  expect(boundsOf({ day: 'today' })).toEqual({ ...none, format: 'date' });
  expect(boundsOf({ time: 'now' })).toEqual({ ...none, format: 'datetime' });
  expect(boundsOf({ code: 'x' }), 'a pattern').toEqual(none);
  const address = validationError(emailAddress.safeParse('ann', { reportInput: true }).error ?? new z.ZodError([]));
  expect(address.faults[0]).toMatchObject({ code: 'wrong_format', format: 'email' });
});

test.each([
  [{ days: 0 }, 'days: must be at least 1'],
  [{ days: 366 }, 'days: must be at most 365'],
  [{ days: 1.5 }, 'days: must be a whole number'],
  [{ days: '1' }, 'days: must be a number'],
  [{ days: undefined }, 'days: is required'],
  [{ ratio: 0 }, 'ratio: must be more than 0'],
  [{ name: '' }, 'name: must not be empty'],
  [{ name: 'longer' }, 'name: must have at most 5 characters'],
  [{ name: null }, 'name: must be a text'],
  [{ shape: 'Z' }, 'shape: must be one of A, B'],
  [{ consent: false }, 'consent: must be true'],
  [{ tags: [] }, 'tags: must have at least 1'],
  [{ tags: 'a' }, 'tags: must be a list'],
  [{ time: '2026-12-05' }, 'time: must be a date and time such as 2026-12-05T10:00:00Z'],
  [{ day: 'tomorrow' }, 'day: must be a date such as 2026-12-05'],
  [{ code: 'x' }, 'code: must be digits'],
  [{ other: 1 }, 'other: is not recognized'],
])('explains the invalid value %j: %s', (change, sentence) => {
  const { error } = schema.safeParse({ ...good, ...change }, { reportInput: true });
  if (error === undefined) throw new Error('The value was not rejected.');
  const [{ field, message }] = validationError(error).faults;
  expect(`${field}: ${message}`).toBe(sentence);
});
