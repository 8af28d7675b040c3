/** Maps the columns of a bulk send, and converts a row into the input for using a template. */
import {
  type FieldFault,
  type TemplateRole,
  type TemplateUse,
  emailAddress,
  requireTwoFactor,
  singleLine,
  variableValue,
} from '@countersign/contract';
import { invalid, ValidationError } from '../../platform/errors.ts';
import { mustSign } from '../document-core/index.ts';
import { folded } from './content.ts';
import type { TemplateContent } from './store.ts';

type Person = TemplateUse['signers'][number];
type PersonalKind = 'email' | 'name' | 'requireTwoFactor' | 'secondEmail';
export type Target =
  | { kind: 'email'; role: string; required: boolean }
  | { kind: Exclude<PersonalKind, 'email'>; role: string }
  | { kind: 'value'; field: string }
  | { kind: 'variable'; variable: string }
  | { kind: 'title' };
export type Column = { name: string; target: Target | null };

/** The column with the error in the file of failed rows. It is ignored when the file is uploaded again. */
export const ERROR_COLUMN = 'error';

const KINDS = ['email', 'name', 'requireTwoFactor', 'secondEmail'] as const satisfies PersonalKind[];

/** Treats "Tenant.email", "Tenant e-mail" and "tenant_email" as equal. */
export const plain = (name: string): string =>
  folded(name)
    .replace(/e-mail/g, 'email')
    .replace(/[\s._-]+/g, ' ')
    .trim();

type Described = Pick<TemplateContent, 'roles' | 'fields'> & { variables: readonly string[] };

/** Throws a ValidationError for an unknown column, and for a role without an address column. */
export function resolveColumns(
  content: Described,
  names: readonly string[],
  mapping: Readonly<Record<string, string | null>> = {},
): Column[] {
  const targets = targetsOf(content);
  for (const name of Object.keys(mapping))
    if (!names.includes(name)) throw invalid(`mapping.${name}`, 'is not a column in these rows');
  const taken = new Map<string, string>();
  const columns = names.map((name): Column => {
    const wanted = Object.hasOwn(mapping, name) ? mapping[name] : name;
    if (wanted === null || wanted === undefined) return { name, target: null };
    const target = targets.get(plain(wanted));
    if (!target && wanted === ERROR_COLUMN) return { name, target: null };
    if (!target) {
      if (Object.hasOwn(mapping, name))
        throw invalid(
          `mapping.${name}`,
          `does not match any field of this template. Choose one of: ${[...known(content)].join(', ')}`,
        );
      throw invalid(
        'columns',
        `contains "${name}", which does not match any field of this template. Map it to a field, or to null`,
      );
    }
    const key = JSON.stringify(target);
    if (taken.has(key))
      throw invalid('columns', `has two columns for the same field, "${taken.get(key)}" and "${name}"`);
    taken.set(key, name);
    return { name, target };
  });
  for (const variable of content.variables)
    if (!columns.some(({ target }) => target?.kind === 'variable' && target.variable === variable))
      throw invalid('columns', `must include a column for the variable "${variable}"`, 'variable_missing');
  for (const { name, role, requireTwoFactor: step } of content.roles) {
    const has = (kind: PersonalKind) => columns.some((column) => isOf(column, name, kind));
    if (mustSign(role) && !has('email'))
      throw invalid('columns', `must include a column with the e-mail addresses for "${name}"`);
    // A row may require a different recipient authentication than its role does.
    if (step === 'email-code' && has('email') && !has('secondEmail') && !has('requireTwoFactor'))
      throw invalid(
        'columns',
        `must include a column with the second e-mail addresses for "${name}", to which the codes are sent`,
      );
  }
  return columns;
}

const isOf = ({ target }: Column, role: string, kind: string | undefined): boolean =>
  target !== null && 'role' in target && target.role === role && target.kind === kind;

/** If there is only one role, "email", "name" and so on belong to that role. */
function targetsOf({ roles, fields, variables }: Described): Map<string, Target> {
  // If a field has the same name as another target, the field takes precedence.
  const targets = new Map<string, Target>([
    ['title', { kind: 'title' }],
    [plain(TITLE), { kind: 'title' }],
  ]);
  for (const variable of variables) targets.set(plain(variable), { kind: 'variable', variable });
  const add = (role: TemplateRole, prefix: string) => {
    targets.set(plain(`${prefix}email`), { kind: 'email', role: role.name, required: mustSign(role.role) });
    targets.set(plain(`${prefix}name`), { kind: 'name', role: role.name });
    for (const name of ['requireTwoFactor', 'require two factor'])
      targets.set(plain(`${prefix}${name}`), { kind: 'requireTwoFactor', role: role.name });
    for (const name of ['secondEmail', 'second email'])
      targets.set(plain(`${prefix}${name}`), { kind: 'secondEmail', role: role.name });
  };
  const [only] = roles;
  if (only && roles.length === 1) add(only, '');
  for (const { key, label } of fields)
    for (const field of [key, label]) if (field !== undefined) targets.set(plain(field), { kind: 'value', field });
  for (const role of roles) add(role, `${role.name} `);
  // The prefix `variables.` rules out conflicts with other names.
  for (const variable of variables) targets.set(plain(`variables.${variable}`), { kind: 'variable', variable });
  return targets;
}

