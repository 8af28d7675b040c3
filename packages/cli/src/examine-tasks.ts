import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { Inspection, Place, SignatureOptions, UnsignedRevision } from '@countersign/pdf-sign';

import type { VisibleSignature } from './visible-signature.ts';

/** The tasks that the worker performs. They contain only public data and never a key. */
export type Task =
  | { readonly kind: 'verify'; readonly bytes: Uint8Array; readonly input: VerifyInput }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array }
  | { readonly kind: 'attached'; readonly bytes: Uint8Array; readonly names: readonly string[] }
  | { readonly kind: 'prepare'; readonly bytes: Uint8Array; readonly options: PrepareOptions };

export interface PrepareOptions extends Omit<SignatureOptions, 'field' | 'appearance' | 'values'> {
  /** The name of an unsigned signature field or of a field to add. If undefined, a new field gets an unused name. */
  readonly field: string | undefined;
  /** The position of a new field. If undefined, the field is invisible. */
  readonly place: Place | undefined;
  readonly mark: VisibleSignature;
}

/** The bytes to append to the file, in this order. */
export interface Prepared {
  readonly field: string;
  readonly isVisible: boolean;
  /** The revision that adds the field; empty if the field already exists. */
  readonly added: Uint8Array;
  readonly unsigned: UnsignedRevision;
}

export interface TaskResults {
  readonly verify: VerifyReport;
  readonly inspect: Inspection;
  /** The contents of attached text files, by name. The value is undefined if there is no attachment with that name. */
  readonly attached: Readonly<Record<string, string | undefined>>;
  readonly prepare: Prepared;
}

/** `refused` means that the file was inspected and cannot be accepted. */
export type Answer =
  | { readonly outcome: 'done'; readonly value: TaskResults[keyof TaskResults] }
  | { readonly outcome: 'refused'; readonly message: string };
