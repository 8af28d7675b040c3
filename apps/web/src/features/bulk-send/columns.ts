/** Lists the possible targets of a file's columns, and guesses the initial ones. */
import type { Template } from '@countersign/contract';
import { mustSign } from '../templates/roles.ts';
import { m } from './texts.ts';

export type Target = { value: string; label: string };
/** The value that means "ignored" in the select of a column. In the mapping, an ignored column is null. */
export const NOTHING = '-';
const TITLE = 'document.title';
export type Mapping = Record<string, string>;

export function targetsOf({ roles, fields }: Template): Target[] {
  const people = roles.flatMap(({ name }) => [
    { value: `${name}.email`, label: m.columns.eMailOf(name) },
    { value: `${name}.name`, label: m.columns.nameOf(name) },
    { value: `${name}.requireTwoFactor`, label: m.columns.recipientAuthenticationOf(name) },
    { value: `${name}.secondEmail`, label: m.columns.secondEMailOf(name) },
  ]);
  const values = new Map<string, string>();
  for (const { kind, key, label } of fields) {
    const name = key ?? label;
    if (name !== undefined && !['signature', 'initials', 'attachment'].includes(kind)) values.set(name, label ?? name);
  }
  return [
    ...people,
    ...[...values].map(([value, label]) => ({ value, label: m.columns.field(label) })),
    { value: TITLE, label: m.columns.titleOfDocument },
  ];
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    .replace(/[\s._-]+/g, ' ')
    .trim();

/** Guesses the target of each column from its name. If there is only one role, "email" and "name" belong to it. */
export function guess(columns: readonly string[], template: Template): Mapping {
  const known = new Map([['title', { value: TITLE, label: '' }]]);
  for (const { value, label } of targetsOf(template)) known.set(plain(value), { value, label });
  for (const { name } of template.roles)
    known.set(plain(`${name} second email`), { value: `${name}.secondEmail`, label: '' });
  for (const { value, label } of targetsOf(template))
    known.set(plain(label.replace(/^Field “(.*)”$/, '$1')), { value, label });
  const [only] = template.roles;
  if (only !== undefined && template.roles.length === 1) {
    for (const part of ['email', 'name', 'requireTwoFactor', 'secondEmail'])
      known.set(plain(part), { value: `${only.name}.${part}`, label: '' });
    known.set('second email', { value: `${only.name}.secondEmail`, label: '' });
  }
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const found = known.get(plain(column))?.value ?? NOTHING;
      const value = taken.has(found) ? NOTHING : found;
      taken.add(value);
      return [column, value];
    }),
  );
}

/** Returns the reason why the mapping cannot be sent, or null if it can. */
export function faultOf(mapping: Mapping, { roles }: Template): string | null {
  const targets = Object.values(mapping).filter((target) => target !== NOTHING);
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined) return m.columns.twoColumnsHaveSameMeaning(twice);
  const missing = roles.find(({ name, role }) => mustSign(role) && !targets.includes(`${name}.email`));
  if (missing !== undefined) return m.columns.chooseColumnWithEMail(missing.name);
  const has = (role: string, part: string) => targets.includes(`${role}.${part}`);
  const stepless = roles.find(
    ({ name, requireTwoFactor }) =>
      requireTwoFactor === 'email-code' &&
      has(name, 'email') &&
      !has(name, 'secondEmail') &&
      !has(name, 'requireTwoFactor'),
  );
  return stepless === undefined ? null : m.columns.chooseColumnWithSecondE(stepless.name);
}
