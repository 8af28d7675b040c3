import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const savedViews = { name: 'saved-views', operations } satisfies Feature<Services>;