const TITLE = 'document.title';

/** Returns the names of all possible columns, for error messages. */
function known({ roles, fields, variables }: Described): Set<string> {
  const people = roles.flatMap(({ name }) => KINDS.map((kind) => `${name}.${kind}`));
  return new Set([
    ...people,
    ...fields.flatMap(({ key, label }) => key ?? label ?? []),
    ...variables.map((name) => `variables.${name}`),
    TITLE,
  ]);
}

/** Throws a ValidationError with all errors. The field names in it are column names. */
export function readRow(
  columns: readonly Column[],
  values: readonly string[],
): Pick<TemplateUse, 'signers' | 'values' | 'variables'> {
  const people = new Map<string, Partial<Person>>();
  const fields: Record<string, string> = {};
  const variables: Record<string, string> = {};
  const faults: FieldFault[] = [];
  const spoilt = new Set<string>();
  for (const [index, { name: column, target }] of columns.entries()) {
    const value = (values[index] ?? '').trim();
    if (target === null || target.kind === 'title' || value === '') continue;
    if (target.kind === 'variable') {
      const judged = judge(column, 'variable', value);
      if (typeof judged === 'string') variables[target.variable] = judged;
      else faults.push(judged);
      continue;
    }
    if (target.kind === 'value') {
      fields[target.field] = value;
      continue;
    }
    const judged = judge(column, target.kind, value);
    if (typeof judged !== 'string') {
      faults.push(judged);
      spoilt.add(`${target.role}.${target.kind}`);
    }
    const person = people.get(target.role) ?? {};
    people.set(target.role, { ...person, ...(typeof judged === 'string' && { [target.kind]: judged }) });
  }
  for (const { name: column, target } of columns) {
    if (target?.kind !== 'email' || people.get(target.role)?.email !== undefined) continue;
    if (spoilt.has(`${target.role}.email`)) continue;
    // A name without an address is not a recipient.
    if (target.required || people.has(target.role))
      faults.push({ field: column, message: 'is empty', code: 'email_missing' });
  }
  const [first, ...more] = faults;
  if (first) throw new ValidationError(first, ...more);
  const signers = [...people].flatMap(([role, person]): Person[] =>
    person.email === undefined
      ? []
      : [{ ...person, role, email: person.email, name: person.name ?? person.email.slice(0, 120) }],
  );
  return { signers, values: fields, variables };
}

const JUDGES = {
  email: { schema: emailAddress, code: 'invalid_email' },
  name: { schema: singleLine(120), code: 'invalid_name' },
  requireTwoFactor: { schema: requireTwoFactor, code: 'invalid_two_factor' },
  secondEmail: { schema: emailAddress, code: 'invalid_email' },
  variable: { schema: variableValue, code: 'invalid_variable' },
} as const;

function judge(column: string, kind: PersonalKind | 'variable', value: string): string | FieldFault {
  const { schema, code } = JUDGES[kind];
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  return { field: column, message: result.error.issues[0]?.message ?? 'is not valid', code };
}

/** If the file has no such column, returns the name that the column would have. */
export function columnOfFault(
  columns: readonly Column[],
  { signers }: Pick<TemplateUse, 'signers'>,
  field: string,
): string {
  const variable = /^variables\.(.*)$/s.exec(field)?.[1];
  if (variable !== undefined)
    return columns.find(({ target }) => target?.kind === 'variable' && target.variable === variable)?.name ?? variable;
  const value = /^values\.(.*)$/s.exec(field)?.[1];
  const [, at, kind] = /^signers\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (value !== undefined)
    return columns.find(({ target }) => target?.kind === 'value' && target.field === value)?.name ?? value;
  const role = at === undefined ? undefined : signers[Number(at)]?.role;
  if (role === undefined) return field;
  return columns.find((column) => isOf(column, role, kind))?.name ?? `${role}.${kind}`;
}
