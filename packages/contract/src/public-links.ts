/** Public links to templates, as returned by the API (ADR 155). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { roleName, roleSigner } from './templates.ts';
import { timestamp } from './values.ts';

/** The statuses are listed in the order in which they are checked. */
export const publicLinkStatus = z.enum(['expired', 'paused', 'unusable', 'limit-reached', 'active']);
export type PublicLinkStatus = z.infer<typeof publicLinkStatus>;
export const publicLinkProblem = z.enum([
  'owner-inactive',
  'template-unavailable',
  'template-changed',
  'plan-exhausted',
]);
export type PublicLinkProblem = z.infer<typeof publicLinkProblem>;

/** Access codes are not allowed, because everyone who opens the link would have the same code. */
const fixedSigner = roleSigner.omit({ accessCode: true });
const signers = z.array(fixedSigner).max(LIMITS.signers - 1);
const dailyLimit = z.int().min(1).max(LIMITS.publicLinkDocumentsMax);
const expiresAt = timestamp
  .nullable()
  .optional()
  .meta({ description: 'When the link stops accepting visitors. Null if it never stops.' });

export const publicLinkInput = z.strictObject({
  role: roleName.meta({
    description: 'The role that the visitor takes. It must be the first in the signing order that signs or approves.',
  }),
  signers: signers.default([]).meta({
    description: 'The person for each other role. Only `cc` and `viewer` roles can be omitted.',
  }),
  dailyLimit: dailyLimit
    .default(LIMITS.publicLinkDocumentsDefault)
    .meta({ description: 'Maximum number of documents within 24 hours.' }),
  expiresAt,
});
export type PublicLinkInput = z.infer<typeof publicLinkInput>;

export const publicLinkChange = z
  .strictObject({
    paused: z
      .boolean()
      .optional()
      .meta({ description: 'True if the link is paused. It then accepts no visitors until it is resumed.' }),
    signers: signers.optional(),
    dailyLimit: dailyLimit.optional(),
    expiresAt,
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must contain at least one change');
export type PublicLinkChange = z.infer<typeof publicLinkChange>;

export const publicLink = z.object({
  id: idSchema('publicLink'),
  template_id: idSchema('template'),
  url: z.string().meta({ description: 'The address to publish.' }),
  qr_code: z.string().meta({ description: 'The QR code of `url`, as a `data:` URL of an SVG image.' }),
  status: publicLinkStatus.meta({
    description:
      '`active`, or the reason why the link accepts no visitors: `expired`, `paused`, `unusable` (see `problem`) or `limit-reached`.',
  }),
  problem: publicLinkProblem.nullable().meta({
    description:
      'Why the link is `unusable`. `owner-inactive`: its owner is no longer an active member. `template-unavailable`: the template was deleted or is no longer shared with its owner. `template-changed`: the role, the recipients or the fields no longer match the template.',
  }),
  role: z.string(),
  signers: z.array(fixedSigner),
  paused: z.boolean(),
  daily_limit: z.int(),
  expires_at: timestamp.nullable(),
  documents: z.int().meta({ description: 'Documents created through the link.' }),
  documents_of_day: z
    .int()
    .meta({ description: 'Documents created through the link that count toward `daily_limit`.' }),
  owner: z
    .object({ id: idSchema('user'), name: z.string(), email: z.string() })
    .meta({ description: 'The member in whose name documents are sent.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type PublicLink = z.infer<typeof publicLink>;
