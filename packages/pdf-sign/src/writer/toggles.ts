import { PdfError } from '../errors.ts';
import { textString } from '../reader/objects.ts';
import type { Entries, FieldState, ObjectId } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { entry, formatEntries, formatName, formatRef, serialize, withEntries } from './serialize.ts';
import { toggleAppearances } from './toggle-marks.ts';
import type { FieldSpec, FieldValue, Place } from './types.ts';
import type { Update } from './update.ts';
import { fieldFlags, fieldEntries, widgetEntries } from './widgets.ts';
import type { WidgetPage } from './widgets.ts';

/**
 * Check boxes and radio buttons (ISO 32000-2 12.7.5.2.3 and .4). All appearances are written when the document is sent.
 * Signing only selects one of them with /V and /AS, so an appearance that was added later is always wrong.
 *
 * For a check box, one dictionary is both the field and the widget, as in other software. A radio group is a field with
 * a widget below it for each button. /AP /N is a direct object, because poppler draws states only from a direct object.
 */

const RADIO = 1 << 15;
/** A radio group always keeps a selection. Readers must not clear it. */
const NO_TOGGLE_TO_OFF = 1 << 14;
const CHECKED = 'Yes';

export interface ToggleButton extends Place {
  /** The field's value when this button is on. */
  value: string;
}

export function buttonsOf(spec: FieldSpec): readonly ToggleButton[] {
  if (spec.kind === 'checkbox') return [{ ...spec, value: CHECKED }];
  const buttons = spec.buttons ?? [];
  const values = new Set(buttons.map(({ value }) => value));
  if (buttons.length === 0 || values.size < buttons.length)
    throw new PdfError('invalid_field', `field ${spec.name} requires buttons with different values`);
  return buttons;
}

type ToggleState = FieldState & { buttons: NonNullable<FieldState['buttons']> };

/**
 * Returns a check box or radio group in its off state. The appearances have already been written, but the widgets have
 * not.
 */
export function toggleField(
  update: Update,
  appearances: AppearanceWriter,
  spec: FieldSpec,
  pageOf: (place: Place) => WidgetPage,
): ToggleState {
  const id = update.allocate();
  const wanted = buttonsOf(spec);
  const field: Omit<ToggleState, 'entries' | 'buttons'> = {
    name: spec.name,
    kind: 'toggle',
    id,
    rotation: 0,
    lock: [],
    lockEntries: null,
  };
  const ownEntries: Entries = [...fieldEntries('/Btn', spec), ['V', '/Off']];
  function buttonEntries(button: ToggleButton, state: string): Entries {
    const page = pageOf(button);
    const looks = toggleAppearances(spec.kind, button.width, button.height);
    const look = (content: string) =>
      formatRef(appearances.write({ width: button.width, height: button.height, content }, page.rotation));
    return [
      ...widgetEntries(page, button),
      ['F', '4'],
      ['AP', `<</N <<${formatName(state)} ${look(looks.on)}/Off ${look(looks.off)}>>>>`],
      ['AS', '/Off'],
    ];
  }
  if (spec.kind === 'checkbox') {
    const entries: Entries = [
      ...ownEntries,
      ['Ff', String(fieldFlags(spec))],
      ...wanted.flatMap((button) => buttonEntries(button, CHECKED)),
    ];
    const buttons = wanted.map(({ value }) => ({ id, state: CHECKED, value, entries: [] }));
    return { ...field, entries, buttons };
  }
  const buttons = wanted.map((button, index) => {
    // The states of a radio button are numbers, and /Opt defines their meaning, because state names do not support
    // every script (12.7.5.2.4).
    const state = String(index);
    const entries: Entries = [...buttonEntries(button, state), ['Parent', formatRef(id)]];
    return { id: update.allocate(), state, value: button.value, entries };
  });
  const entries: Entries = [
    ...ownEntries,
    ['Ff', String(fieldFlags(spec) | RADIO | NO_TOGGLE_TO_OFF)],
    ['Kids', `[${buttons.map((button) => formatRef(button.id)).join(' ')}]`],
    ['Opt', serialize(wanted.map(({ value }) => textString(value)))],
  ];
  return { ...field, entries, buttons };
}

export function writeToggle(update: Update, field: FieldState): void {
  update.write(field.id, field.entries);
  for (const button of field.buttons ?? []) if (!isOwnWidget(field, button)) update.write(button.id, button.entries);
}

/**
 * Writes only those objects of an existing field that the value changes. Validators treat an object that is rewritten
 * unchanged as a change.
 */
export function writeSwitched(update: Update, field: FieldState, value: FieldValue): void {
  const { entries, buttons = [] } = switched(field, value);
  if (formatEntries(entries) !== formatEntries(field.entries)) update.write(field.id, entries);
  for (const button of buttons) if (field.buttons?.includes(button) !== true) update.write(button.id, button.entries);
}

/** Whether the field and the widget are one dictionary, so that the button has no separate entries. */
function isOwnWidget(field: FieldState, { id }: { id: ObjectId }): boolean {
  return id[0] === field.id[0];
}

/**
 * Returns the field set to a value: true for a checked box, the selected button's value for a radio group, or false or
 * '' for off.
 */
export function switched(field: FieldState, { name, value }: FieldValue): FieldState {
  const buttons = field.buttons ?? [];
  const isOn = (button: { value: string }) => (value === true ? buttons.length === 1 : button.value === value);
  const chosen = buttons.find(isOn);
  if (chosen === undefined && value !== false && value !== '')
    throw new PdfError('invalid_field', `field ${name} has no such choice`);
  const on = formatName(chosen?.state ?? 'Off');
  return {
    ...field,
    entries: withEntries(
      field.entries,
      buttons.some((button) => isOwnWidget(field, button)) ? { V: on, AS: on } : { V: on },
    ),
    buttons: buttons.map((button) => {
      if (isOwnWidget(field, button)) return button;
      const state = formatName(button === chosen ? button.state : 'Off');
      return entry(button.entries, 'AS') === state
        ? button
        : { ...button, entries: withEntries(button.entries, { AS: state }) };
    }),
  };
}
