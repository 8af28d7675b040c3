/** Compares the values that signers and sender entered, as stored in the rows, with the values in the signed file. */
import type { VerifyReport } from '../../platform/pdf/index.ts';
import { type Evidence, type Finding, finding, ofType, quoted } from './evidence.ts';
import type { KeptField } from './store.ts';

type Held = NonNullable<VerifyReport['fields']>[number];

export function compareFields({ entries, fields }: Evidence, report: VerifyReport): Finding[] {
  if (!report.fields) return [];
  const held = new Map(report.fields.map((field) => [field.name, field]));
  const signed = new Set(ofType(entries, 'document.signed').map(({ actor }) => actor.id));
  return fields.flatMap((field) => {
    // These fields show a signature, which is compared separately.
    if (field.kind === 'signature' || field.kind === 'initials') return [];
    const about = { recipient: field.signer_id, subject: field.label ?? field.pdf_name };
    const name = quoted(about.subject);
    const own = held.get(field.pdf_name);
    if (!own)
      return [
        finding('field-missing', `The document has a field ${name}, but the file has no field with that name.`, about),
      ];
    const found: Finding[] = [];
    if (own.label !== field.label && (own.label ?? '') !== (field.label ?? ''))
      found.push(
        finding(
          'field-label',
          `The label of a field is stored as ${name}, but in the file it is ${quoted(own.label ?? 'nothing')}.`,
          { ...about, stored: field.label, recorded: own.label },
        ),
      );
    const kept = field.fixed ?? (signed.has(field.signer_id) ? (field.value ?? '') : undefined);
    if (kept !== undefined && !isSame(field, kept, own))
      found.push(
        finding(
          'field-value',
          `The value of field ${name} is stored as ${quoted(kept)}, but the signed file contains ${quoted(own.value ?? '')}.`,
          { ...about, stored: kept, recorded: own.value },
        ),
      );
    return found;
  });
}

function isSame({ kind }: KeptField, kept: string, { value }: Held): boolean {
  const inFile = value ?? '';
  if (kind === 'checkbox') return (kept === 'true') === (inFile !== '' && inFile !== 'Off');
  if (kind === 'radio') return kept === (inFile === 'Off' ? '' : inFile);
  // A name that does not fit its field is shortened in the file. The full name is compared with the entry.
  if (kind === 'attachment' && inFile.endsWith('…')) return kept.startsWith(inFile.slice(0, -1));
  return lines(kept) === lines(inFile);
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
