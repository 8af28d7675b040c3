/** An in-person signing session (ADR 31). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export const inPersonStatus = z
  .enum(['open', 'verified', 'locked', 'signed', 'ended', 'expired'])
  .meta({ description: 'open: begun by the host; verified: the signer got past the code, or none was asked for' });

/** A session as its host sees it. `id` is another one than the `sessionId` that opens it: that one is never shown again. */
export const inPersonSession = z.object({
  id: idSchema('inPersonSession'),
  document: z.object({ id: idSchema('document'), title: z.string() }),
  signer: z.object({ id: idSchema('signer'), email: z.string(), name: z.string() }),
  host: z.object({ kind: z.enum(['user', 'api-key', 'service']), name: z.string() }),
  status: inPersonStatus,
  access_code_required: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp,
  verified_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
});
export type InPersonSession = z.infer<typeof inPersonSession>;
