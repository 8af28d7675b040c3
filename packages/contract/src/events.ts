/** Defines the kinds of events and the object of each kind (docs/api/events.md). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import type { OperationId } from './operations/index.ts';
import { packageStatus } from './packages.ts';
import { documentStatus, timestamp } from './resources.ts';
import { securityEvent } from './security-event.ts';

export const EVENT_KINDS = [
  'document.created',
  'document.scheduled',
  'document.unscheduled',
  'document.schedule_failed',
  'document.sent',
  'document.corrected',
  'document.viewed',
  'document.signed',
  'document.completed',
  'document.voided',
  'document.expired',
  'recipient.started',
  'recipient.completed',
  'recipient.declined',
  'package.sent',
  'package.completed',
  'package.expired',
  'package.cancelled',
  'field.completed',
  'user.created',
  'subscription.changed',
  'security.events',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
export const eventKind = z.enum(EVENT_KINDS);

/**
 * Data that is read from the database when an event is recorded, so that receivers need no second request. Code that
 * emits events does not provide it.
 */
const filled = {
  document: {
    metadata: z.record(z.string(), z.string()),
    external_id: z.string().nullable(),
    template_id: idSchema('template').nullable(),
    package_id: idSchema('package').nullable(),
  },
  package: { external_id: z.string().nullable() },
} as const;
type Filled = typeof filled;

const aboutDocument = z.object({
  documentId: idSchema('document'),
  document: z.object({ id: idSchema('document'), title: z.string(), status: documentStatus, ...filled.document }),
});
const recipientOf = z.object({ id: idSchema('signer'), email: z.string(), name: z.string() });
const aboutSigner = aboutDocument.extend({ signer: recipientOf });
const aboutPackage = z.object({
  packageId: idSchema('package'),
  package: z.object({
    id: idSchema('package'),
    title: z.string(),
    status: packageStatus,
    ...filled.package,
  }),
  documents: z.array(idSchema('document')),
});

/**
 * The people who get an e-mail about the event. `owner` is the sender. This member is internal and not part of
 * payloads.
 */
const notified = z.union([idSchema('signer'), z.literal('owner')]);
const notifiedByEmail = z.array(notified);
/**
 * Like `recipients`, but for a package. Each recipient is listed with one of their documents, which represents all of
 * them.
 */
const notifiedOfPackage = z.array(z.object({ documentId: idSchema('document'), to: notified }));

/**
 * Every kind must declare its data, or compilation fails. webhooks.ts defines which data receivers get, and in which
 * format.
 */
export const EVENTS = {
  'document.created': aboutDocument,
  'document.scheduled': aboutDocument.extend({ scheduled_for: timestamp }),
  'document.unscheduled': aboutDocument,
  'document.schedule_failed': aboutDocument.extend({
    scheduled_for: timestamp,
    error: z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }),
  }),
  'document.sent': aboutDocument.extend({
    expiration: timestamp,
    signers: z.array(z.object({ email: z.string(), name: z.string() })),
    recipients: notifiedByEmail,
    /** The recipients who only get a copy. */
    readers: notifiedByEmail.optional(),
    remindAt: timestamp.optional(),
  }),
  'document.corrected': aboutDocument.extend({
    /** All participants after the change. */
    signers: z.array(z.object({ email: z.string(), name: z.string() })),
    added: z.array(recipientOf),
    removed: z.array(recipientOf),
  }),
  'document.viewed': aboutSigner,
  'document.signed': aboutSigner.extend({ signed_at: timestamp }),
  'document.completed': aboutDocument.extend({
    completed_at: timestamp,
    signers: z.array(z.object({ email: z.string(), signed_at: timestamp })),
    recipients: notifiedByEmail,
    audit_proof: z
      .object({
        sequence: z
          .int()
          .meta({ description: "Number of the `document.completed` entry in the document's audit trail." }),
        index: z.int().meta({ description: "Number of the entry in the organization's audit log." }),
        size: z.int().meta({ description: 'Number of entries that the checkpoint covers.' }),
        hash: z.string().meta({
          description: 'SHA-256 hash of the entry in hexadecimal. It is the leaf hash of the entry in the tree.',
        }),
        proof: z.string().meta({
          description:
            'Proof file that includes the checkpoint (C2SP tlog-proof). It does not contain the bytes of the entry.',
        }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          'Proof that the audit log contains the completion. If you keep it, you can detect any later change to the log up to this entry. Null if the server could not sign a checkpoint in time. Absent in older events.',
      }),
  }),
  'document.voided': aboutDocument.extend({ reason: z.string(), recipients: notifiedByEmail }),
  'document.expired': aboutDocument.extend({ recipients: notifiedByEmail }),
  'recipient.started': aboutSigner,
  'recipient.completed': aboutSigner,
  'recipient.declined': aboutSigner.extend({ reason: z.string().nullable(), recipients: notifiedByEmail }),
  'package.sent': aboutPackage.extend({ recipients: notifiedOfPackage, readers: notifiedOfPackage }),
  'package.completed': aboutPackage.extend({ recipients: notifiedOfPackage }),
  'package.expired': aboutPackage.extend({ recipients: notifiedOfPackage }),
  'package.cancelled': aboutPackage.extend({ recipients: notifiedOfPackage }),
  'field.completed': aboutSigner.extend({
    field: z.object({
      id: idSchema('field'),
      kind: z.string(),
      label: z.string().nullable(),
      page: z.int(),
    }),
  }),
  'user.created': z.object({
    userId: idSchema('user'),
    user: z.object({ id: idSchema('user'), email: z.string(), name: z.string() }),
  }),
  'subscription.changed': z.object({
    organizationId: idSchema('organization'),
    subscription: z.object({ plan: z.string(), previous_plan: z.string(), effective_at: timestamp }),
  }),
  /** One event reports several security events, which reduces the number of deliveries. */
  'security.events': z.object({
    organizationId: idSchema('organization'),
    security: z.object({ events: z.array(securityEvent) }),
  }),
} as const satisfies Record<EventKind, z.ZodObject>;

