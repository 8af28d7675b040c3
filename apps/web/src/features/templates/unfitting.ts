/** Describes the fields that do not fit on the pages of a new file, based on the server's errors. */
import type { TemplateField } from '@countersign/contract';
import type { ReceivedFault } from '@countersign/client';
import { KINDS } from '../send/kinds.ts';
import { m } from './texts.ts';

export type Unfitting = { field: string; why: string };

/** Returns null for any other error, which needs no confirmation. */
export function unfittingOf(faults: readonly ReceivedFault[], fields: readonly TemplateField[]): Unfitting[] | null {
  if (faults.length === 0 || faults.some(({ code }) => code !== 'unfitting_field')) return null;
  return faults.map((fault) => {
    const [, index = '', part = ''] = /^fields\[(\d+)\]\.?(.*)$/.exec(fault.field) ?? [];
    const field = fields[Number(index)];
    return field === undefined
      ? { field: fault.field, why: fault.message }
      : { field: nameOf(field), why: reasonOf(part, field) ?? fault.message };
  });
}

const nameOf = ({ kind, label, role }: TemplateField): string => m.unfitting.of(KINDS[kind].label, label, role);

function reasonOf(part: string, field: TemplateField): string | null {
  if (part.startsWith('anchor')) return m.unfitting.anchorTextNotInNew;
  if (part.startsWith('condition')) return m.unfitting.dependsOnRemovedField;
  if (/(^|\.)page$/.test(part))
    return field.kind === 'radio' ? m.unfitting.oneOfPagesMissing : m.unfitting.pageMissing(field.page ?? 0);
  if (/(^|\.)[xy]$/.test(part)) return m.unfitting.doesNotFitOnPage;
  return null;
}
