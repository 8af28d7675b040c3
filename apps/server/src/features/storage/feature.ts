import type { Feature } from '../../platform/feature.ts';

export const storage = { name: 'storage' } satisfies Feature<object>;
