/**
 * What a string of a request is to the request firewall (docs/adr/0057). Declared where the string is defined, inherited by
 * what is made from it; a test fails on an input that declares nothing.
 */
import { z } from 'zod';

/**
 * `opaque`: secrets, files, hashes, patterns and marks, whose signs mean what their own format says; never looked at. `prose`: what
 * people write, judged in its context. `strict`: what programs name, such as a language, a number or an address.
 */
export type FieldClass = 'opaque' | 'prose' | 'strict';

type Declared = { fieldClass: FieldClass; /** Opaque only as long as it has its contract's form. */ isId?: true };

const classes = z.registry<Declared>();

const declare =
  (declared: Declared) =>
  <S extends z.ZodType>(schema: S): S => {
    const own = schema.clone();
    classes.add(own, declared);
    return own;
  };

export const opaque = declare({ fieldClass: 'opaque' });
export const prose = declare({ fieldClass: 'prose' });
export const strict = declare({ fieldClass: 'strict' });
/** An identifier: opaque in its form, and strict in any other. */
export const identifier = declare({ fieldClass: 'opaque', isId: true });

/** What a schema declares, or what it was made from declared. */
export const declaredClass = (schema: z.ZodType): Declared | undefined => classes.get(schema);
