/** The roles of a template, with their names and the people assigned to them. */
import type { SignerRole, TemplateRole } from '@countersign/contract';
import { isEmailAddress } from '../../ui/people.ts';
import type { Proof } from '../send/draft.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

export const ROLE_WORDS: Record<SignerRole, string> = {
  signer: m.roles.signs,
  approver: m.roles.approves,
  cc: m.roles.getsCopy,
  viewer: m.roles.viewer,
};

export const mustSign = (role: SignerRole): boolean => role === 'signer' || role === 'approver';

export type Person = { name: string; email: string; proof: Proof; secondEmail: string };
/** The people assigned to the roles, by role name. */
export type People = Readonly<Record<string, Person>>;
type Roles = readonly Pick<TemplateRole, 'name' | 'role' | 'requireTwoFactor'>[];

export const nobody = ({ requireTwoFactor }: Pick<TemplateRole, 'requireTwoFactor'>): Person => ({
  name: '',
  email: '',
  proof: requireTwoFactor ?? 'link',
  secondEmail: '',
});

const isEmpty = (person: People[string] | undefined): boolean =>
  (person?.name ?? '').trim() + (person?.email ?? '').trim() === '';

/** Returns errors by `<role>.name`, `<role>.email` and `<role>.secondEmail`. */
export function judgePeople(roles: Roles, people: People): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { name: role, role: kind } of roles) {
    const person = people[role];
    if (isEmpty(person) && !mustSign(kind)) continue;
    const address = (person?.email ?? '').trim().toLowerCase();
    if ((person?.name ?? '').trim() === '') faults[`${role}.name`] = labels.enterName;
    if (!isEmailAddress(address)) faults[`${role}.email`] = m.roles.enterEMailAddress;
    const second = (person?.secondEmail ?? '').trim().toLowerCase();
    if (person?.proof !== 'email-code') continue;
    if (!isEmailAddress(second)) faults[`${role}.secondEmail`] = m.roles.enterAddressForCodes;
    else if (second === address) faults[`${role}.secondEmail`] = m.roles.useAddressDiffersFromOne;
  }
  return faults;
}

/** Returns the assigned people. Optional roles without a person are omitted. */
export const usedPeople = (roles: Roles, people: People) =>
  roles.flatMap(({ name: role }) => {
    const person = people[role];
    if (person === undefined || isEmpty(person)) return [];
    const { proof, secondEmail } = person;
    return [
      {
        role,
        name: person.name.trim(),
        email: person.email.trim(),
        ...(proof !== 'link' && { requireTwoFactor: proof }),
        ...(proof === 'email-code' && { secondEmail: secondEmail.trim() }),
      },
    ];
  });

/** Returns errors in the names, or null if there are none. */
export function judgeRoles(names: readonly string[]): Record<number, string> {
  const faults: Record<number, string> = {};
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const key = name.trim().toLowerCase();
    if (key === '') faults[index] = m.roles.nameRole;
    else if (seen.has(key)) faults[index] = m.roles.anotherRoleHasName;
    seen.add(key);
  }
  return faults;
}
