/** README.md of an export: its content, and how to check it without this service. */
import { EXPORT_SCHEMAS } from './schemas.ts';

const table = (scope: 'own' | 'organization'): string =>
  [
    '| Files in the export | Schema |',
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
describe them (JSON Schema, draft 2020-12). Times use the ISO 8601 format. Exports do not include the sandbox.

If a file was damaged in storage or was deleted during the export, the export contains a file with the same name and the
extension \`.missing.json\` instead, which gives the reason.`;

const CHECK = `## How to check an export

The signatures are inside the PDFs. To verify them, use a PDF reader that shows signatures, or \`countersign verify FILE\`.

An audit trail is a hash chain. Each line of \`audit.jsonl\` is one entry. The hash of an entry is the SHA-256 of a zero byte and the
bytes of the line without the line feed. The \`prev\` of each entry is the hash of the previous entry. The \`prev\` of entry 0 is 64 zeros.
A chain can begin with a later entry if the retention period of the earlier entries has ended. This script prints "complete" for a chain
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

The files \`audit/organization-00001.jsonl\`, \`audit/organization-00002.jsonl\` and so on form one chain. Pass all files in order. Then compare the
last hash with the hash in the certificate of completion, or with a hash that you recorded elsewhere. This comparison is
necessary, because a chain that was rewritten from beginning to end is also consistent.`;

export function organizationReadme(at: Date): string {
  return `# Export of an organization

This export contains all of the organization's data in Countersign. The export started on ${at.toISOString()}.

- \`documents/ID/\`: one folder for each document. It contains \`document.json\`, the current file with all signatures (\`document.pdf\`),
  the certificate of completion (\`certificate.pdf\`), \`attachments/\` and the audit trail (\`audit.jsonl\`). The folder of a
  deleted document contains only \`erased.json\` and the audit trail
- \`templates/\`, \`packages/\`, \`incidents/\`, \`members.json\`, \`organization.json\`, \`api-keys.json\`, \`webhooks.json\`: all other data of the organization
- \`audit/\`: the audit trail of the organization, without the entries about documents
- \`audit-log/\`: the audit log with all audit entries, checkpoints, time-stamps, keys, personal data and erasures.
  \`countersign audit verify audit-log\` checks the log offline
- \`export.json\`: details about this export, and the documents that were deleted while the export ran

The export does not contain keys, passwords or signing secrets.

${SHARED}

${table('organization')}

${CHECK}
`;
}

export function personReadme(at: Date): string {
  return `# Export of your data

This export contains all data about you in Countersign. The export started on ${at.toISOString()}.

- \`account.json\`: your account, your memberships, sessions, devices, passkeys, and your API keys without their secret values
- \`documents/ID/\`: one folder for each document that you sent or signed. It contains \`document.json\`, the file (\`document.pdf\`,
  but for another person's document only after completion), the files that you attached (\`attachments/\`), and your actions as a recipient
  with the consent texts that you agreed to (\`my-actions.jsonl\`)
- \`audit/\`: your actions in each organization, from the organization's audit log
- \`mails.json\`: the stored e-mails that Countersign sent to you
- \`export.json\`: details about this export

The export contains the names, addresses and answers of other people only where they are printed in these documents.
It does not contain the certificate of completion or the complete audit trail, because both contain data about all
recipients.

${SHARED}

${table('own')}
`;
}
