import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const addressBook = { name: 'address-book', operations } satisfies Feature<Services>;
