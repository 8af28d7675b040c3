import type { Feature } from '../../platform/feature.ts';

export const webhooks = { name: 'webhooks' } satisfies Feature<object>;
