/**
 * The kinds of field, one line each. Contract, server and pages derive from it which input to request, validate and
 * place. Imports nothing, so that pages can use it.
 */

type Described = {
  /** The type of a signer's input, which selects the validation of the value and the control on the page. */
  readonly takes: 'mark' | 'date' | 'text' | 'email' | 'number' | 'tick' | 'choice' | 'file';
  /** Points, large enough for usual contents: the size where the document's own text determines the position. */
  readonly size: { readonly width: number; readonly height: number };
};

const KINDS = {
  signature: { takes: 'mark', size: { width: 160, height: 44 } },
  initials: { takes: 'mark', size: { width: 60, height: 30 } },
  date: { takes: 'date', size: { width: 80, height: 18 } },
  name: { takes: 'text', size: { width: 160, height: 18 } },
  email: { takes: 'email', size: { width: 180, height: 18 } },
  company: { takes: 'text', size: { width: 160, height: 18 } },
  'job-title': { takes: 'text', size: { width: 140, height: 18 } },
  text: { takes: 'text', size: { width: 160, height: 18 } },
  number: { takes: 'number', size: { width: 90, height: 18 } },
  checkbox: { takes: 'tick', size: { width: 14, height: 14 } },
  radio: { takes: 'choice', size: { width: 14, height: 14 } },
  dropdown: { takes: 'choice', size: { width: 140, height: 18 } },
  attachment: { takes: 'file', size: { width: 180, height: 18 } },
} as const satisfies Record<string, Described>;

export type FieldKind = keyof typeof KINDS;
type Taking<What extends Described['takes']> = {
  [Kind in FieldKind]: (typeof KINDS)[Kind]['takes'] extends What ? Kind : never;
}[FieldKind];
/** Kinds that can be written in a document as a tag; options cannot. */
export type TagKind = Exclude<FieldKind, Taking<'choice'>>;
export type TextKind = Taking<'text'>;

export const FIELD_KINDS = Object.keys(KINDS) as readonly FieldKind[];
export const kindsTaking = <What extends Described['takes']>(what: What): readonly Taking<What>[] =>
  FIELD_KINDS.filter((kind): kind is Taking<What> => KINDS[kind].takes === what);
export const isTagKind = (kind: FieldKind): kind is TagKind => KINDS[kind].takes !== 'choice';
/** The contents of the field, and its default size. */
export const fieldKindOf = (kind: FieldKind): Described => KINDS[kind];
