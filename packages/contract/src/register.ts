/** The register of processing (GDPR article 30), sub-processors, and the texts that signers agree to. */
import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { timestamp } from './resources.ts';

const who = z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() });

/** The contents required by article 30 (1), in the same order. */
const content = {
  name: z.string(),
  purpose: z.string(),
  legal_basis: z.string(),
  people: z.string().meta({ description: 'Categories of people.' }),
  data: z.string().meta({ description: 'Categories of data.' }),
  recipients: z.string(),
  transfers: z.string().meta({ description: 'Transfers to countries outside the EU, and their safeguards.' }),
  retention: z.string(),
  measures: z.string().meta({ description: 'Technical and organizational measures.' }),
};
export const activityState = z.enum(['active', 'retired']);

/** One version of an entry in the register. */
export const processingActivity = z.object({
  id: z.string().meta({ description: 'ID of your own entry, or the name of an activity of the service.' }),
  origin: z.enum(['service', 'organization']).meta({
    description: '`service`: processing by Countersign under the current settings. `organization`: your own entry.',
  }),
  version: z
    .int()
    .nullable()
    .meta({ description: 'Version number, starting at 1. Null for entries that reflect the current settings.' }),
  state: activityState,
  ...content,
  changed_at: timestamp.nullable(),
  changed_by: who.nullable(),
});
export type ProcessingActivity = z.infer<typeof processingActivity>;

const subProcessor = {
  name: z.string(),
  service: z.string().meta({ description: 'The service that the sub-processor provides.' }),
  data: z.string().meta({ description: 'The data that the sub-processor receives.' }),
  location: z
    .string()
    .meta({ description: 'Location of the sub-processor, and the safeguards for data outside the EU.' }),
};
/** A published version of the list. Versions never change. A change to the list creates a new version. */
export const subProcessorList = z.object({
  version: z.int(),
  published_at: timestamp,
  effective_at: timestamp,
  sub_processors: z.array(z.object(subProcessor)),
});
export type SubProcessorList = z.infer<typeof subProcessorList>;

/**
 * Services that receive data because of the server's settings, whether or not the list of sub-processors contains them.
 */
export const outsideService = z.object({
  kind: z.enum(['mail', 'timestamps', 'keys', 'payments', 'log', 'database', 'storage']),
  host: z.string(),
  service: z.string(),
  data: z.string(),
  listed: z.boolean().meta({ description: 'True if the current list of sub-processors includes this host.' }),
});
export type OutsideService = z.infer<typeof outsideService>;

export const consentLanguage = z.enum(Object.keys(LANGUAGES) as [keyof typeof LANGUAGES]);
/**
 * A version of the text that signers agree to. The version never changes. The audit entry of each signature contains
 * its hash.
 */
export const consentText = z.object({
  sha256: z.string().meta({
    description:
      'SHA-256 hash of the version, a line feed and the text. The audit entry of a signature contains the same hash.',
  }),
  version: z.string(),
  language: consentLanguage,
  origin: z.enum(['service', 'organization']),
  text: z.string(),
  valid_from: timestamp.meta({ description: 'Documents sent from this time on show this text.' }),
  valid_until: timestamp.nullable().meta({ description: 'Documents sent from this time on show a different text.' }),
  in_force: z.boolean(),
  added_by: who.nullable(),
});
export type ConsentText = z.infer<typeof consentText>;

export const REGISTER_LIMITS = { text: 2000, consent: 5000, subProcessors: 100 } as const;
