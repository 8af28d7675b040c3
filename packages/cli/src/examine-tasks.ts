import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { Inspection, Place, SignatureOptions, UnsignedRevision } from '@countersign/pdf-sign';

import type { Mark } from './mark.ts';

/** The tasks of the worker. Public data only: it gets no key. */
export type Task =
  | { readonly kind: 'verify'; readonly bytes: Uint8Array; readonly input: VerifyInput }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array }
  | { readonly kind: 'attached'; readonly bytes: Uint8Array; readonly names: readonly string[] }
  | { readonly kind: 'prepare'; readonly bytes: Uint8Array; readonly options: PrepareOptions };

export interface PrepareOptions extends Omit<SignatureOptions, 'field' | 'appearance' | 'values'> {
  /** An unsigned signature field, or the name of a new one. Without it, a new field gets an unused name. */
  readonly field: string | undefined;
  /** The position of a new field. Without it, the field is invisible. */
  readonly place: Place | undefined;
  /** The contents of the field, if it is visible. */
  readonly mark: Mark;
}

/** The bytes to append to the file, in this order. */
export interface Prepared {
  readonly field: string;
  /** Whether the signature is visible on a page. */
  readonly isVisible: boolean;
  /** The revision that adds the field; empty if it exists. */
  readonly added: Uint8Array;
  readonly unsigned: UnsignedRevision;
}

export interface TaskResults {
  readonly verify: VerifyReport;
  readonly inspect: Inspection;
  /** The attached texts by their names; undefined if there is none of this name. */
  readonly attached: Readonly<Record<string, string | undefined>>;
  readonly prepare: Prepared;
}

/** `refused`: the file was inspected and is not acceptable. */
export type Answer =
  | { readonly outcome: 'done'; readonly value: TaskResults[keyof TaskResults] }
  | { readonly outcome: 'refused'; readonly message: string };
