import { LANGUAGES } from '@countersign/contract/languages';
import type { ProcessingActivity } from './queries.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

/** The requirements of GDPR article 30, in the wording of the page. */
export const ASKED = [
  { key: 'purpose', label: m.words.purpose, isRequired: true },
  { key: 'legal_basis', label: m.words.legalBasis, isRequired: true },
  { key: 'people', label: m.words.peopleDataAbout, isRequired: true },
  { key: 'data', label: m.words.categoriesOfData, isRequired: true },
  { key: 'recipients', label: labels.recipients, isRequired: false },
  { key: 'transfers', label: m.words.transfersOutsideEu, isRequired: false },
  { key: 'retention', label: m.words.keptFor, isRequired: true },
  { key: 'measures', label: m.words.technicalAndOrganizationalMeasures, isRequired: false },
] as const satisfies readonly { key: keyof ProcessingActivity; label: string; isRequired: boolean }[];

export const languageName = (language: string): string =>
  Object.entries(LANGUAGES).find(([tag]) => tag === language)?.[1] ?? language;

export const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
