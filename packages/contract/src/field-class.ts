/**
 * How the request firewall treats a string of a request (docs/adr/0057). Declared where the string is defined, and
 * inherited by derived schemas. A test fails for an input without a declaration.
 */
import { z } from 'zod';

/**
 * `opaque`: secrets, files, hashes, patterns and signatures, whose characters have their meaning in their own format;
 * never inspected. `prose`: text that people write, inspected in its context. `strict`: text that programs define, such
 * as a language, a number or an address.
 */
export type FieldClass = 'opaque' | 'prose' | 'strict';

type Declared = { fieldClass: FieldClass; /** Opaque only if it has the format of its contract. */ isId?: true };

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
/** An identifier: opaque in its format, and strict otherwise. */
export const identifier = declare({ fieldClass: 'opaque', isId: true });

/** The class that a schema declares or inherits. */
export const declaredClass = (schema: z.ZodType): Declared | undefined => classes.get(schema);
