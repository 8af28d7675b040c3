/** Tests the types of rows from a statement to its caller. A fault shows as a type error (`npm run lint`). */
import { readFileSync, globSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Recorder } from '../audit/recorder.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { Database } from './database.ts';
import { certainRow, namedStatement, type RowsOf, rowsOf, statement, type Statement } from './statement.ts';
import type { Tx } from './transaction.ts';

type Letter = { letter: string };
type Digit = { digit: number };
const letters: Statement<Letter> = { name: 'letters', text: '', values: [] };
const digits: Statement<Digit> = { name: 'digits', text: '', values: [] };

describe('rows of several statements', () => {
  test('returns rows with the types of their statements', () => {
    const rows = rowsOf([letters, digits], [[{ letter: 'a' }], [{ digit: 1 }, { digit: 2 }]]);
    expectTypeOf(rows).toEqualTypeOf<[Letter[], Digit[]]>();
    expect(rows[1].map(({ digit }) => digit)).toEqual([1, 2]);
  });

  test('keeps the row types of optional statements, even if the statements are omitted', () => {
    const asked: readonly [Statement<Letter>, ...Statement<Digit>[]] = [letters];
    expectTypeOf<RowsOf<typeof asked>>().toEqualTypeOf<[Letter[], ...Digit[][]]>();
    expect(rowsOf(asked, [[]])).toHaveLength(1);
  });

  test('fails if the number of results differs from the number of statements', () => {
    expect(() => rowsOf([letters, digits], [[]])).toThrow('expected 2 result sets');
  });

  test('keeps the row types in every method that reads rows', () => {
    type Both = [Letter[], Digit[]];
    const inTransaction = (tx: Tx) => tx.queryAll([letters, digits]);
    const later = (tx: Tx) => tx.readLater([letters, digits])();
    const ofTenant = (uow: UnitOfWork) => uow.readAll('tenant', [letters, digits]);
    const atOnce = (database: Database) => database.queryAll({ role: 'jobs' }, [letters, digits]);
    const underLock = async (recorder: Recorder, tx: Tx) =>
      (await recorder.openAfter(tx, 'tenant', 'stream', [letters, digits])).rows;
    expectTypeOf(inTransaction).returns.resolves.toEqualTypeOf<Both>();
    expectTypeOf(later).returns.toEqualTypeOf<Both>();
    expectTypeOf(ofTenant).returns.resolves.toEqualTypeOf<Both>();
    expectTypeOf(atOnce).returns.resolves.toEqualTypeOf<Both>();
    expectTypeOf(underLock).returns.resolves.toEqualTypeOf<Both>();
  });
});

describe('statement with named parameters', () => {
  const insert = namedStatement<Digit, { tenantId: string; digit: number }>(
    'test-named-parameters',
    'insert into digits values (:digit::int, :tenantId, :digit) returning digit',
  );

  test('orders named values by their position in the statement and passes each value once', () => {
    expect(insert({ tenantId: 'a', digit: 7 })).toEqual({
      name: 'test-named-parameters',
      text: 'insert into digits values ($1::int, $2, $1) returning digit',
      values: [7, 'a'],
    });
    expectTypeOf(insert).parameter(0).toEqualTypeOf<{ tenantId: string; digit: number }>();
  });

  test('rejects a statement whose parameter names differ between its text and its type', () => {
    const mistyped = namedStatement<Digit, { digit: number }>('test-mistyped', 'insert into digits values (:digt)');
    const forgotten = namedStatement<Digit, { digit: number; tenantId: string }>('test-forgotten', 'select :digit');
    expect(() => mistyped({ digit: 1 })).toThrow('takes digt, but was given digit');
    expect(() => forgotten({ digit: 1, tenantId: 'a' })).toThrow('takes digit, but was given digit, tenantId');
  });
});

test('rejects a statement with more than six unnamed parameters', () => {
  const seven = 'select $1, $2, $3, $4, $5, $6, $7';
  expect(() => statement<Digit>('test-seven-positions', seven)).toThrow('takes more than 6 parameters. Name them');
});

test('returns a required row, or fails if it is missing', () => {
  expect(certainRow([{ digit: 1 }])).toEqual({ digit: 1 });
  expect(() => certainRow([])).toThrow('missing');
});

const sources = globSync('apps/server/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));

function linesWith(pattern: RegExp): string[] {
  return sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

test('does not cast rows to a type in the source code, because statements declare their row types', () => {
  expect(sources.length).toBeGreaterThan(300);
  // Finds `x as SomeRow`, `(await tx.query(...)) as ...` and `rows[0] as ...`. Renamed imports and exports do not
  // count.
  const cast =
    /^(?!\s*(?:import|export|\/?\*)).*(?:\bas (?:readonly )?\w*Row\b|\b(?:query|read)(?:All|Auth|Later)?\(.*\) as |^\s*\]\)+ as |\brows?(?:\??\.?\[\d\])* as )/;
  expect(linesWith(cast).toSorted()).toEqual([
    'apps/server/src/platform/db/json-row.ts: return row as InJson<Texts & Others>;',
    'apps/server/src/platform/db/statement.ts: return rows as RowsOf<S>;',
  ]);
});

test('does not cast IDs to a specific kind in the source code, because row types declare the kind', () => {
  expect(linesWith(/\bas (?:readonly )?\(?(?:Id<|\w+\['(?:\w+_)?id'\])/)).toEqual([]);
});
