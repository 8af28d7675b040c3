/**
 * Writes docs/api/export.md, which describes the contents of exports. It is generated from the same tables as the
 * exports.
 */
import { organizationReadme, personReadme } from '../apps/server/src/features/data-export/readme.ts';
import { EXPORT_SCHEMAS, jsonSchemaOf } from '../apps/server/src/features/data-export/schemas.ts';

/** The date of the example exports. Their README.md files are shown on the page. */
const AT = new Date('2026-11-23T00:00:00Z');

export function exportPage(): string {
  const readme = (text: string) => text.trim().replaceAll(/^#/gm, '##');
  const named = new Map(
    Object.values(EXPORT_SCHEMAS).flatMap((described) =>
      Object.entries(described).map(([name, { schema }]) => [name, schema] as const),
    ),
  );
  const schemas = [...named].map(
    ([name, schema]) => `### ${name}.schema.json\n\n\`\`\`json\n${JSON.stringify(jsonSchemaOf(schema))}\n\`\`\``,
  );
  return `# Data export

This page describes how people and organizations can export their data. \`npm run docs\` generates it from [features/data-export](../../apps/server/src/features/data-export).

| Request | Result |
|---|---|
| \`POST /api/legal/export-data\` with \`scope\` | Starts an export and returns 202 with \`exportId\` and \`status\`. The scope \`own\` exports your own data. The scope \`organization\` exports the organization's data and requires the \`owner\` role. If an export is already running, the request returns that export. |
| \`GET /api/legal/exports/ID\` | Returns the progress of the export. |
| \`GET /api/legal/exports/ID/download\` | Returns the ZIP file, which is available for seven days. Range requests are supported. |
| \`DELETE /api/legal/exports/ID\` | Stops the export if it is running, or deletes it. |

The server sends an e-mail when the export is ready. All requests need the session of the person who requested the export. To request or download an export, this person must also have entered a password or second factor recently (otherwise, the response is \`STEP_UP_REQUIRED\`). [ADR 64](../adr/0064-write-exports-in-parts.md) explains how the server writes exports.

The sections below show the \`README.md\` of an export in each scope, and the schemas that every export contains in \`schema/\`.

${readme(organizationReadme(AT))}

${readme(personReadme(AT))}

## Schemas

${schemas.join('\n\n')}
`;
}
