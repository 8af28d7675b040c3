import type { Feature } from '../../platform/feature.ts';

export const health = { name: 'health' } satisfies Feature<object>;
