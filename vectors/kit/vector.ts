import type { Base } from './document.ts';

/** Known classes of attack on signed PDF files, and `benign` updates, which must not be reported as attacks. */
export const CLASSES = [
  'USF',
  'ISA',
  'SWA',
  'shadow',
  'EAA',
  'SSA',
  'byte range',
  'contents',
  'CMS',
  'time-stamp',
  'weak digest',
  'certificate',
  'field lock',
  'structure',
  'benign',
] as const;
export type VectorClass = (typeof CLASSES)[number];

/**
 * The expected result. `valid` means the file with all its signatures. `invalid` (TOTAL-FAILED) and `indeterminate`
 * (INDETERMINATE, EN 319 102-1 §5.1.3) apply to the signature of a field, or with `file` to the whole file, which
 * cannot be read or verified. A verifier may report a file as valid only if the expected result is `valid`.
 */
export type Expected =
  | { readonly verdict: 'valid' }
  | {
      readonly verdict: 'invalid' | 'indeterminate';
      readonly signature: string;
      /** Text that must appear in the reported reasons, so that no vector is rejected for the wrong reason. */
      readonly because: RegExp;
    };

export type Told =
  | 'signature'
  | 'field-filled'
  | 'timestamp'
  | 'validation-data'
  | 'metadata'
  | 'annotation'
  | 'nothing-seen';

export interface Made {
  readonly file: Buffer;
  /** The time of verification. Defaults to one day after signing. */
  readonly now?: Date;
  /** The changes that the report must list although they are permitted. */
  readonly told?: readonly Told[];
  /**
   * Whether unsigned content was changed after the last signature, so that the report must not state that nothing was
   * changed.
   */
  readonly isChangedSince?: boolean;
}

export interface Vector {
  readonly name: string;
  readonly class: VectorClass;
  /** A description in one sentence. */
  readonly description: string;
  readonly expected: Expected;
  readonly make: (base: Base) => Made | Promise<Made>;
}

export const VALID: Expected = { verdict: 'valid' };
export const invalid = (signature: string, because: RegExp): Expected => ({ verdict: 'invalid', signature, because });
export const indeterminate = (signature: string, because: RegExp): Expected => ({
  verdict: 'indeterminate',
  signature,
  because,
});

export const vector = (
  kind: VectorClass,
  name: string,
  description: string,
  expected: Expected,
  make: Vector['make'],
): Vector => ({ name, class: kind, description, expected, make });
