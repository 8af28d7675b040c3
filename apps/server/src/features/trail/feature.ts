import type { Feature } from '../../platform/feature.ts';

export const trail = { name: 'trail' } satisfies Feature<object>;
