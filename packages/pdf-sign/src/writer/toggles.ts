import { PdfError } from '../errors.ts';
import { textString } from '../reader/objects.ts';
import type { Entries, FieldState } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { entry, formatName, formatRef, serialize, withEntries } from './serialize.ts';
import { toggleLooks } from './toggle-marks.ts';
import type { FieldSpec, FieldValue, Place } from './types.ts';
import type { Update } from './update.ts';
import { fieldFlags, fieldEntries, widgetEntries } from './widgets.ts';
import type { WidgetPage } from './widgets.ts';

/**
 * Check boxes and radio buttons (ISO 32000-2 12.7.5.2.3 and .4): a field with one widget for each button. All looks are
 * written at sending; signing only chooses among them by /V and /AS, so a later look is never right.
 *
 * A check box too is a field with a widget below it, never one dictionary for both: poppler draws states only from an
 * /AP /N that stands in place, and pyHanko refuses that of a field's own dictionary (it wants a reference there).
 */

const RADIO = 1 << 15;
/** A group keeps a choice once made: readers may not switch it off. */
const NO_TOGGLE_TO_OFF = 1 << 14;
const CHECKED = 'Yes';

export interface ToggleButton extends Place {
  /** What the field says when this button is on. */
  value: string;
}

/** The buttons of a check box or a radio group, in order. */
export function buttonsOf(spec: FieldSpec): readonly ToggleButton[] {
  if (spec.kind === 'checkbox') return [{ ...spec, value: CHECKED }];
  const buttons = spec.buttons ?? [];
  const values = new Set(buttons.map(({ value }) => value));
  if (buttons.length === 0 || values.size < buttons.length)
    throw new PdfError('invalid_field', `field ${spec.name} needs buttons with values of their own`);
  return buttons;
}

/** A field that is off, with its widgets; their looks are written, they themselves are not yet. */
export function toggleField(
  update: Update,
  appearances: AppearanceWriter,
  spec: FieldSpec,
  pageOf: (place: Place) => WidgetPage,
): FieldState & { buttons: NonNullable<FieldState['buttons']> } {
  const id = update.allocate();
  const wanted = buttonsOf(spec);
  const buttons = wanted.map((button, index) => {
    // A radio button's states are numbers and /Opt says what they mean: names cannot hold every script (12.7.5.2.4).
    const state = spec.kind === 'radio' ? String(index) : CHECKED;
    return { id: update.allocate(), state, value: button.value, entries: buttonEntries(button, state) };
  });
  function buttonEntries(button: ToggleButton, state: string): Entries {
    const page = pageOf(button);
    const looks = toggleLooks(spec.kind, button.width, button.height);
    const look = (content: string) =>
      formatRef(appearances.write({ width: button.width, height: button.height, content }, page.rotation));
    return [
      ...widgetEntries(page, button),
      ['Parent', formatRef(id)],
      ['F', '4'],
      ['AP', `<</N <<${formatName(state)} ${look(looks.on)}/Off ${look(looks.off)}>>>>`],
      ['AS', '/Off'],
    ];
  }
  const flags = fieldFlags(spec) | (spec.kind === 'radio' ? RADIO | NO_TOGGLE_TO_OFF : 0);
  const entries: Entries = [
    ...fieldEntries('/Btn', spec),
    ['Ff', String(flags)],
    ['Kids', `[${buttons.map((button) => formatRef(button.id)).join(' ')}]`],
    ['V', '/Off'],
  ];
  if (spec.kind === 'radio') entries.push(['Opt', serialize(wanted.map(({ value }) => textString(value)))]);
  return { name: spec.name, kind: 'toggle', id, entries, rotation: 0, lock: [], lockEntries: null, buttons };
}

export function writeToggle(update: Update, field: FieldState): void {
  update.write(field.id, field.entries);
  for (const button of field.buttons ?? []) update.write(button.id, button.entries);
}

/** The field switched to a value: true for a check box, the chosen button's for a radio group; false or '' for off. */
export function switched(field: FieldState, { name, value }: FieldValue): FieldState {
  const buttons = field.buttons ?? [];
  const isOn = (button: { value: string }) => (value === true ? buttons.length === 1 : button.value === value);
  const chosen = buttons.find(isOn);
  if (chosen === undefined && value !== false && value !== '')
    throw new PdfError('invalid_field', `field ${name} has no such choice`);
  return {
    ...field,
    entries: withEntries(field.entries, { V: formatName(chosen?.state ?? 'Off') }),
    buttons: buttons.map((button) => {
      const state = formatName(button === chosen ? button.state : 'Off');
      return entry(button.entries, 'AS') === state
        ? button
        : { ...button, entries: withEntries(button.entries, { AS: state }) };
    }),
  };
}
