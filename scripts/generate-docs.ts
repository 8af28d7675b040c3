/**
 * `npm run docs` writes the documentation that is generated from code. The output is committed, and a test fails if it
 * is out of date (apps/server/test/docs/openapi.test.ts).
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

/**
 * Returns the text of each generated file by its path from the root of the project. The same contract always produces
 * the same bytes.
 */
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

/** Returns the state machines as defined by the decisions in domain.ts. */
function states(): string {
  return `# States

This page shows the states of documents, recipients and packages, and the actions that change them. \`npm run docs\` generates it from [document-core/domain.ts](../../apps/server/src/features/document-core/domain.ts): it tries every action in every state, and each permitted action becomes an arrow. [Signing flow](signing-flow.md) lists the data that each step stores.

## Document

${mermaid(documentArrows())}

After a document is \`completed\`, a job seals the file. The server reports documents that are not sealed within five minutes. The diagram does not show the archive and the trash, because archiving a document or moving it to the trash does not change its state.

## Recipient of a document in progress

${mermaid(signerArrows())}

When a recipient forwards a document or the sender corrects an address, the recipient's old link stops working immediately.

The sender can remove a recipient who has not signed. Until the first signature, the sender can also change all recipients and fields. Every recipient then returns to the initial state ([ADR 102](../adr/0102-change-recipients-by-a-new-first-revision.md)).

## Package

This diagram is generated from [packages/domain.ts](../../apps/server/src/features/packages/domain.ts) for a package of two documents, one of which is completed ([ADR 30](../adr/0030-derive-package-state-from-documents.md)).

${mermaid(packageArrows())}

A declined or voided document does not change the package's state while another document is in progress. Completed documents stay completed in every state of the package.
`;
}

/** Formats JSON, using one line for every value that fits on one line. */
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

// Runs only if the file is started as a program, not if it is imported. The launcher passes the program as the first
// argument under every Node version.
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
