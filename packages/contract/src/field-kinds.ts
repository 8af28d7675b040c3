/**
 * The kinds of fields, one per line. The contract, the server and the pages all use this table to request, validate and
 * place inputs. This file has no imports, so pages can use it.
 */

type Described = {
  /** The type of a signer's input. It determines how the value is validated and which control the page shows. */
  readonly takes: 'mark' | 'date' | 'text' | 'email' | 'number' | 'tick' | 'choice' | 'file';
  /**
   * The size in points, which is large enough for typical content. It is used if the field is positioned by text in the
   * document.
   */
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
/**
 * The kinds that a tag in the document can define. Kinds with options are excluded, because tags cannot contain
 * options.
 */
export type TagKind = Exclude<FieldKind, Taking<'choice'>>;
export type TextKind = Taking<'text'>;

export const FIELD_KINDS = Object.keys(KINDS) as readonly FieldKind[];
export const kindsTaking = <What extends Described['takes']>(what: What): readonly Taking<What>[] =>
  FIELD_KINDS.filter((kind): kind is Taking<What> => KINDS[kind].takes === what);
export const isTagKind = (kind: FieldKind): kind is TagKind => KINDS[kind].takes !== 'choice';
/** Returns the type of input and the default size for a field of this kind. */
export const fieldKindOf = (kind: FieldKind): Described => KINDS[kind];
