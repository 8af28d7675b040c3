import type { PdfFile } from '../reader/file.ts';
import type { FormField } from '../reader/form.ts';
import { PdfString, decodeText } from '../reader/objects.ts';
import type { PdfDict, PdfValue } from '../reader/objects.ts';

/** /Ff bits (ISO 32000-2 tables 229 and 233). */
const PUSH_BUTTON = 1 << 16;
const EDITABLE = 1 << 18;

/**
 * Filling in a check box or radio button selects one of the existing appearances. A new appearance would be a change to
 * the field itself.
 */
const TOGGLE_KEYS: ReadonlySet<string> = new Set(['V']);
const TOGGLE_WIDGET_KEYS: ReadonlySet<string> = new Set(['AS']);
const VALUE_KEYS: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'I', 'RV', 'Ff']);
/** The reader scrolls a list to the selected option (12.7.5.4). */
const CHOICE_KEYS: ReadonlySet<string> = new Set([...VALUE_KEYS, 'TI']);

/**
 * Returns the entries that may change when the field is filled in, for the field and for widgets that are separate
 * dictionaries.
 */
export function fillingKeys(field: FormField): { field: ReadonlySet<string>; widgets: ReadonlySet<string> } {
  if (field.type === 'Ch') return { field: CHOICE_KEYS, widgets: CHOICE_KEYS };
  if (!isToggle(field)) return { field: VALUE_KEYS, widgets: VALUE_KEYS };
  const merged = field.widgets.some(({ dict }) => dict === field.dict);
  return {
    field: merged ? new Set([...TOGGLE_KEYS, ...TOGGLE_WIDGET_KEYS]) : TOGGLE_KEYS,
    widgets: TOGGLE_WIDGET_KEYS,
  };
}

/**
 * Returns the error in a filled-in field, or null if there is none. It is an error if a check box or radio button does
 * not show its value (12.7.5.2.3), or if the value of a choice field is not an option (12.7.5.4).
 */
export function faultOfFilling(file: PdfFile, field: FormField): string | null {
  if (isToggle(field)) {
    const value = file.name(field.value) ?? 'Off';
    const shown = field.widgets.map(({ dict }) => ({
      is: file.name(dict.get('AS')) ?? 'Off',
      due: states(file, dict).includes(value) ? value : 'Off',
    }));
    const isKnown = value === 'Off' || shown.some(({ due }) => due === value);
    return isKnown && shown.every(({ is, due }) => is === due) ? null : 'shows another choice than its value';
  }
  if (field.type !== 'Ch' || (field.flags & EDITABLE) !== 0) return null;
  const values = texts(file, file.resolve(field.value));
  const options = new Set(file.array(field.dict.get('Opt')).flatMap((item) => texts(file, file.resolve(item))));
  return values.every((value) => value === '' || options.has(value)) ? null : 'has a value that is none of its options';
}

/** Whether a field is a check box or a group of radio buttons. */
export function isToggle(field: FormField): boolean {
  return field.type === 'Btn' && (field.flags & PUSH_BUTTON) === 0;
}

function states(file: PdfFile, widget: PdfDict): string[] {
  return [...(file.dict(file.dict(widget.get('AP'))?.get('N') ?? null)?.entries.keys() ?? [])];
}

/**
 * Returns a string, or the strings of an array. An array contains several selected options, or an option's export value
 * and display text.
 */
function texts(file: PdfFile, value: PdfValue): string[] {
  if (value instanceof PdfString) return [decodeText(value)];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const text = file.resolve(item);
    return text instanceof PdfString ? [decodeText(text)] : [];
  });
}
