import type { PdfFile } from '../reader/file.ts';
import { inherited, readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { PdfRef, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfDict } from '../reader/objects.ts';
import { walkPages } from '../reader/pages.ts';

export interface Widget {
  readonly field: FormField;
  /** The reference to the widget, or null if the widget is a direct object. */
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
}

const MAX_HEIGHT = 50;

/** Reads the widgets on all pages. Readers also draw widgets that are missing from the form's /Fields. */
export function readWidgets(file: PdfFile): Widget[] {
  const fields = readFields(file);
  const known = new Map<number, FormField>();
  for (const field of fields) for (const { ref } of field.widgets) if (ref !== null) known.set(ref.number, field);
  const seen = new Set<number>();
  const widgets: Widget[] = [];
  for (const page of walkPages(file)) {
    for (const item of file.array(page.dict.get('Annots'))) {
      const dict = file.dict(item);
      if (dict === null || file.name(dict.get('Subtype')) !== 'Widget') continue;
      const ref = item instanceof PdfRef ? item : null;
      if (ref !== null && seen.has(ref.number)) continue;
      if (ref !== null) seen.add(ref.number);
      widgets.push({ field: (ref && known.get(ref.number)) ?? unlisted(file, ref, dict), ref, dict });
    }
  }
  return widgets;
}

/** Builds the field of a widget that is missing from /Fields, using the widget and its parents. */
function unlisted(file: PdfFile, ref: PdfRef | null, dict: PdfDict): FormField {
  return {
    name: nameOf(file, dict),
    ref,
    dict,
    type: file.name(inherited(file, dict, 'FT')),
    value: inherited(file, dict, 'V'),
    flags: file.number(inherited(file, dict, 'Ff')) ?? 0,
    widgets: [{ ref, dict }],
  };
}

function nameOf(file: PdfFile, widget: PdfDict): string {
  const parts: string[] = [];
  let node: PdfDict | null = widget;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height += 1) {
    const part = file.resolve(node.get('T'));
    if (part instanceof PdfString) parts.unshift(decodeText(part));
    node = file.dict(node.get('Parent'));
  }
  return parts.join('.');
}
