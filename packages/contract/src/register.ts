/** The register of processing (GDPR article 30), sub-processors, and the texts that signers agree to. */
import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { timestamp } from './resources.ts';

const who = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

/** What article 30 (1) asks for, in the order in which it does. */
const content = {
  name: z.string(),
  purpose: z.string(),
  legal_basis: z.string(),
  people: z.string().meta({ description: 'categories of the people whom the data is about' }),
  data: z.string().meta({ description: 'categories of data' }),
  recipients: z.string(),
  transfers: z.string().meta({ description: 'to countries outside the EU, and what protects the data there' }),
  retention: z.string(),
  measures: z.string().meta({ description: 'technical and organizational measures' }),
};
export const activityState = z.enum(['active', 'retired']);

/** One version of an entry. */
export const processingActivity = z.object({
  id: z.string().meta({ description: 'id, or the name of an activity of the service itself' }),
  origin: z.enum(['service', 'organization']).meta({
    description:
      'service: what Countersign does for the organization, said from how it is set up now; organization: an entry of your own',
  }),
  version: z.int().nullable().meta({ description: 'from 1; null for what is said from the present set-up' }),
  state: activityState,
  ...content,
  changed_at: timestamp.nullable(),
  changed_by: who.nullable(),
});
export type ProcessingActivity = z.infer<typeof processingActivity>;

const subProcessor = {
  name: z.string(),
  service: z.string().meta({ description: 'what it does' }),
  data: z.string().meta({ description: 'which data it gets' }),
  location: z.string().meta({ description: 'where, and what protects the data outside the EU' }),
};
/** A published list; a change is another version, and no version is ever changed. */
export const subProcessorList = z.object({
  version: z.int(),
  published_at: timestamp,
  effective_at: timestamp,
  sub_processors: z.array(z.object(subProcessor)),
});
export type SubProcessorList = z.infer<typeof subProcessorList>;

/** Whom the installation sends data to by its settings, whether or not a list names them. */
export const outsideService = z.object({
  kind: z.enum(['mail', 'timestamps', 'keys', 'payments', 'log', 'database', 'storage']),
  host: z.string(),
  service: z.string(),
  data: z.string(),
  listed: z.boolean().meta({ description: 'an entry of the list in force names the host' }),
});
export type OutsideService = z.infer<typeof outsideService>;

export const consentLanguage = z.enum(Object.keys(LANGUAGES) as [keyof typeof LANGUAGES]);
/** A version of what signers agree to, never changed. The hash stands in the audit entry of each signature. */
export const consentText = z.object({
  sha256: z.string().meta({ description: 'of version, line feed and text: as the audit entry of a signature has it' }),
  version: z.string(),
  language: consentLanguage,
  origin: z.enum(['service', 'organization']),
  text: z.string(),
  valid_from: timestamp.meta({ description: 'documents that are sent from then on show it' }),
  valid_until: timestamp.nullable().meta({ description: 'documents that are sent from then on show another one' }),
  in_force: z.boolean(),
  added_by: who.nullable(),
});
export type ConsentText = z.infer<typeof consentText>;

export const REGISTER_LIMITS = { text: 2000, consent: 5000, subProcessors: 100 } as const;
