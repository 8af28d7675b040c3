/** Roles of a template, as they are named and filled. */
import type { SignerRole, TemplateRole } from '@countersign/contract';
import { isEmailAddress } from '../../ui/people.ts';

export const ROLE_WORDS: Record<SignerRole, string> = {
  signer: 'signs',
  approver: 'approves',
  cc: 'gets a copy',
  viewer: 'may read it',
};

export const mustSign = (role: SignerRole): boolean => role === 'signer' || role === 'approver';

/** By the name of the role. */
export type People = Record<string, { name: string; email: string }>;
type Roles = readonly Pick<TemplateRole, 'name' | 'role'>[];

const isEmpty = (person: People[string] | undefined): boolean =>
  (person?.name ?? '').trim() + (person?.email ?? '').trim() === '';

/** Faults by `<role>.name` and `<role>.email`. */
export function judgePeople(roles: Roles, people: People): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  for (const { name: role, role: kind } of roles) {
    const person = people[role];
    if (isEmpty(person) && !mustSign(kind)) continue;
    const address = (person?.email ?? '').trim().toLowerCase();
    if ((person?.name ?? '').trim() === '') faults[`${role}.name`] = 'Enter a name.';
    if (!isEmailAddress(address)) faults[`${role}.email`] = 'Enter an e-mail address such as name@example.com.';
    else if (seen.has(address)) faults[`${role}.email`] = 'This address is there already: one person has one role.';
    seen.add(address);
  }
  return faults;
}

/** Those who take part; roles that may be left out and were are not in it. */
export const usedPeople = (roles: Roles, people: People): { role: string; name: string; email: string }[] =>
  roles.flatMap(({ name: role }) => {
    const person = people[role];
    return person === undefined || isEmpty(person)
      ? []
      : [{ role, name: person.name.trim(), email: person.email.trim() }];
  });

/** What is wrong with the names; null: nothing. */
export function judgeRoles(names: readonly string[]): Record<number, string> {
  const faults: Record<number, string> = {};
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const key = name.trim().toLowerCase();
    if (key === '') faults[index] = 'Name the role.';
    else if (seen.has(key)) faults[index] = 'Another role has this name.';
    seen.add(key);
  }
  return faults;
}
