/** Conditions of planned fields. A condition refers by key to a field with comparable values. */
import { type Condition, type ConditionValue, type FieldKind, optionValue } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { KeptCondition } from '../document-core/index.ts';
import type { PlannedField } from './plan-send.ts';

/**
 * Replaces keys in conditions with IDs. A condition may refer only to an earlier field, which rules out cycles. Throws
 * a ValidationError that names the invalid property.
 */
export function planConditions(fields: readonly PlannedField[]): PlannedField[] {
  const byKey = new Map<string, PlannedField>();
  return fields.map((field) => {
    const { input, path, settings } = field;
    const condition = input.condition && resolve(field, input.condition, byKey);
    if (input.key !== undefined) {
      const other = byKey.get(input.key);
      if (other?.path === path)
        throw invalid(
          `${path}.key`,
          'would apply to several fields, because the anchor was found several times. Set `anchor.occurrence`',
        );
      if (other) throw invalid(`${path}.key`, `is already the key of ${other.path}`);
      byKey.set(input.key, field);
    }
    return condition ? { ...field, settings: { ...settings, condition } } : field;
  });
}

function resolve(
  { input, path, signer }: PlannedField,
  condition: Condition,
  before: ReadonlyMap<string, PlannedField>,
): KeptCondition {
  const at = `${path}.condition`;
  if (input.kind === 'signature')
    throw invalid(at, 'is not allowed for signatures, because every signature field must be signed');
  const on = before.get(condition.field);
  if (!on) throw invalid(`${at}.field`, 'must be the key of a field earlier in the list');
  if (on.signer !== signer) throw invalid(`${at}.field`, 'must be the key of a field of the same signer');
  refuseUnjudgeable(on, condition, at);
  return { ...condition, field: on.id };
}

/** The type used to compare the values of a field. */
const COMPARED_WITH: Partial<Record<FieldKind, 'boolean' | 'number' | 'nothing'>> = {
  checkbox: 'boolean',
  number: 'number',
  attachment: 'nothing',
};

function refuseUnjudgeable({ input, settings }: PlannedField, condition: Condition, at: string): void {
  const { kind } = input;
  if (kind === 'signature' || kind === 'initials')
    throw invalid(`${at}.field`, 'is a signature field. Conditions cannot depend on signature fields');
  const wanted = COMPARED_WITH[kind] ?? 'string';
  const options = settings.options?.map(optionValue);
  for (const [member, value] of comparedWith(condition)) {
    if (wanted === 'nothing') throw invalid(`${at}.${member}`, 'cannot be used for a file field. Use `filled` instead');
    if (typeof value !== wanted)
      throw invalid(`${at}.${member}`, `must be ${NAMES[wanted]}, like the values of "${condition.field}"`);
    if (options && !options.includes(String(value)))
      throw invalid(`${at}.${member}`, `must be one of the options of "${condition.field}"`);
  }
}

const NAMES = { boolean: 'true or false', number: 'a number', string: 'text' };

function comparedWith({ equals, notEquals, oneOf = [] }: Condition): [string, ConditionValue][] {
  const values: [string, ConditionValue | undefined][] = [
    ['equals', equals],
    ['notEquals', notEquals],
    ...oneOf.map((value, index): [string, string] => [`oneOf[${index}]`, value]),
  ];
  return values.filter((entry): entry is [string, ConditionValue] => entry[1] !== undefined);
}
