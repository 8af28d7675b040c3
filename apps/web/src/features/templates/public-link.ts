/** The form for a public link: the visitor's role, the people in the other roles, and the last day. */
import type { PublicLink, Template } from '@countersign/contract';
import { mustSign, nobody, type People } from './roles.ts';

/** Returns the roles that a visitor can take: roles that sign or approve first and have no recipient authentication. */
export function visitorRoles({ roles, signing_order: order }: Pick<Template, 'roles' | 'signing_order'>): string[] {
  const signing = roles
    .map((role, index) => ({ ...role, at: role.order ?? index + 1 }))
    .filter(({ role }) => mustSign(role));
  const first = Math.min(...signing.map(({ at }) => at));
  return signing
    .filter(({ at, requireTwoFactor }) => (order === 'parallel' || at === first) && requireTwoFactor === undefined)
    .map(({ name }) => name);
}

export const peopleOf = ({ roles }: Pick<Template, 'roles'>, link: Pick<PublicLink, 'signers'> | null): People =>
  Object.fromEntries(
    roles.map((role) => {
      const known = link?.signers.find((signer) => signer.role.toLowerCase() === role.name.toLowerCase());
      const empty = nobody(role);
      if (known === undefined) return [role.name, empty];
      const { name, email, requireTwoFactor: proof = empty.proof, secondEmail = '' } = known;
      return [role.name, { name, email, proof, secondEmail }];
    }),
  );

/** Returns the last day of a link in the browser's time zone, such as 2026-12-31. Empty if the link does not expire. */
export function localDay(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  // The link expires at the end of the day.
  const last = new Date(new Date(expiresAt).getTime() - 1);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${last.getFullYear()}-${twoDigits(last.getMonth() + 1)}-${twoDigits(last.getDate())}`;
}

/** Returns the end of a day in the browser's time zone. */
export function endOfDay(day: string): string | null {
  if (day === '') return null;
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + 1);
  return at.toISOString();
}
