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

const SHARED = `A \`.json\` file is one JSON value; each line of a \`.jsonl\` file is one. The files in \`schema/\` describe them
(JSON Schema, draft 2020-12). Times are ISO 8601. The test environment (sandbox) is no part of an export.

A file that was damaged in storage, or erased while the export was being made, is replaced by one of the same name that ends in
\`.missing.json\` and says why.`;

const CHECK = `## How to check it

Signatures are inside the PDFs: any PDF reader that shows signatures can check them, and so can \`countersign verify FILE\`.

An audit trail is a chain. Each line of \`audit.jsonl\` (without its line feed) is one entry, and the SHA-256 of a zero byte and
those bytes is what the next line names as \`prev\`. Entry 0 names 64 zeros; where a chain begins with a later one, those before it are gone because
the retention of the audit trail has ended. This prints "whole" for a chain that nobody changed:

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
    print('whole, ends with', prev)
    END

The files \`audit/organization-00001.jsonl\` and so on are one chain: name all of them, in order. Compare the hash at the end with
the one that the certificate of completion prints, or with one that you noted elsewhere: a chain that was rewritten as a whole
verifies in itself.`;

export function organizationReadme(at: Date): string {
  return `# Export of an organization

All data of the organization in Countersign. The export started on ${at.toISOString()}.

- \`documents/ID/\`: \`document.json\`; \`document.pdf\`, the current file with all signatures; \`certificate.pdf\`, the certificate
  of completion; \`attachments/\`; \`audit.jsonl\`, the audit trail. For a deleted document: \`erased.json\` and the audit trail.
- \`templates/\`, \`packages/\`, \`incidents/\`, \`members.json\`, \`organization.json\`, \`api-keys.json\`, \`webhooks.json\`
- \`audit/\`: the audit trail of the organization itself
- \`audit-log/\`: all audit entries in one log, with its checkpoints, their time-stamps and the keys.
  \`countersign audit verify audit-log\` checks it offline
- \`export.json\`: details of this export, and the documents that were deleted while it ran

Keys, passwords and signing secrets are not in it.

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
- \`mails.json\`: mails to you that Countersign keeps
- \`export.json\`: what this export is

Of other people it holds only what is printed in these documents. Their names, addresses and answers are left out, and so are the
certificate of completion and the audit trail as a whole, which tell of every recipient.

${SHARED}

${table('own')}
`;
}
