/** Values of the variables in the text of a template (ADR 106). */
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
    `must hold at most ${VARIABLE_LIMITS.names} values`,
  )
  .default({})
  .meta({
    description: `The value of each variable in the text of the template, such as [[company.name]]: one line of at most ${VARIABLE_LIMITS.valueLength} characters. Each is drawn in the place of the variable. A missing or unknown variable is a 422 that names it.`,
  });
