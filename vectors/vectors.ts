import { annotations } from './attacks/annotations.ts';
import { benign } from './attacks/benign.ts';
import { certificates } from './attacks/certificates.ts';
import { cms } from './attacks/cms.ts';
import { contents } from './attacks/contents.ts';
import { fields } from './attacks/fields.ts';
import { isa } from './attacks/isa.ts';
import { locks } from './attacks/locks.ts';
import { objectStreams } from './attacks/object-streams.ts';
import { ranges } from './attacks/ranges.ts';
import { shadow } from './attacks/shadow.ts';
import { signatures } from './attacks/signatures.ts';
import { stamps } from './attacks/stamps.ts';
import { structure } from './attacks/structure.ts';
import { usf } from './attacks/usf.ts';
import { weak } from './attacks/weak.ts';
import { CLASSES } from './kit/vector.ts';
import type { Vector } from './kit/vector.ts';

const all = [
  ...usf,
  ...isa,
  ...ranges,
  ...shadow,
  ...annotations,
  ...signatures,
  ...locks,
  ...fields,
  ...contents,
  ...cms,
  ...stamps,
  ...weak,
  ...certificates,
  ...objectStreams,
  ...structure,
  ...benign,
];

export const vectors: readonly Vector[] = CLASSES.flatMap((name) => all.filter((vector) => vector.class === name));
