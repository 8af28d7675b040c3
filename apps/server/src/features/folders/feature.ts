import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const folders = { name: 'folders', operations } satisfies Feature<Services>;
