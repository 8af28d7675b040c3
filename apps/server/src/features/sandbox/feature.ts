import type { Feature } from '../../platform/feature.ts';

export const sandbox = { name: 'sandbox' } satisfies Feature<object>;
