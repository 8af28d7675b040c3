import type { Feature } from '../../platform/feature.ts';
import { operations, type Services } from './operations.ts';

export const consentTexts = {
  name: 'consent-texts',
  operations,
} satisfies Feature<Services>;
