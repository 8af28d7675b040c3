import { LANGUAGES } from '@countersign/contract/languages';
import type { ProcessingActivity } from './queries.ts';

/** The requirements of article 30 GDPR, in the texts of the page. */
export const ASKED = [
  { key: 'purpose', label: 'Purpose', isRequired: true },
  { key: 'legal_basis', label: 'Legal basis', isRequired: true },
  { key: 'people', label: 'People the data is about', isRequired: true },
  { key: 'data', label: 'Categories of data', isRequired: true },
  { key: 'recipients', label: 'Recipients', isRequired: false },
  { key: 'transfers', label: 'Transfers outside the EU', isRequired: false },
  { key: 'retention', label: 'Kept for', isRequired: true },
  { key: 'measures', label: 'Technical and organizational measures', isRequired: false },
] as const satisfies readonly { key: keyof ProcessingActivity; label: string; isRequired: boolean }[];

export const languageName = (language: string): string =>
  Object.entries(LANGUAGES).find(([tag]) => tag === language)?.[1] ?? language;

export const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
