import type { Feature } from '../../platform/feature.ts';

export const verification = { name: 'verification' } satisfies Feature<object>;
