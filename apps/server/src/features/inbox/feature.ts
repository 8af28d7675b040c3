import type { Feature } from '../../platform/feature.ts';

export const inbox = { name: 'inbox' } satisfies Feature<object>;
