import type { Feature } from '../../platform/feature.ts';

export const attachments = { name: 'attachments' } satisfies Feature<object>;
