import type { Feature } from '../../platform/feature.ts';

export const progress = { name: 'progress' } satisfies Feature<object>;
