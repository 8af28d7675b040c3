import type { Feature } from '../../platform/feature.ts';

export const retention = { name: 'retention' } satisfies Feature<object>;
