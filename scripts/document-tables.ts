/**
 * Finds SQL that uses tables of document-core outside that feature (ADR 111). Writes are refused. Reads are refused
 * except for the statements listed below, which join these tables to others in one round trip.
 */
import ts from 'typescript';

const CORE = /^apps\/server\/src\/features\/document-core\//;
/** The only file that writes to the `signers` table, so that each of its columns has one owner. */
const RECIPIENTS = 'apps/server/src/features/document-core/store/recipients.ts';

const TABLES = 'documents|signers|revisions|fields';
const MENTION = new RegExp(String.raw`\b(?:from|join|update|into)\s+(${TABLES})\b`, 'gi');
const WRITE = new RegExp(String.raw`\b(?:update|insert\s+into|delete\s+from)\s+(${TABLES})\b`, 'gi');
/** Matches SQL, but not a sentence about documents. */
const SQL =
  /\b(?:select|set|values)\b[^]*\b(?:where|join|tenant_id|:tenantId)\b|\bwhere\b[^]*\$1|\bjoin\s+\w+\s+\w\s+on\b/i;

export type TableUse = { file: string; line: number; reads: string[]; writes: string[] };

const namesIn = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, table = '']) => table.toLowerCase())),
];

/** The literal parts of a string or template. The expressions inside a template are separate literals. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

export function tableUses(file: string, source: string): TableUse[] {
  if (namesIn(MENTION, source).length === 0) return [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const uses: TableUse[] = [];
  const visit = (node: ts.Node): void => {
    const text = literalText(node);
    const tables = text === undefined || !SQL.test(text) ? [] : namesIn(MENTION, text);
    if (text !== undefined && tables.length > 0) {
      const writes = namesIn(WRITE, text);
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
      uses.push({ file, line: line + 1, reads: tables.filter((table) => !writes.includes(table)), writes });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return uses;
}

/** For each file outside document-core: how many of its statements may read the tables of document-core, and why. */
type Allowed = Readonly<Record<string, { statements: number; reason: string }>>;

export const TABLE_READERS: Allowed = {
  'apps/server/src/features/attachments/store.ts': {
    statements: 1,
    reason: 'orders its own rows by the position of their fields',
  },
  'apps/server/src/features/audit-log/store.ts': {
    statements: 1,
    reason: 'looks up the names of people, keys, signers and documents in one statement',
  },
  'apps/server/src/features/authority/revocation-statements.ts': {
    statements: 1,
    reason: 'lists its certificates in the order of the recipients',
  },
  'apps/server/src/features/authority/store.ts': {
    statements: 1,
    reason: 'chooses its seals by the time at which a document was sent',
  },
  'apps/server/src/features/completion-certificate/store.ts': {
    statements: 1,
    reason: 'orders attachments by the position of their fields',
  },
  'apps/server/src/features/consent-texts/store.ts': {
    statements: 1,
    reason: 'chooses its texts by the time at which a document was sent',
  },
  'apps/server/src/features/data-export/data-store.ts': {
    statements: 6,
    reason: 'lets the database build the JSON of an export',
  },
  'apps/server/src/features/documents/known-filters.ts': {
    statements: 1,
    reason: 'looks for a template in three tables at once',
  },
  'apps/server/src/features/in-person/store.ts': {
    statements: 1,
    reason: 'reads its sessions with the document and the recipient',
  },
  'apps/server/src/features/legal-holds/store.ts': {
    statements: 2,
    reason: 'records in one statement which documents a hold covers, and names them',
  },
  'apps/server/src/features/live-updates/store.ts': {
    statements: 1,
    reason: 'reads the owners of the documents that events refer to',
  },
  'apps/server/src/features/notifications/store.ts': {
    statements: 3,
    reason: 'reads all that a mail names in one round trip',
  },
  'apps/server/src/features/organizations/people-store.ts': {
    statements: 1,
    reason: 'asks six tables at once whether a member owns anything',
  },
  'apps/server/src/features/organizations/store.ts': {
    statements: 1,
    reason: 'reads an organization with the number of its documents in progress',
  },
  'apps/server/src/features/packages/store.ts': { statements: 3, reason: 'filters packages by their documents' },
  'apps/server/src/features/recipient-access/store.ts': {
    statements: 1,
    reason: 'reads all that a signature needs in one statement',
  },
  'apps/server/src/features/retention/due-store.ts': {
    statements: 4,
    reason: 'finds due documents in bulk by retention rules and holds',
  },
  'apps/server/src/features/signing/seal-document.ts': {
    statements: 2,
    reason: 'reads certificates and documentBranding of a document',
  },
  'apps/server/src/features/signing/store.ts': {
    statements: 1,
    reason: 'names the owners of an organization except for the sender of a document',
  },
  'apps/server/src/features/statistics/store.ts': {
    statements: 3,
    reason: 'compares documents in bulk with the figures that were counted',
  },
  'apps/server/src/features/storage/store.ts': { statements: 1, reason: 'finds every row that names a file' },
  'apps/server/src/features/templates/bulk-store.ts': {
    statements: 1,
    reason: 'filters bulk sends by their documents',
  },
  'apps/server/src/features/document-trail/store.ts': {
    statements: 1,
    reason: 'reads everything about a document in one snapshot, to compare it with the trail',
  },
  'apps/server/src/platform/audit/recorder-statements.ts': {
    statements: 2,
    reason: 'copies what the caller keeps with a document into its events',
  },
};

/** Returns one sentence for each forbidden use of a table. */
export function tableFaults(uses: readonly TableUse[], allowed: Allowed): string[] {
  const faults: string[] = [];
  const outside = new Map<string, TableUse[]>();
  for (const use of uses) {
    const at = `${use.file}:${use.line}`;
    if (CORE.test(use.file)) {
      if (use.writes.includes('signers') && use.file !== RECIPIENTS)
        faults.push(`${at} writes signers. Only ${RECIPIENTS} writes this table.`);
      continue;
    }
    if (use.writes.length > 0)
      faults.push(`${at} writes ${use.writes.join(', ')}. Only document-core writes this table.`);
    else outside.set(use.file, [...(outside.get(use.file) ?? []), use]);
  }
  for (const [file, found] of outside) {
    const most = allowed[file]?.statements ?? 0;
    if (found.length > most)
      for (const { line, reads } of found)
        faults.push(`${file}:${line} reads ${reads.join(', ')}. Add a reader to document-core.`);
  }
  for (const [file, { statements }] of Object.entries(allowed)) {
    const left = outside.get(file)?.length ?? 0;
    if (left < statements) faults.push(`${file} has ${left} such statements. Lower its number from ${statements}.`);
  }
  return faults;
}
