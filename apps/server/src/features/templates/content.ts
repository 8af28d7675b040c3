/** Roles and fields of a template, validated as for sending a document. They can be copied from a document. */
import {
  addressKey,
  type Field,
  type FieldInput,
  type SignerInput,
  type SignerRole,
  type TemplateField,
  type TemplateRole,
} from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import { mustSign, type PageSize, type WholeDocument } from '../document-core/index.ts';
import { planSend } from '../documents/index.ts';
import type { TemplateContent } from './store.ts';

/**
 * Returns the folded form of a name. Names of roles, columns and fields count as equal if their folded forms are equal.
 */
export const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/**
 * Throws a ValidationError that names the invalid role or field. Returns fields with the exact names of their roles.
 */
export function checkContent(pages: PageSize[], content: TemplateContent, now: Date): TemplateContent {
  const roles = new Map<string, TemplateRole>();
  for (const [index, role] of content.roles.entries()) {
    if (roles.has(folded(role.name))) throw invalid(`roles[${index}].name`, 'is already in this list');
    roles.set(folded(role.name), role);
  }
  if (!content.roles.some(({ role }) => mustSign(role)))
    throw invalid('roles', 'must contain at least one signer or approver');
  const fields = content.fields.map((field, index): TemplateField => {
    const role = roles.get(folded(field.role));
    if (role?.role !== 'signer') throw invalid(`fields[${index}].role`, 'must be the name of one of the signer roles');
    return { ...field, role: role.name };
  });
  planSend({ pages }, bindRoles({ ...content, fields }, placeholderPerson(content.roles)), now);
  return { ...content, fields };
}

/** Placeholder people for the roles, used to validate field positions, defaults and conditions. */
export function placeholderPerson(roles: readonly TemplateRole[]): (role: string) => Person {
  const people = roles.map(({ name, requireTwoFactor }, index): [string, Person] => {
    const secondEmail = `second-${index + 1}@template.invalid`;
    const person = { email: `role-${index + 1}@template.invalid`, name };
    return [name, { ...person, ...(requireTwoFactor === 'email-code' && { secondEmail }) }];
  });
  const byRole = new Map(people);
  return (role) => byRole.get(role) ?? { email: '', name: role };
}

type Person = Pick<SignerInput, 'email' | 'name'> &
  Partial<Pick<SignerInput, 'locale' | 'accessCode' | 'requireTwoFactor' | 'secondEmail'>> & {
    turn?: number | undefined;
  };

export function bindRoles(
  { roles, fields }: Pick<TemplateContent, 'roles' | 'fields'>,
  personOf: (role: string) => Person | undefined,
): { signers: SignerInput[]; fields: FieldInput[] } {
  // If a person has several roles, each of these roles gets its own key.
  const addresses = roles.flatMap(({ name }) => addressKey(personOf(name)?.email ?? ''));
  const keyOf = (role: string): string | undefined => {
    const index = roles.findIndex(({ name }) => name === role);
    const isShared = addresses.filter((address) => address === addresses[index]).length > 1;
    return isShared ? `role-${index + 1}` : undefined;
  };
  const signers = roles.flatMap(({ name, role, order, requireTwoFactor: asked }, index): SignerInput[] => {
    const person = personOf(name);
    if (!person) return [];
    const { turn = index + 1, ...rest } = person;
    const step = person.requireTwoFactor ?? asked;
    const key = keyOf(name);
    return [
      {
        ...rest,
        role,
        order: order ?? turn,
        ...(key !== undefined && { key }),
        ...(step && { requireTwoFactor: step }),
      },
    ];
  });
  const bound = fields.flatMap(({ role, ...field }): FieldInput[] => {
    const person = personOf(role);
    return person ? [{ ...field, signer: keyOf(role) ?? person.email }] : [];
  });
  return { signers, fields: bound };
}

const TITLES: Record<SignerRole, string> = { signer: 'Signer', approver: 'Approver', cc: 'Copy', viewer: 'Viewer' };

/** If there are no recipients yet, the content has one signer role. */
export function contentOf(document?: WholeDocument, pages = 0): TemplateContent {
  const signing = document && (document.document.planned ?? sentAs(document, pages));
  const people: Omit<SignerInput, 'name'>[] = signing?.signers.length
    ? signing.signers
    : [{ email: '', role: 'signer' }];
  const names = new Map<string, string>();
  const roles = people.map((person): TemplateRole => {
    const { key, email, role, order, requireTwoFactor } = person;
    const alike = people.filter((one) => one.role === role);
    const at = alike.indexOf(person) + 1;
    const name = alike.length === 1 ? TITLES[role] : `${TITLES[role]} ${at}`;
    if (key !== undefined) names.set(key, name);
    if (!names.has(addressKey(email)) || role === 'signer') names.set(addressKey(email), name);
    return { name, role, ...(order !== undefined && { order }), ...(requireTwoFactor && { requireTwoFactor }) };
  });
  const fields = (signing?.fields ?? []).flatMap(({ signer, ...field }): TemplateField[] => {
    const role = names.get(signer.includes('@') ? addressKey(signer) : signer);
    return role === undefined ? [] : [{ ...field, role }];
  });
  return {
    roles,
    fields,
    signingOrder: document?.document.signing_order ?? 'parallel',
    emailSubject: document?.document.email_subject ?? null,
    emailMessage: document?.document.email_message ?? null,
  };
}

/** Fields on an appended signature page are not part of the file. */
function sentAs({ signers, fields }: WholeDocument, pages: number): { signers: SignerInput[]; fields: FieldInput[] } {
  const names = new Map(signers.map(({ id }, index) => [id, `recipient-${index + 1}`]));
  const keys = new Map(fields.map(({ id, settings }) => [id, settings.key]));
  return {
    signers: signers.map(({ id, email, name, role, signing_order: order, second_step: step }) => ({
      key: names.get(id),
      email,
      name,
      role,
      order,
      ...(step && { requireTwoFactor: step }),
    })),
    fields: fields
      // Variables are left out, because they are part of the template's own file.
      .filter(({ page, settings }) => page <= pages && settings.variable === undefined)
      .map((row): FieldInput => {
        const { kind, page, x, y, width, height, required, label } = row;
        const { default: suggested, condition, options, ...settings } = row.settings;
        const { field: on, ...when } = condition ?? { field: undefined };
        const input = {
          kind,
          signer: names.get(row.signer_id) ?? '',
          required,
          ...(label !== null && { label }),
          ...settings,
          ...(options && { options }),
          ...(suggested !== undefined && { default: typedDefault(kind, suggested) }),
          ...(on !== undefined && { condition: { ...when, field: keys.get(on) } }),
          ...(kind === 'radio' ? {} : { page, x, y, width, height }),
        };
        // The values were accepted before, so they are valid input.
        return input as unknown as FieldInput;
      }),
  };
}

/** Converts a stored value, which is text, to the type that the field requires as input. */
export function typedDefault(kind: Field['kind'], value: string): string | number | boolean {
  if (kind === 'checkbox') return value === 'true';
  return kind === 'number' ? Number(value) : value;
}