/** An event as stored and sent. */
export type EventPayload<K extends EventKind> = z.infer<(typeof EVENTS)[K]>;
type Unfilled<D, Name extends keyof Filled> = D extends { [N in Name]: infer Subject }
  ? Omit<D, Name> & { [N in Name]: Omit<Subject, keyof Filled[Name]> }
  : D;
/** An event as it is recorded, before the server adds data. */
export type EventData<K extends EventKind> = Unfilled<Unfilled<EventPayload<K>, 'document'>, 'package'>;
export type AnyEvent = { [K in EventKind]: { kind: K; data: EventData<K> } }[EventKind];

/** The operations and server jobs that emit each event. An empty list means that nothing emits the event yet. */
export const EMITTED_BY = {
  'document.created': [
    'uploadDocument',
    'createDocument',
    'duplicateDocument',
    'useTemplate',
    'createPackage',
    'the job `bulk-send`',
  ],
  'document.scheduled': ['sendForSigning', 'createDocument', 'useTemplate'],
  'document.unscheduled': ['cancelScheduledSending', 'deleteDocument', 'bulkDocuments'],
  'document.schedule_failed': ['the job `send-scheduled`'],
  'document.sent': [
    'sendForSigning',
    'the job `send-scheduled`',
    'createDocument',
    'createPackage',
    'sendPackage',
    'useTemplate',
    'the job `bulk-send`',
    'startInPersonSession',
  ],
  'document.corrected': ['changeRecipients', 'removeRecipient'],
  'document.viewed': ['getSigningPdf', 'getSigningPage', 'getSigningPageText', 'markViewed'],
  'document.signed': ['signDocument', 'captureInPersonSignature'],
  'document.completed': ['the job `announce-completion` when the last recipient has signed'],
  'document.voided': ['voidDocument', 'cancelPackage', 'the job `close-organization`'],
  'document.expired': ['the job `expire-document`'],
  'recipient.started': ['markStarted', 'verifyInPersonSession'],
  'recipient.completed': ['signDocument', 'captureInPersonSignature'],
  'recipient.declined': ['declineDocument'],
  'package.sent': ['createPackage', 'sendPackage'],
  'package.completed': ['the job `announce-completion` when the last document is completed'],
  'package.expired': ['the job `expire-document`'],
  'package.cancelled': ['cancelPackage', 'voidDocument', 'declineDocument', 'the job `announce-completion`'],
  'field.completed': ['signDocument', 'captureInPersonSignature'],
  'user.created': ['setup', 'register', 'verifyEmail', 'the first sign-in through single sign-on'],
  'subscription.changed': [
    'createSubscription',
    'changeSubscription',
    'cancelSubscription',
    'the job `subscriptions` at the end of a billing or grace period',
  ],
  'security.events': ['the timer that forwards security events every five seconds'],
} as const satisfies Record<EventKind, readonly (OperationId | `the ${string}`)[]>;
