/** What the columns of a bulk send stand for, and a row of them as the use of a template. */
import type { TemplateRole, TemplateUse } from '@countersign/contract';
import { emailAddress, singleLine } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import { mustSign } from '../documents/index.ts';
import { folded } from './content.ts';
import type { TemplateContent } from './store.ts';

export type Target =
  | { kind: 'email'; role: string; required: boolean }
  | { kind: 'name'; role: string }
  | { kind: 'value'; field: string };
export type Column = { name: string; target: Target | null };

/** Of the file of failed rows; passed over when it comes back. */
export const ERROR_COLUMN = 'error';

/** "Tenant.email", "Tenant e-mail" and "tenant_email" are one. */
const plain = (name: string): string =>
  folded(name)
    .replace(/e-mail/g, 'email')
    .replace(/[\s._-]+/g, ' ')
    .trim();

/** Throws ValidationError for a column that stands for nothing, and for a role without a column of addresses. */
export function resolveColumns(
  content: TemplateContent,
  names: readonly string[],
  mapping: Readonly<Record<string, string | null>> = {},
): Column[] {
  const targets = targetsOf(content);
  for (const name of Object.keys(mapping))
    if (!names.includes(name)) throw invalid(`mapping.${name}`, 'is not a column of these rows');
  const taken = new Map<string, string>();
  const columns = names.map((name): Column => {
    const wanted = Object.hasOwn(mapping, name) ? mapping[name] : name;
    if (wanted === null || wanted === undefined) return { name, target: null };
    const target = targets.get(plain(wanted));
    if (!target && wanted === ERROR_COLUMN) return { name, target: null };
    if (!target) {
      if (Object.hasOwn(mapping, name))
        throw invalid(`mapping.${name}`, `names nothing of this template; there is: ${[...known(content)].join(', ')}`);
      throw invalid('columns', `has "${name}", which stands for nothing in this template: map it, or map it to null`);
    }
    const key = JSON.stringify(target);
    if (taken.has(key)) throw invalid('columns', `has "${taken.get(key)}" and "${name}" for the same`);
    taken.set(key, name);
    return { name, target };
  });
  for (const { name, role } of content.roles) {
    const has = columns.some(({ target }) => target?.kind === 'email' && target.role === name);
    if (mustSign(role) && !has) throw invalid('columns', `must hold one with the e-mail addresses for "${name}"`);
  }
  return columns;
}

/** Where there is one role, "email" and "name" are its. */
function targetsOf({ roles, fields }: TemplateContent): Map<string, Target> {
  const targets = new Map<string, Target>();
  const add = (role: TemplateRole, prefix: string) => {
    targets.set(plain(`${prefix}email`), { kind: 'email', role: role.name, required: mustSign(role.role) });
    targets.set(plain(`${prefix}name`), { kind: 'name', role: role.name });
  };
  const [only] = roles;
  if (only && roles.length === 1) add(only, '');
  for (const { key, label } of fields)
    for (const field of [key, label]) if (field !== undefined) targets.set(plain(field), { kind: 'value', field });
  for (const role of roles) add(role, `${role.name} `);
  return targets;
}

/** As an error names them. */
function known({ roles, fields }: TemplateContent): Set<string> {
  const people = roles.flatMap(({ name }) => [`${name}.email`, `${name}.name`]);
  return new Set([...people, ...fields.flatMap(({ key, label }) => key ?? label ?? [])]);
}

/** Throws ValidationError whose field is the column. */
export function readRow(
  columns: readonly Column[],
  values: readonly string[],
): Pick<TemplateUse, 'signers' | 'values'> {
  const people = new Map<string, { email?: string; name?: string }>();
  const fields: Record<string, string> = {};
  for (const [index, { name: column, target }] of columns.entries()) {
    const value = (values[index] ?? '').trim();
    if (target === null || value === '') continue;
    if (target.kind === 'value') {
      fields[target.field] = value;
      continue;
    }
    const person = people.get(target.role) ?? {};
    people.set(target.role, { ...person, [target.kind]: judge(column, target.kind, value) });
  }
  for (const { name: column, target } of columns) {
    if (target?.kind !== 'email' || people.get(target.role)?.email !== undefined) continue;
    // A name alone is nobody to send to.
    if (target.required || people.has(target.role)) throw invalid(column, 'is empty', 'email_missing');
  }
  const signers = [...people].flatMap(([role, { email, name }]) =>
    email === undefined ? [] : [{ role, email, name: name ?? email.slice(0, 120) }],
  );
  return { signers, values: fields };
}

function judge(column: string, kind: 'email' | 'name', value: string): string {
  const result = (kind === 'email' ? emailAddress : singleLine(120)).safeParse(value);
  if (!result.success) throw invalid(column, result.error.issues[0]?.message ?? 'cannot be taken', `invalid_${kind}`);
  return result.data;
}

/** The column that a fault is about, where it is about one. */
export function columnOfFault(columns: readonly Column[], field: string): string {
  const named = /^values\.(.*)$/s.exec(field)?.[1];
  if (named === undefined) return field;
  const found = columns.find(({ target }) => target?.kind === 'value' && target.field === named);
  return found?.name ?? named;
}
