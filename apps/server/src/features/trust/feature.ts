import type { Feature } from '../../platform/feature.ts';

export const trust = { name: 'trust' } satisfies Feature<object>;
