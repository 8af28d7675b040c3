/**
 * `npm run docs`: writes the documentation that is generated from code. It is committed, and a test fails if it is out
 * of date (apps/server/test/docs/openapi.test.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentArrows, mermaid, signerArrows } from '../apps/server/src/features/document-core/states.ts';
import { packageArrows } from '../apps/server/src/features/packages/domain.ts';
import { openApiDocument } from '../apps/server/src/transport/openapi/document.ts';
import { schemaText } from '../apps/server/src/transport/graphql/schema.ts';
import { clientOperations } from './client-operations.ts';
import { exportPage } from './export-page.ts';
import { eventsPage } from './events-page.ts';
import { firewallPage } from './firewall-page.ts';
import { graphqlPage } from './graphql-page.ts';
import { headersPage } from './headers-page.ts';
import { interfaceChangesPage } from './interface-changes-page.ts';
import { looseCommitsPage } from './loose-commits-page.ts';
import { reactionsPage } from './reactions-page.ts';
import { settingsPage } from './settings-page.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Path from the root of the project -> text. The same contract always gives the same bytes. */
export function generatedDocs(): Map<string, string> {
  return new Map([
    ['docs/api/openapi.json', `${inLines(openApiDocument())}\n`],
    ['docs/api/schema.graphql', schemaText()],
    ['docs/api/graphql.md', graphqlPage()],
    ['packages/client/src/operations.ts', clientOperations()],
    ['docs/understand/states.md', states()],
    ['docs/api/events.md', eventsPage()],
    ['docs/api/headers.md', headersPage()],
    ['docs/api/export.md', exportPage()],
    ['docs/api/interface-changes.md', interfaceChangesPage()],
    ['docs/api/firewall.md', firewallPage()],
    ['docs/understand/loose-commits.md', looseCommitsPage()],
    ['docs/understand/reactions.md', reactionsPage()],
    ['docs/operate/settings.md', settingsPage()],
  ]);
}

/** The state machines, as defined by the decisions in domain.ts. */
function states(): string {
  return `# States

Made by \`npm run docs\` from [document-core/domain.ts](../../apps/server/src/features/document-core/domain.ts): every action is tried in every
state, and what is allowed is an arrow. What each step leaves on disk: [signing-flow.md](signing-flow.md).

## Document

${mermaid(documentArrows())}

\`completed\` has a second stage: a job seals the file, and a watcher reports whatever is not sealed five minutes later. Archiving and
the trash hide a document and remember its state; they change nothing of what is drawn here.

## Recipient, while the document is out

${mermaid(signerArrows())}

Forwarding and correcting the address raise the generation of the recipient's link: the old one is dead with the commit.

Removing a recipient who has not signed ends their part. Until the first signature the sender can also change all recipients and fields,
and each recipient then starts again in the state of a new sending ([ADR 102](../adr/0102-change-recipients-by-a-new-first-revision.md)).

## Package

Read off [packages/domain.ts](../../apps/server/src/features/packages/domain.ts), for a package of two documents of which one is
completed ([ADR 30](../adr/0030-derive-package-state-from-documents.md)).

${mermaid(packageArrows())}

One document that is declined or voided changes nothing while another is out; completed documents stay so in every state.
`;
}

/** JSON with one line for everything that fits on one. */
export function inLines(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1)
    .replaceAll(/(?<=\[)\n\s*|\n\s*(?=\])/g, '')
    .replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 160) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item) => inner + inLines(item, inner))
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${inLines(member, inner)}`);
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

// When run, not when imported: the launcher makes the program the first argument, whichever Node started it.
if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of generatedDocs()) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${name}: ${text.length.toLocaleString('en')} characters`);
  }
  await import('../packages/sdk/build/generate.ts');
  await import('./python-package.ts');
}
