/** An in-person signing session (ADR 31). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export const inPersonStatus = z.enum(['open', 'verified', 'locked', 'signed', 'ended', 'expired']).meta({
  description: '`open`: started by the host. `verified`: the signer entered the code, or no code is required.',
});

/** The method that the host used to verify the signer's identity. */
export const identityCheckMethod = z.enum(['none', 'known', 'document']).meta({
  description:
    '`none`: the host did not check. `known`: the host knows the signer personally. `document`: the host checked an identity document.',
});
export const identityDocumentKind = z.enum([
  'passport',
  'identity-card',
  'driving-license',
  'residence-permit',
  'other',
]);
export type IdentityDocumentKind = z.infer<typeof identityDocumentKind>;
export type IdentityCheck = {
  method: z.infer<typeof identityCheckMethod>;
  kind?: IdentityDocumentKind | undefined;
};

/**
 * A session as shown to its host. `id` is not the same as `sessionId`, which opens the session and is shown only once.
 */
export const inPersonSession = z.object({
  id: idSchema('inPersonSession'),
  document: z.object({ id: idSchema('document'), title: z.string() }),
  signer: z.object({ id: idSchema('signer'), email: z.string(), name: z.string() }),
  host: z.object({ kind: z.enum(['user', 'api-key', 'service']), name: z.string() }),
  status: inPersonStatus,
  access_code_required: z.boolean(),
  identity_check: z
    .object({ method: identityCheckMethod, kind: identityDocumentKind.nullable() })
    .nullable()
    .meta({ description: 'How the host checked the identity of the signer. Null if not stated.' }),
  created_at: timestamp,
  expires_at: timestamp,
  verified_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
});
export type InPersonSession = z.infer<typeof inPersonSession>;
