/** Converts a field's settings between the sender's input and the request. */
import type { FieldInput, FieldKind } from '@countersign/contract';
import { fieldKindOf } from '@countersign/contract/field-kinds';
import type { Box } from './geometry.ts';
import { m } from './texts.ts';

/**
 * The condition under which a field is required. `on` is the key of an earlier field, or empty if the field is always
 * required.
 */
export type When = {
  on: string;
  is: 'filled' | 'empty' | 'equals' | 'notEquals';
  value: string;
  effect: 'show' | 'require';
};
export const ALWAYS: When = { on: '', is: 'filled', value: '', effect: 'show' };

/** All values are stored as typed. Empty means default. */
export type Details = {
  label: string;
  /** The initial value for the signer. 'true' means a checked box. */
  suggested: string;
  readOnly: boolean;
  /** The options of a drop-down field. */
  options: readonly string[];
  /** The value of a radio button. */
  option: string;
  minLength: string;
  maxLength: string;
  pattern: string;
  patternMessage: string;
  min: string;
  max: string;
  decimals: string;
  /** The condition. If absent, the field is always required. */
  when?: When;
};

const NO_DETAILS: Details = {
  label: '',
  suggested: '',
  readOnly: false,
  options: [],
  option: '',
  minLength: '',
  maxLength: '',
  pattern: '',
  patternMessage: '',
  min: '',
  max: '',
  decimals: '',
};

/** Returns the initial settings of a new field. */
export function freshDetails(kind: FieldKind): Details {
  return kind === 'radio' ? { ...NO_DETAILS, option: m.fieldDetails.optionOne } : NO_DETAILS;
}

export const isTextKind = (kind: FieldKind): boolean => fieldKindOf(kind).takes === 'text';
export const isMarkKind = (kind: FieldKind): boolean => fieldKindOf(kind).takes === 'mark';
/** Whether a kind of field cannot have an initial value. */
export const isMadeBySigner = (kind: FieldKind): boolean => isMarkKind(kind) || fieldKindOf(kind).takes === 'file';

/** Converts the value of a comparison to the type of the field. */
function compared(kind: FieldKind, value: string): string | number | boolean {
  if (kind === 'checkbox') return value === 'true';
  return kind === 'number' ? Number(value) : value.trim();
}

/** Builds the condition for the request. `kind` is the kind of the field that the condition refers to. */
export function conditionRequest(
  { on, is, value, effect }: When,
  kind: FieldKind,
): NonNullable<FieldInput['condition']> {
  const base = { field: on, effect };
  if (is === 'filled' || is === 'empty') return { ...base, filled: is === 'filled' };
  return is === 'equals' ? { ...base, equals: compared(kind, value) } : { ...base, notEquals: compared(kind, value) };
}

/** Reads one option per line. Blank and repeated options are dropped. */
export const readOptions = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const number = (text: string): number | undefined =>
  text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
const text = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim());
/** Removes the properties that the sender left empty. */
const given = <T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

const some = <T extends object>(members: T): T | undefined => (Object.keys(members).length === 0 ? undefined : members);

export type Place = Box & { page: number };
export type Button = Place & { value: string };

type Common = Pick<FieldInput, 'signer' | 'required' | 'key' | 'condition'>;

/**
 * Builds the request's entry for a field. A radio group has several `buttons`, and every other field has one position.
 */
export function fieldRequest(
  kind: FieldKind,
  common: Common,
  details: Details,
  buttons: readonly [Button, ...Button[]],
): FieldInput {
  const { page, x, y, width, height } = buttons[0];
  const place = { page, x, y, width, height };
  const base = { ...common, ...given({ label: text(details.label) }) };
  const suggested = text(details.suggested);
  // The server refuses a read-only field without a value.
  const fixed = { readOnly: details.readOnly && suggested !== undefined };
  switch (kind) {
    case 'signature':
    case 'initials':
    case 'attachment':
      return { kind, ...base, ...place };
    case 'radio':
      return { kind, ...base, ...fixed, options: [...buttons], ...given({ default: suggested }) };
    case 'dropdown':
      return { kind, ...base, ...place, ...fixed, options: [...details.options], ...given({ default: suggested }) };
    case 'checkbox':
      return { kind, ...base, ...place, ...fixed, ...(suggested === 'true' && { default: true }) };
    case 'number': {
      const validation = given({
        min: number(details.min),
        max: number(details.max),
        decimals: number(details.decimals),
      });
      const rules = given({ validation: some(validation), default: number(details.suggested) });
      return { kind, ...base, ...place, ...fixed, ...rules };
    }
    case 'date':
    case 'email':
      return { kind, ...base, ...place, ...fixed, ...given({ default: suggested }) };
    default: {
      const pattern = text(details.pattern);
      const validation = given({
        minLength: number(details.minLength),
        maxLength: number(details.maxLength),
        pattern,
        message: pattern === undefined ? undefined : text(details.patternMessage),
      });
      return { kind, ...base, ...place, ...fixed, ...given({ validation: some(validation), default: suggested }) };
    }
  }
}
