/** README.md of an export: its content, and how to check it without this service. */
import { EXPORT_SCHEMAS } from './schemas.ts';

const table = (scope: 'own' | 'organization'): string =>
  [
    '| files | schema |',
    '|---|---|',
    ...Object.entries(EXPORT_SCHEMAS[scope]).map(
      ([name, { paths }]) =>
        `| ${paths
          .split(', ')
          .map((one) => `\`${one}\``)
          .join(', ')} | \`schema/${name}.schema.json\` |`,
    ),
  ].join('\n');

const SHARED = `A \`.json\` file contains one JSON value. A \`.jsonl\` file contains one JSON value per line. The files in \`schema/\`
describe them (JSON Schema, draft 2020-12). Times are in ISO 8601. Exports do not include the sandbox.

If a file was damaged in storage or deleted during the export, a file with the same name and the ending \`.missing.json\`
gives the reason.`;

const CHECK = `## How to check it

The signatures are inside the PDFs. To verify them, use a PDF reader that shows signatures, or \`countersign verify FILE\`.

An audit trail is a hash chain. Each line of \`audit.jsonl\` is one entry. Its hash is the SHA-256 of a zero byte and the bytes
of the line without its line feed. The \`prev\` of each entry is the hash of the entry before it. The \`prev\` of entry 0 is 64 zeros.
A chain can begin with a later entry if the retention period of the earlier ones has ended. This script prints "complete" for a chain
that was not changed:

    python3 - documents/ID/audit.jsonl <<'END'
    import hashlib, json, sys
    prev = None
    for path in sys.argv[1:]:
        for n, line in enumerate(open(path, 'rb').read().splitlines()):
            entry = json.loads(line)
            if prev is None:
                prev = entry['prev'] if entry['n'] else '0' * 64
                print('begins with entry', entry['n'])
            assert entry['prev'] == prev, f'{path}: line {n + 1} does not follow'
            prev = hashlib.sha256(b'\\0' + line).hexdigest()
    print('complete, ends with', prev)
    END

The files \`audit/organization-00001.jsonl\` and so on form one chain. Pass all of them in order. Then compare the last hash with
the one in the certificate of completion, or with one that you recorded elsewhere. This comparison is necessary, because a chain
that was rewritten from beginning to end is also consistent.`;

export function organizationReadme(at: Date): string {
  return `# Export of an organization

All data of the organization in Countersign. The export started on ${at.toISOString()}.

- \`documents/ID/\`: \`document.json\`; \`document.pdf\`, the current file with all signatures; \`certificate.pdf\`, the certificate
  of completion; \`attachments/\`; \`audit.jsonl\`, the audit trail. For a deleted document: \`erased.json\` and the audit trail.
- \`templates/\`, \`packages/\`, \`incidents/\`, \`members.json\`, \`organization.json\`, \`api-keys.json\`, \`webhooks.json\`
- \`audit/\`: the audit trail of the organization itself
- \`audit-log/\`: all audit entries in one log, with its checkpoints, their time-stamps, the keys, the personal data of the
  entries and the erasures. \`countersign audit verify audit-log\` checks it offline
- \`export.json\`: details of this export, and the documents that were deleted while it ran

The export does not contain keys, passwords or signing secrets.

${SHARED}

${table('organization')}

${CHECK}
`;
}

export function personReadme(at: Date): string {
  return `# Export of your data

All data about you in Countersign. The export started on ${at.toISOString()}.

- \`account.json\`: your account, your memberships, sessions, devices, passkeys and API keys (by name)
- \`documents/ID/\`: documents that you sent or signed: \`document.json\`; \`document.pdf\` (documents from others only after
  completion); \`attachments/\`, files that you attached; \`my-actions.jsonl\`, your actions as a recipient and your consent texts
- \`audit/\`: your actions in each organization from its audit log
- \`mails.json\`: e-mails to you that Countersign stores
- \`export.json\`: details of this export

Data about other people is included only if it is printed in these documents. The export does not contain their names, addresses
or answers. It also does not contain the certificate of completion and the complete audit trail, which contain data of all recipients.

${SHARED}

${table('own')}
`;
}
