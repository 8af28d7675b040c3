/** The format of each JSON file of an export. It is published in the zip as JSON Schema, and in docs/api/export.md. */
import { z } from 'zod';
import { type ExportEntry, jsonFile } from './section.ts';

const time = z.iso.datetime({ offset: true });
const text = z.string().nullable();
const maybe = time.nullable();
const id = z.string();
const file = { filename: z.string(), sha256: z.string(), size_bytes: z.int() };

const apiKey = z.strictObject({
  id,
  name: z.string(),
  display: z.string().describe('first and last characters; the value is secret and not exported'),
  scopes: z.array(z.string()),
  created_by: id,
  created_at: time,
  expires_at: maybe,
  last_used_at: maybe,
  revoked_at: maybe,
});
const recipient = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.string(),
  order: z.int(),
  locale: text,
  invited_at: maybe,
  viewed_at: maybe,
  started_at: maybe,
  signed_at: maybe,
  declined_at: maybe,
  decline_reason: text,
});
const field = z.strictObject({
  id,
  recipient_id: id,
  type: z.string(),
  label: text,
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  required: z.boolean(),
  value: text,
});
const document = z
  .strictObject({
    id,
    title: z.string(),
    description: text,
    ...file,
    status: z.string(),
    page_count: z.int(),
    owner: z.strictObject({ id, name: z.string(), email: z.string() }).nullable(),
    signing_order: z.string(),
    email_subject: text,
    email_message: text,
    created_at: time,
    updated_at: time,
    sent_at: maybe,
    expiration: maybe,
    completed_at: maybe,
    sealed_at: maybe,
    archived_at: maybe,
    deleted_at: maybe,
    void_reason: text,
    package_id: text,
    template_id: text,
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    recipients: z.array(recipient).describe('contains only you in an export of your own data'),
    other_recipients: z.int().describe('number of recipients that this export does not include'),
    fields: z.array(field).describe('fields, with the values that these recipients entered'),
  })
  .describe(
    'size_bytes and sha256 refer to the uploaded file; document.pdf begins with it, followed by the signatures',
  );
const act = z
  .strictObject({
    id,
    at: time,
    action: z.string(),
    summary: z.string(),
    target: z.strictObject({ kind: z.string(), id: z.string() }),
    data: z.record(z.string(), z.unknown()),
    personal: z
      .record(z.string(), z.string())
      .nullable()
      .describe('the network address and browser that were recorded with the action'),
    consent: z
      .strictObject({ version: z.string(), language: z.string(), text: z.string() })
      .optional()
      .describe('the consent texts that you agreed to'),
    stream: z.string(),
    number: z.int(),
    hash: z.string(),
    bytes: z.string().describe('the bytes that were hashed, in base64'),
  })
  .describe('one line of a .jsonl file: one of your actions');
const auditEntry = z
  .looseObject({ tenant: z.string(), stream: z.string(), n: z.int(), prev: z.string(), at: time, id, type: z.string() })
  .describe('one line of audit.jsonl or audit/*.jsonl: the bytes that were hashed');
const exported = z.strictObject({
  id,
  scope: z.enum(['own', 'organization']),
  environment: z.literal('live'),
  started_at: time,
  finished_at: time,
  documents: z.int(),
  erased_during_export: z.array(z.strictObject({ id, erased_at: time })),
});
const missing = z
  .strictObject({ path: z.string(), reason: z.enum(['damaged', 'erased']) })
  .describe('replaces a file that could not be exported');

