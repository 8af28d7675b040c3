import type { Feature } from '../../platform/feature.ts';

export const notifications = { name: 'notifications' } satisfies Feature<object>;
