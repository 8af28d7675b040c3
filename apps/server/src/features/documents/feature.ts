import type { Feature } from '../../platform/feature.ts';

export const documents = { name: 'documents' } satisfies Feature<object>;
