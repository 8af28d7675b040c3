/**
 * The URL that receives the events of one document, given when the document is sent. This is a separate file because
 * webhooks.ts needs all events.
 */
import { z } from 'zod';
import { prose } from './field-class.ts';

export const WEBHOOK_URL_LENGTH = 2000;

/** The webhook URL that operations accept when they send a document. */
export const callbackUrl = prose(z.string())
  .trim()
  .min(1, 'must not be empty')
  .max(WEBHOOK_URL_LENGTH)
  .optional()
  .meta({
    description:
      "URL that receives the events of this document in payload shape A, in addition to the organization's webhooks. Signatures, retries and dead letters work in the same way as for webhooks. Deliveries are signed with the secret from POST /api/webhooks/callback-secret.",
  });
