import type { Feature } from '../../platform/feature.ts';

export const apiKeys = { name: 'api-keys' } satisfies Feature<object>;
