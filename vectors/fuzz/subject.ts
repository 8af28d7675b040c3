import type { Random } from './random.ts';

export interface Outcome {
  /** Whether the input is accepted as valid, for example because no signed bytes were mutated. */
  readonly isValid: boolean;
  /** The violated rule in words. */
  readonly finding?: string;
}

/** A fuzzed parser. `check` throws only if it finds a defect. */
export interface Subject {
  /** Returns a mutated sample, and the sample that it was created from. */
  readonly make: (random: Random) => { readonly bytes: Buffer; readonly origin: number };
  readonly check: (bytes: Buffer, origin: number) => Outcome | Promise<Outcome>;
}

export const KINDS = ['pdf', 'cms', 'rewrite'] as const;
export type Kind = (typeof KINDS)[number];
