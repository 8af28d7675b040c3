import type { Feature } from '../../platform/feature.ts';

export const completion = { name: 'completion' } satisfies Feature<object>;
