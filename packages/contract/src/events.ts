/** Event kinds and the object each is about (interface.md part 6). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { documentStatus, timestamp } from './resources.ts';

const aboutDocument = z.object({
  documentId: idSchema('document'),
  document: z.object({ id: idSchema('document'), title: z.string(), status: documentStatus }),
});
const aboutSigner = aboutDocument.extend({
  signer: z.object({ id: idSchema('signer'), email: z.string(), name: z.string() }),
});

/** Who gets a mail about it, beside the sender where that is due. */
const toldByMail = z.array(idSchema('signer'));

export const EVENTS = {
  'document.created': aboutDocument,
  'document.sent': aboutDocument.extend({
    expiration: timestamp,
    signers: z.array(z.object({ email: z.string(), name: z.string() })),
    recipients: toldByMail,
  }),
  'document.viewed': aboutSigner,
  'document.signed': aboutSigner.extend({ signed_at: timestamp }),
  'document.completed': aboutDocument.extend({
    completed_at: timestamp,
    signers: z.array(z.object({ email: z.string(), signed_at: timestamp })),
    recipients: toldByMail,
  }),
  'document.expired': aboutDocument,
  'document.voided': aboutDocument.extend({ reason: z.string(), recipients: toldByMail }),
  'recipient.started': aboutSigner,
  'recipient.completed': aboutSigner,
} as const;

export type EventKind = keyof typeof EVENTS;
export type EventData<K extends EventKind> = z.infer<(typeof EVENTS)[K]>;
export type AnyEvent = { [K in EventKind]: { kind: K; data: EventData<K> } }[EventKind];
