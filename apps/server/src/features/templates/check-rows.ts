/**
 * Validates all rows of a bulk send before the first row is sent, exactly as sending would, but writes and signs
 * nothing.
 */
import { setImmediate } from 'node:timers/promises';
import { type BulkCheck, type FieldFault, reasonOf, withoutReordering, withoutUnseen } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import { fontWarnings, type SendDependencies } from '../documents/index.ts';
import { type Column, columnOfFault, readRow } from './bulk-columns.ts';
import { titleOf } from './bulk-title.ts';
import { checkInstance } from './instance.ts';
import type { TemplateRow } from './store.ts';

export type BulkRows = {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** A title for each row, or a pattern for the titles. */
  title: string | null;
  /** Faults of rows that could not be parsed, by the index of the row. */
  faults: ReadonlyMap<number, FieldFault>;
};
type Dependencies = Pick<SendDependencies, 'uow' | 'fonts'>;

/**
 * The number of rows that are checked at a time. Ten thousand rows take seconds, and other requests are served in
 * between.
 */
const AT_A_TIME = 25;
const FAULTS_SHOWN = 500;
const WARNINGS_SHOWN = 500;
const TITLES_SHOWN = 3;

export async function checkRows(
  dependencies: Dependencies,
  template: TemplateRow,
  { columns, rows, title, faults: unreadable }: BulkRows,
): Promise<BulkCheck> {
  const faults: BulkCheck['faults'] = [];
  const titles: string[] = [];
  const warnings: string[] = [];
  let wrong = 0;
  for (const [index, values] of rows.entries()) {
    if (index % AT_A_TIME === 0) await setImmediate();
    const known = unreadable.get(index);
    const judged = known ? [known] : await judgeRow(dependencies, template, { columns, values, title });
    if (!known && warnings.length < WARNINGS_SHOWN)
      warnings.push(...(await warningsOf(dependencies, columns, values, index + 1)));
    if (typeof judged === 'string') {
      if (titles.length < TITLES_SHOWN) titles.push(judged);
      continue;
    }
    wrong += 1;
    for (const fault of judged) if (faults.length < FAULTS_SHOWN) faults.push({ row: index + 1, ...fault });
  }
  return { total: rows.length, wrong, faults, titles, warnings: warnings.slice(0, WARNINGS_SHOWN) };
}

/** Warns about values that are changed, and about values that cannot be printed. */
async function warningsOf(
  { fonts }: Dependencies,
  columns: readonly Column[],
  values: readonly string[],
  row: number,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const [index, { name, target }] of columns.entries()) {
    const value = values[index] ?? '';
    const kind = target?.kind;
    if (kind !== 'name' && kind !== 'title' && kind !== 'value' && kind !== 'variable') continue;
    const isValue = kind === 'value' || kind === 'variable';
    const kept = isValue ? withoutReordering(value) : withoutUnseen(value);
    if (kept !== value) warnings.push(`Row ${row}: Invisible control characters were removed from ${name}.`);
    const printed = { what: isValue ? 'field value' : kind, text: kept.trim() };
    for (const warning of await fontWarnings(fonts, [printed])) warnings.push(`Row ${row}: ${warning}`);
  }
  return warnings;
}

type Row = Pick<BulkRows, 'columns' | 'title'> & { values: readonly string[] };

/** Returns the title of the row's document, or all errors of the row by column. */
async function judgeRow(
  dependencies: Dependencies,
  template: TemplateRow,
  { columns, values, title }: Row,
): Promise<string | readonly FieldFault[]> {
  const faults: FieldFault[] = [];
  const note = (error: unknown, columnOf: (field: string) => string = (field) => field): undefined => {
    if (!(error instanceof ValidationError)) throw error;
    faults.push(...error.faults.map((fault) => ({ ...fault, field: columnOf(fault.field) })));
  };
  let called: string | null | undefined;
  try {
    called = titleOf(columns, values, title);
  } catch (error) {
    note(error);
  }
  let row: ReturnType<typeof readRow> | undefined;
  try {
    row = readRow(columns, values);
    await checkInstance(dependencies, template, row);
  } catch (error) {
    const people = row ?? { signers: [] };
    note(error, (field) => columnOfFault(columns, people, field));
  }
  return faults.length > 0 ? faults : (called ?? template.name);
}

/** Throws a ValidationError that names every invalid row and its column. */
export function refuseWrong({ faults, wrong, total }: BulkCheck): void {
  const [first, ...more] = faults.map(({ row, field, message, code }) => ({
    field: `rows[${row}].${field}`,
    message,
    code: reasonOf(code),
  }));
  if (first === undefined) return;
  const error = new ValidationError(first, ...more);
  error.message = `${wrong} of ${total} rows have errors`;
  throw error;
}
