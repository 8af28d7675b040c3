import type { Feature } from '../../platform/feature.ts';

export const liveUpdates = { name: 'live-updates' } satisfies Feature<object>;