const SHARED = {
  document: { paths: 'documents/*/document.json', schema: document },
  missing: { paths: '**/*.missing.json', schema: missing },
  export: { paths: 'export.json', schema: exported },
};
const ORGANIZATION = {
  organization: {
    paths: 'organization.json',
    schema: z.strictObject({
      id,
      name: z.string(),
      plan: z.string(),
      settings: z.record(z.string(), z.unknown()),
      created_at: time,
    }),
  },
  members: {
    paths: 'members.json',
    schema: z.strictObject({
      members: z.array(
        z.strictObject({ user_id: id, name: z.string(), email: z.string(), role: z.string(), joined_at: time }),
      ),
      invitations: z.array(
        z.strictObject({
          id,
          email: z.string(),
          name: text,
          role: z.string(),
          invited_by: id,
          created_at: time,
          expires_at: time,
          accepted_at: maybe,
          revoked_at: maybe,
        }),
      ),
    }),
  },
  'api-keys': { paths: 'api-keys.json', schema: z.strictObject({ api_keys: z.array(apiKey) }) },
  webhooks: {
    paths: 'webhooks.json',
    schema: z.strictObject({
      webhooks: z.array(
        z.strictObject({
          id,
          url: z.string(),
          description: text,
          events: z.array(z.string()),
          payload_shape: z.string(),
          active: z.boolean(),
          created_at: time,
          deleted_at: maybe,
        }),
      ),
    }),
  },
  template: {
    paths: 'templates/*/template.json',
    schema: z.strictObject({
      id,
      name: z.string(),
      description: text,
      shared: z.boolean(),
      owner: id,
      version: z.int(),
      ...file,
      content: z
        .record(z.string(), z.unknown())
        .describe('roles, fields, signing order, and the subject and message of the e-mail'),
      created_at: time,
      updated_at: time,
      deleted_at: maybe,
    }),
  },
  package: {
    paths: 'packages/*.json',
    schema: z.strictObject({
      id,
      title: z.string(),
      status: z.string(),
      owner: id,
      cancel_reason: text,
      created_at: time,
      sent_at: maybe,
      ended_at: maybe,
      documents: z.array(z.string()),
    }),
  },
  incident: {
    paths: 'incidents/*.json',
    schema: z.strictObject({
      id,
      title: z.string(),
      description: z.string(),
      severity: z.string(),
      status: z.string(),
      affected_data: text,
      affected_people: z.int().nullable(),
      reported_by: z.string(),
      reported_at: time,
      aware_at: time,
      authority_notified_at: maybe,
      people_notified_at: maybe,
      closed_at: maybe,
      timeline: z.array(z.strictObject({ at: time, by: z.string(), changes: z.array(z.string()), note: text })),
    }),
  },
  erased: {
    paths: 'documents/*/erased.json',
    schema: z
      .strictObject({ id, erased_at: time })
      .describe('a document that was erased; its audit trail, which contains no personal data, is in the same folder'),
  },
  'audit-entry': { paths: 'documents/*/audit.jsonl, audit/*.jsonl', schema: auditEntry },
  'log-entry': {
    paths: 'audit-log/entries.jsonl',
    schema: z
      .union([auditEntry, z.strictObject({ leaf: z.string() })])
      .describe('one line of the audit log: the bytes of an entry, or its hash after its retention period'),
  },
  'log-personal': {
    paths: 'audit-log/personal/*.jsonl',
    schema: z
      .union([
        z.strictObject({ id, salt: z.string(), fields: z.record(z.string(), z.string()) }),
        z.strictObject({ id, erasedBy: id }),
        z.strictObject({ id, unreadable: z.literal(true) }),
      ])
      .describe('one line of the personal fields of the audit log, or the entry that recorded their erasure'),
  },
  'log-erasure': {
    paths: 'audit-log/erasures.jsonl',
    schema: z
      .strictObject({ kind: z.enum(['document', 'account']), id })
      .describe('one line of the erasure ledger, which is stored outside the database'),
  },
};
const OWN = {
  account: {
    paths: 'account.json',
    schema: z.strictObject({
      id,
      name: z.string(),
      email: z.string(),
      email_verified_at: maybe,
      locale: text,
      time_zone: text,
      signature: z.record(z.string(), z.unknown()).nullable().describe('the signature that you saved'),
      created_at: time,
      last_login_at: maybe,
      two_factor_since: maybe,
      sessions: z.array(
        z.strictObject({
          id,
          method: z.string(),
          created_at: time,
          last_seen_at: time,
          expires_at: time,
          address: z.string(),
          user_agent: z.string(),
        }),
      ),
      passkeys: z.array(z.strictObject({ id, name: z.string(), created_at: time, last_used_at: maybe })),
      devices: z.array(z.strictObject({ first_seen_at: time, last_seen_at: time })),
      memberships: z.array(z.strictObject({ organization: z.string(), role: z.string(), joined_at: time })),
      api_keys: z.array(apiKey).describe('API keys that you created'),
    }),
  },
  mails: {
    paths: 'mails.json',
    schema: z.strictObject({
      mails: z
        .array(
          z.strictObject({
            id,
            kind: z.string(),
            subject: z.string(),
            from: z.string(),
            to: z.string(),
            created_at: time,
          }),
        )
        .describe('e-mails in the built-in mailbox; it does not contain e-mails that were sent through a mail server'),
    }),
  },
  act: { paths: 'documents/*/my-actions.jsonl, audit/*/*.jsonl', schema: act },
};

type Described = Readonly<Record<string, { paths: string; schema: z.ZodType }>>;
/** Describes each kind of JSON file in an export of this scope, with its file names and its format. */
export const EXPORT_SCHEMAS: Readonly<Record<'own' | 'organization', Described>> = {
  own: { ...OWN, ...SHARED },
  organization: { ...ORGANIZATION, ...SHARED },
};

export const jsonSchemaOf = (schema: z.ZodType): object => z.toJSONSchema(schema);

export function schemaFiles(scope: 'own' | 'organization'): ExportEntry[] {
  return Object.entries(EXPORT_SCHEMAS[scope]).map(([name, { schema }]) =>
    jsonFile(`schema/${name}.schema.json`, jsonSchemaOf(schema)),
  );
}
