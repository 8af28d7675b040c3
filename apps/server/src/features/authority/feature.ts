import type { Feature } from '../../platform/feature.ts';

export const authority = { name: 'authority' } satisfies Feature<object>;
