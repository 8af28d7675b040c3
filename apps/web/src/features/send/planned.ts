/** Converts a request to the editor's state, for drafts with a plan and for templates. */
import type { FieldInput, RequireTwoFactor, SignerRole } from '@countersign/contract';
import type { Document } from '../../api/queries.ts';
import type { Draft, Placed, Recipient } from './draft.ts';
import { type Details, freshDetails, type When } from './field-details.ts';
import { type Size, toFractions } from './geometry.ts';

export type Party = {
  key?: string | undefined;
  name: string;
  email: string;
  role?: SignerRole | undefined;
  requireTwoFactor?: RequireTwoFactor | undefined;
  secondEmail?: string | undefined;
  locale?: string | undefined;
  hasAccessCode?: boolean | undefined;
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
};

/** Returns null if there is no plan, or if this page cannot show all of it. */
export function plannedDraft(document: Document): Draft | null {
  const { planned } = document;
  if (planned === null || planned.signers.length === 0) return null;
  // A response contains members that a request can omit.
  const { fields } = planned;
  if (fields.some(isAnchored)) return null;
  const people = planned.signers.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return draftOf(people, fields, document.pages, {
    sequential: document.signing_order === 'sequential',
    subject: document.email_subject ?? '',
    message: document.email_message ?? '',
  });
}

export const isAnchored = (field: FieldInput): boolean => 'anchor' in field && field.anchor !== undefined;

/** Fields refer to their recipients by key or e-mail address. */
export function draftOf(
  people: readonly Party[],
  fields: readonly FieldInput[],
  pages: readonly Size[],
  sending: Pick<Draft, 'sequential' | 'subject' | 'message'>,
): Draft {
  const recipients = people.map(
    ({ requireTwoFactor, secondEmail, locale, hasAccessCode, ...person }, index): Recipient => ({
      key: `r${index + 1}`,
      ...(person.key !== undefined && { signerKey: person.key }),
      ...(person.notify !== undefined && { notify: person.notify }),
      ...(person.notifyCompletion !== undefined && { notifyCompletion: person.notifyCompletion }),
      name: person.name,
      email: person.email,
      ...(person.role !== undefined && person.role !== 'signer' && { role: person.role }),
      ...(requireTwoFactor !== undefined && { proof: requireTwoFactor }),
      ...(secondEmail !== undefined && { secondEmail }),
      ...(locale !== undefined && { locale }),
      ...(hasAccessCode === true && { hasAccessCode }),
    }),
  );
  const keys = new Map(recipients.map(({ key, email }) => [email.toLowerCase(), key]));
  const byKey = new Map(recipients.map(({ key, signerKey }) => [signerKey, key]));
  const numbers = fields.map(({ key }) => Number(/^f(\d+)$/.exec(key ?? '')?.[1] ?? 0));
  let next = Math.max(recipients.length, ...numbers) + 1;
  const placed = fields.flatMap((field): Placed[] => {
    const recipient = byKey.get(field.signer) ?? keys.get(field.signer.toLowerCase());
    if (recipient === undefined) return [];
    const { kind, required } = field;
    const [first, ...more] = placesOf(field).flatMap(({ page, option, ...box }, index): Placed[] => {
      const size = pages[page - 1];
      if (size === undefined) return [];
      // Conditions and columns of bulk sends refer to a field by its own key.
      const key = index === 0 && field.key !== undefined ? field.key : `f${next++}`;
      const rest = restOf(field);
      const place = { page, box: toFractions(box, size) };
      return [{ key, kind, recipient, ...place, required, details: detailsOf(field, option), ...(rest && { rest }) }];
    });
    return first === undefined ? [] : [first, ...more.map((button) => ({ ...button, group: first.key }))];
  });
  const where = placed.length > 0 ? 'fields' : 'page';
  return { next, recipients, fields: placed, where, tags: false, days: 30, reminders: null, ...sending };
}

type Place = { page: number; x: number; y: number; width: number; height: number; option: string };

/** A radio group has one position per button. */
function placesOf(field: FieldInput): Place[] {
  if (field.kind === 'radio') return field.options.map(({ value, ...place }) => ({ ...place, option: value }));
  const { page, x, y, width, height } = field;
  if (page === undefined || x === undefined || y === undefined || width === undefined || height === undefined)
    return [];
  return [{ page, x, y, width, height, option: '' }];
}

const shown = (value: string | number | boolean | undefined): string => (value === undefined ? '' : String(value));

function detailsOf(field: FieldInput, option: string): Details {
  const when = whenOf(field);
  const fresh = { ...freshDetails(field.kind), ...(when && { when }) };
  const label = field.label ?? '';
  if (!('readOnly' in field)) return { ...fresh, label };
  const rules: Record<string, string | number | undefined> = {
    ...('validation' in field ? field.validation : undefined),
  };
  return {
    ...fresh,
    label,
    option,
    suggested: field.default === false ? '' : shown(field.default),
    readOnly: field.readOnly,
    options: field.kind === 'dropdown' ? field.options : [],
    minLength: shown(rules['minLength']),
    maxLength: shown(rules['maxLength']),
    pattern: shown(rules['pattern']),
    patternMessage: shown(rules['message']),
    min: shown(rules['min']),
    max: shown(rules['max']),
    decimals: shown(rules['decimals']),
  };
}

/** Returns the condition in the form's format, or undefined if the form cannot show it. */
function whenOf({ condition }: FieldInput): When | undefined {
  if (condition === undefined) return undefined;
  const { field: on, effect, filled, equals, notEquals } = condition;
  if (filled !== undefined) return { on, effect, is: filled ? 'filled' : 'empty', value: '' };
  if (equals !== undefined) return { on, effect, is: 'equals', value: String(equals) };
  return notEquals === undefined ? undefined : { on, effect, is: 'notEquals', value: String(notEquals) };
}

function restOf(field: FieldInput): object | undefined {
  const { key, condition } = field;
  const isHidden = condition !== undefined && whenOf(field) === undefined;
  if (key === undefined && !isHidden) return undefined;
  return { ...(key !== undefined && { key }), ...(isHidden && { condition }) };
}
