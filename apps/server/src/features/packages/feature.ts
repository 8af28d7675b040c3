import type { Feature } from '../../platform/feature.ts';

export const packages = { name: 'packages' } satisfies Feature<object>;
