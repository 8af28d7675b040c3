import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { Inspection, Place, SignatureOptions, UnsignedRevision } from '@countersign/pdf-sign';

import type { Mark } from './mark.ts';

/** What is asked of the worker. Public data only: no key goes in. */
export type Task =
  | { readonly kind: 'verify'; readonly bytes: Uint8Array; readonly input: VerifyInput }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array }
  | { readonly kind: 'prepare'; readonly bytes: Uint8Array; readonly options: PrepareOptions };

export interface PrepareOptions extends Omit<SignatureOptions, 'field' | 'appearance' | 'values'> {
  /** An unsigned signature field, or the name of a new one; without it, a new one gets a free name. */
  readonly field: string | undefined;
  /** Where a new field goes; without it, it shows nothing. */
  readonly place: Place | undefined;
  /** What the field shows, if it has room on a page. */
  readonly mark: Mark;
}

/** What is to be appended to the file, in this order. */
export interface Prepared {
  readonly field: string;
  /** Whether the signature can be seen on a page. */
  readonly isVisible: boolean;
  /** The revision that adds the field; empty when it is there. */
  readonly added: Uint8Array;
  readonly unsigned: UnsignedRevision;
}

export interface TaskResults {
  readonly verify: VerifyReport;
  readonly inspect: Inspection;
  readonly prepare: Prepared;
}

/** `refused`: the file was judged and is not acceptable. */
export type Answer =
  | { readonly outcome: 'done'; readonly value: TaskResults[keyof TaskResults] }
  | { readonly outcome: 'refused'; readonly message: string };
