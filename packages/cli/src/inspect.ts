import type { Inspection } from '@countersign/pdf-sign';

import { ExitCode } from './command-error.ts';
import type { InspectCommand } from './command-line.ts';
import { examine } from './examine.ts';
import { readFile } from './files.ts';
import { factsOf, inspectJson } from './json.ts';
import type { FileFacts } from './json.ts';
import { countText, harmless, numberText, painter, table, toJson } from './terminal.ts';
import type { Terminal } from './terminal.ts';

type Row = [name: string, ...values: string[]];

/** Runs `countersign inspect`. Throws CommandError. */
export async function inspect(command: InspectCommand, terminal: Terminal): Promise<ExitCode> {
  const bytes = readFile(command.file);
  const inspection = await examine({ kind: 'inspect', bytes });
  const facts = factsOf(command.file, bytes);
  terminal.out(
    command.json ? toJson(inspectJson(facts, inspection)) : inspectText(facts, inspection, terminal.colours),
  );
  return ExitCode.valid;
}

const CERTIFICATION = {
  1: 'certified; no change is permitted',
  2: 'certified; filling in and signing are permitted',
  3: 'certified; filling in, signing and comments are permitted',
} as const;

function inspectText(facts: FileFacts, inspection: Inspection, colours: boolean): string {
  const { encrypted, pageCount, signatures, certification, unsignedFields, activeContent, embeddedFiles } = inspection;
  const file: Row[] = [
    ['File', `${harmless(facts.file)}, ${numberText(facts.bytes)} bytes, PDF ${harmless(inspection.version)}`],
    ['SHA-256', facts.sha256],
  ];
  if (encrypted) {
    const how: Row = ['Encryption', encryptionText(inspection.encryption)];
    return `${summary('encrypted; its content cannot be read', colours)}${table([...file, how])}`;
  }
  const signed = `${countText(signatures, 'signature')}${certification === null ? '' : `, ${CERTIFICATION[certification]}`}`;
  const rest: Row[] = [
    ['Pages', ...pageSizes(inspection)],
    ['Signatures', signed],
    ['Ready to sign', ...listed(unsignedFields)],
    ['Form fields', inspection.hasForm ? countText(inspection.fieldNames.length, 'field') : 'none'],
    ['Active content', ...listed(activeContent.map(({ kind, where }) => `${kind} in ${where}`))],
    ['Embedded files', embeddedFiles === 0 ? 'none' : countText(embeddedFiles, 'file')],
  ];
  if (inspection.dynamicXfa) rest.push(['XFA', 'dynamic: a program in the file generates the pages']);
  const title = `${countText(pageCount, 'page')}, ${countText(signatures, 'signature')}`;
  return `${summary(title, colours)}${table([...file, ...rest])}`;
}

const PASSWORDS = {
  user: 'a password is required to open it',
  owner: 'anyone can open it; a password protects its permissions',
  unknown: 'not based on a password, or damaged',
} as const;

function encryptionText(encryption: Inspection['encryption']): string {
  if (encryption === null) return 'unknown';
  return `${encryption.method === 'other' ? 'unusual' : encryption.method}; ${PASSWORDS[encryption.password]}`;
}

function summary(text: string, colours: boolean): string {
  return `${painter(colours)('bold', `PDF document: ${text}.`)}\n\n`;
}

/** Prints one line per page size, in the order in which the sizes first appear. */
function pageSizes({ pages }: Inspection): string[] {
  const sizes = new Map<string, number>();
  for (const { width, height } of pages) {
    const millimetres = [width, height].map((points) => Math.round((points / 72) * 25.4)).join(' × ');
    sizes.set(millimetres, (sizes.get(millimetres) ?? 0) + 1);
  }
  if (sizes.size === 0) return ['none'];
  return [...sizes].map(([size, count]) => `${numberText(count)} of ${size} mm`);
}

const MAX_LINES = 20;

function listed(items: readonly string[]): string[] {
  if (items.length === 0) return ['none'];
  const more = items.length - MAX_LINES;
  return [...items.slice(0, MAX_LINES).map(harmless), ...(more > 0 ? [`and ${numberText(more)} more`] : [])];
}
