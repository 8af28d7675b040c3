/**
 * Defines how the request firewall treats a string in a request (docs/adr/0057). The class is declared where the string
 * is defined, and derived schemas inherit it. A test fails if an input has no declared class.
 */
import { z } from 'zod';

/**
 * `opaque` is for secrets, files, hashes, patterns and signatures. Their characters have a meaning only in their own
 * format, so they are never inspected. `prose` is for text that people write, which is inspected in its context.
 * `strict` is for text that programs define, such as a language, a number or an address.
 */
export type FieldClass = 'opaque' | 'prose' | 'strict';

type Declared = {
  fieldClass: FieldClass;
  /** Marks an identifier, which is opaque only if it has the required format. */ isId?: true;
};

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
/** An identifier. It is treated as opaque if it has the right format, and as strict otherwise. */
export const identifier = declare({ fieldClass: 'opaque', isId: true });

/** Returns the field class that a schema declares or inherits. */
export const declaredClass = (schema: z.ZodType): Declared | undefined => classes.get(schema);
