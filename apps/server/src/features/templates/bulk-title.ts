/**
 * The titles of a bulk send come from a title column, from a pattern such as "Contract {{name}}" that each row
 * completes, or from one title for all rows.
 */
import { documentTitle } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import { type Column, plain } from './bulk-columns.ts';

const PLACE = /\{\{([^{}]*)\}\}/g;

/**
 * Maps names to columns. A placeholder can use the column's own name or the name of its target: "E-mail",
 * "Tenant.email", and "email" if there is only one role.
 */
function placesOf(columns: readonly Column[]): Map<string, number> {
  const roles = new Set(columns.flatMap(({ target }) => (target !== null && 'role' in target ? [target.role] : [])));
  const places = new Map<string, number>();
  for (const [index, { target }] of columns.entries()) {
    if (target === null || target.kind === 'title') continue;
    if (target.kind === 'value') places.set(plain(target.field), index);
    else if (target.kind === 'variable') places.set(plain(target.variable), index);
    else {
      places.set(plain(`${target.role} ${target.kind}`), index);
      if (roles.size === 1) places.set(plain(target.kind), index);
    }
  }
  for (const [index, { name }] of columns.entries()) places.set(plain(name), index);
  return places;
}

/** Throws a ValidationError for a placeholder without a column. */
export function checkPattern(columns: readonly Column[], pattern: string | undefined): void {
  const places = placesOf(columns);
  for (const [place, name = ''] of pattern?.matchAll(PLACE) ?? [])
    if (!places.has(plain(name)))
      throw invalid(
        'title',
        `contains ${place}, which is not a column. The columns are: ${columns.map((one) => one.name).join(', ')}`,
      );
}

/**
 * Returns the title of a document. Null means the template's name. Throws a ValidationError whose field is the column
 * or `title`.
 */
export function titleOf(columns: readonly Column[], values: readonly string[], pattern: string | null): string | null {
  const own = columns.findIndex(({ target }) => target?.kind === 'title');
  const given = values[own]?.trim() ?? '';
  if (given !== '') return judged(columns[own]?.name ?? 'title', given);
  if (pattern === null) return null;
  const places = placesOf(columns);
  const filled = pattern.replaceAll(PLACE, (_, name: string) => {
    const index = places.get(plain(name)) ?? -1;
    const value = values[index]?.trim() ?? '';
    if (value === '')
      throw invalid(columns[index]?.name ?? 'title', 'is empty, but the title uses this column', 'title_incomplete');
    return value;
  });
  return judged('title', filled);
}

function judged(column: string, title: string): string {
  const result = documentTitle.safeParse(title);
  if (result.success) return result.data;
  throw invalid(
    column,
    `cannot be used as the title. It ${result.error.issues[0]?.message ?? 'is not valid'}`,
    'invalid_title',
  );
}
