import type { Feature } from '../../platform/feature.ts';

export const signing = { name: 'signing' } satisfies Feature<object>;
