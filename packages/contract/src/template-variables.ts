/** Values of the variables in a template's text (ADR 106). */
import { z } from 'zod';
import { fieldText, singleLine } from './values.ts';

export const VARIABLE_LIMITS = { names: 200, valueLength: 500 } as const;
export const variableValue = fieldText(VARIABLE_LIMITS.valueLength)
  .min(1, 'must not be empty')
  .refine((value) => !/[\r\n\t]/.test(value), 'must be a single line');
export const variables = z
  .record(singleLine(60), z.union([variableValue, z.number()]))
  .refine(
    (values) => Object.keys(values).length <= VARIABLE_LIMITS.names,
    `must have at most ${VARIABLE_LIMITS.names} values`,
  )
  .default({})
  .meta({
    description: `The value of each variable in the text of the template, such as [[company.name]]: one line of at most ${VARIABLE_LIMITS.valueLength} characters. Each value is drawn at the position of the variable. If a variable is missing or unknown, the request fails with 422, and the error contains its name.`,
  });
