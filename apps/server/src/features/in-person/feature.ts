import type { Feature } from '../../platform/feature.ts';

export const inPerson = { name: 'in-person' } satisfies Feature<object>;
