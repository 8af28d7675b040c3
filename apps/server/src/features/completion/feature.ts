import type { Feature } from '../../platform/feature.ts';
import { continuations, reactions } from './reactions.ts';

export const completion = { name: 'completion', reactions, continuations } satisfies Feature<object>;
