import type { Feature } from '../../platform/feature.ts';

export const accounts = { name: 'accounts' } satisfies Feature<object>;
