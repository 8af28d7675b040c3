import type { Feature } from '../../platform/feature.ts';

export const secondFactor = { name: 'second-factor' } satisfies Feature<object>;
