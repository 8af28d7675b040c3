import { benign } from './attacks/benign.ts';
import { certificates } from './attacks/certificates.ts';
import { certified } from './attacks/certified.ts';
import { containers } from './attacks/containers.ts';
import { isa } from './attacks/isa.ts';
import { ranges } from './attacks/ranges.ts';
import { shadow } from './attacks/shadow.ts';
import { structure } from './attacks/structure.ts';
import { usf } from './attacks/usf.ts';
import { CLASSES } from './kit/vector.ts';
import type { Vector } from './kit/vector.ts';

const all = [
  ...usf,
  ...isa,
  ...ranges,
  ...shadow,
  ...certified,
  ...containers,
  ...certificates,
  ...structure,
  ...benign,
];

/** All vectors, by class. */
export const vectors: readonly Vector[] = CLASSES.flatMap((name) => all.filter((vector) => vector.class === name));
