import type { Feature } from '../../platform/feature.ts';

export const organizations = { name: 'organizations' } satisfies Feature<object>;
