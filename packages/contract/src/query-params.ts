/** Query parameters are text whose format depends on the type of the value. */
import { z } from 'zod';
import { strict } from './field-class.ts';

/** A whole number between two inclusive bounds. */
export const numberParameter = (min: number, max: number) =>
  strict(z.string())
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
