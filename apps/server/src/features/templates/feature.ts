import type { Feature } from '../../platform/feature.ts';

export const templates = { name: 'templates' } satisfies Feature<object>;
