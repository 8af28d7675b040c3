/** Query parameters are text in the format of their values. */
import { z } from 'zod';
import { strict } from './field-class.ts';

/** A whole number within bounds, both included. */
export const numberParameter = (min: number, max: number) =>
  strict(z.string())
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
