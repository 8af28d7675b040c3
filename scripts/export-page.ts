/** docs/api/export.md: the contents of exports, from the same tables that describe the exports. */
import { organizationReadme, personReadme } from '../apps/server/src/features/data-export/readme.ts';
import { EXPORT_SCHEMAS, jsonSchemaOf } from '../apps/server/src/features/data-export/schemas.ts';

/** From the examples of README.md below. */
const AT = new Date('2026-11-23T00:00:00Z');

/** The page as `npm run docs` writes it. */
export function exportPage(): string {
  const readme = (text: string) => `${text.trim().replaceAll(/^#/gm, '##').replaceAll('begun on', 'as if begun on')}`;
  const named = new Map(
    Object.values(EXPORT_SCHEMAS).flatMap((described) =>
      Object.entries(described).map(([name, { schema }]) => [name, schema] as const),
    ),
  );
  const schemas = [...named].map(
    ([name, schema]) => `### ${name}.schema.json\n\n\`\`\`json\n${JSON.stringify(jsonSchemaOf(schema))}\n\`\`\``,
  );
  return `# Data export

Made by \`npm run docs\` from [features/data-export](../../apps/server/src/features/data-export).

\`POST /api/legal/export-data {scope}\` asks for an export: \`own\` (what there is about the person who asks) or \`organization\` (for
owners). It answers 202 with \`exportId\` and \`status\`; while one runs, the same one is answered again. \`GET /api/legal/exports/ID\` says
how far it is, \`GET /api/legal/exports/ID/download\` is the zip, with ranges, for seven days; \`DELETE\` stops or erases it. A mail says
when it is ready. All of these take the session of the person who asked; asking and downloading also take a recent proof
(\`STEP_UP_REQUIRED\`). How it is made: [ADR 64](../adr/0064-write-exports-in-parts.md).

The README.md of each kind of export follows, then the schemas, which every export carries in \`schema/\`.

${readme(organizationReadme(AT))}

${readme(personReadme(AT))}

## Schemas

${schemas.join('\n\n')}
`;
}
