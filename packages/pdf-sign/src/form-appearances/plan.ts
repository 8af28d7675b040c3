import { createHash } from 'node:crypto';
import { stateOf } from '../read-state.ts';
import { PdfFile } from '../reader/file.ts';
import { certificationLevel, isSigned, readFields } from '../reader/form.ts';
import { PdfDict, PdfRef, PdfStream, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { unclaimedNumber } from '../reader/references.ts';
import { widgetMatchesValue } from '../verify/drawn-values.ts';
import { AppearanceWriter } from '../writer/appearance.ts';
import { entriesOf, formatName, formatRef, idOf, withEntries } from '../writer/serialize.ts';
import type { Appearance } from '../writer/types.ts';
import { Update } from '../writer/update.ts';
import { readBox, readFrame, readType, styleOf } from './field-style.ts';
import type { FieldBox, FieldFrame, FieldType } from './field-style.ts';
import { captionOf, isPushButton, isRadio, readContent } from './field-value.ts';
import type { FieldContent } from './field-value.ts';
import { hasPicture, isBlank, isShowable, showsText } from './appearance-content.ts';
import { appearanceText } from './appearance-text.ts';
import { readWidgets } from './widgets.ts';
import type { Widget } from './widgets.ts';

/** An appearance to draw. */
export interface AppearancePlan {
  readonly field: string;
  readonly box: FieldBox;
  readonly frame: FieldFrame;
  /** Whether the frame is a circle, as for radio buttons. */
  readonly isRound: boolean;
  readonly type: FieldType;
  readonly content: FieldContent;
}

/** The changes that make every PDF reader show the value of each field (ADR 81). */
export interface FormPlan {
  readonly appearances: readonly AppearancePlan[];
  /**
   * Fields whose value would not be shown by some readers without the update, and fields whose appearance is replaced.
   */
  readonly fields: readonly string[];
  /** The first field with an invalid value, if any. */
  readonly broken: { readonly field: string; readonly problem: string } | null;
  /** Whether an appearance, a state or /NeedAppearances must be updated. */
  readonly isDue: boolean;
  /**
   * Returns the update to append, with one drawing for each of `appearances`. The same input always produces the same
   * bytes.
   */
  readonly finish: (drawn: readonly Appearance[]) => Buffer;
}

/** /F bits: Hidden and NoView (12.5.3). */
const UNSEEN = 2 | 32;
const EMPTY: TextContent = { kind: 'text', text: '', align: 'left', isMultiline: false, comb: null };
type TextContent = Extract<FieldContent, { kind: 'text' }>;
const CHECK = '4';
/** /MK entries for the icons of a push button (table 192). */
const ICONS = ['I', 'RI', 'IX'];
const DISC = 'l';

/** The new entries to write to a widget. */
interface Drawing {
  widget: Widget;
  /**
   * The name of each state with the index of its appearance. A widget without states has one unnamed entry. Null if the
   * appearances are kept and only /AS changes.
   */
  states: readonly { name: string | null; appearance: number }[] | null;
  /** The value of /AS, or null for a widget without states. */
  state: string | null;
}

/**
 * Finds the widgets that do not show their field's value. With /NeedAppearances, readers draw fields from the values,
 * so a stored appearance must show the value. Without it, all readers show the stored appearance, so only widgets
 * without one are drawn. A file with signatures is never changed.
 *
 * Throws the same errors as `readState`.
 */
export function planForm(bytes: Uint8Array): FormPlan {
  const file = new PdfFile(bytes);
  const form = file.dict(file.catalog.get('AcroForm'));
  const fields = form === null ? [] : readFields(file);
  const isFixed = certificationLevel(file) !== null || fields.some((field) => isSigned(file, field));
  if (form === null || isFixed)
    return { appearances: [], fields: [], broken: null, isDue: false, finish: () => Buffer.alloc(0) };
  const isRedrawn = file.resolve(form.get('NeedAppearances')) === true;
  const planner = new Planner(file, isRedrawn);
  const widgets = readWidgets(file);
  for (const widget of widgets) planner.add(widget);
  const { appearances, drawings, broken } = planner;
  return {
    appearances,
    fields: [...planner.fields],
    broken,
    isDue: drawings.length > 0 || (isRedrawn && widgets.some(({ field }) => field.type !== 'Sig')),
    finish: (drawn) => write({ file, form, isRedrawn, plans: appearances, drawings, bytes }, drawn),
  };
}

class Planner {
  readonly appearances: AppearancePlan[] = [];
  readonly drawings: Drawing[] = [];
  readonly fields = new Set<string>();
  broken: FormPlan['broken'] = null;
  private readonly file: PdfFile;
  private readonly isRedrawn: boolean;

  constructor(file: PdfFile, isRedrawn: boolean) {
    this.file = file;
    this.isRedrawn = isRedrawn;
  }

  add(widget: Widget): void {
    const { file } = this;
    const { dict, field } = widget;
    if (((file.number(dict.get('F')) ?? 0) & UNSEEN) !== 0) return;
    const box = readBox(file, dict);
    if (box === null) return;
    const before = this.drawings.length;
    if (isPushButton(widget)) this.addPushButton(widget, box);
    else if (field.type === 'Btn') this.addToggle(widget, box);
    else if (field.type === 'Tx' || field.type === 'Ch') this.addValue(widget, box);
    if (this.drawings.length > before && widget.ref === null)
      this.refuse(widget, 'is a direct object, so no appearance can be added to it');
  }

  private refuse({ field }: Widget, problem: string): void {
    this.broken ??= { field: field.name, problem };
  }

  /**
   * Draws a push button. With /NeedAppearances, readers draw its caption. Images are kept, because they cannot be
   * redrawn.
   */
  private addPushButton(widget: Widget, box: FieldBox): void {
    const { file, isRedrawn } = this;
    const { dict, field } = widget;
    const stored = storedAppearance(file, dict);
    if (!isRedrawn || ICONS.some((key) => styleOf(file, dict).has(key))) return;
    if (stored !== null && (hasPicture(file, stored) || widgetMatchesValue(file, field, dict))) return;
    this.addSingle(widget, box, { ...EMPTY, text: captionOf(file, widget), align: 'center' });
  }

  private addValue(widget: Widget, box: FieldBox): void {
    const { file, isRedrawn } = this;
    const { dict } = widget;
    const stored = storedAppearance(file, dict);
    const content = readContent(file, widget);
    if (stored !== null && (!isRedrawn || this.isShown(widget, stored, content))) return;
    if (content === null) this.refuse(widget, 'has a value that is not text');
    else if (stored === null && isEmpty(content) && !isRedrawn) return;
    else this.addSingle(widget, box, content);
  }

  /** Whether the stored appearance shows the value. If the text matches, the author's design is kept. */
  private isShown({ field, dict }: Widget, stored: PdfStream, content: FieldContent | null): boolean {
    if (widgetMatchesValue(this.file, field, dict)) return true;
    if (content?.kind !== 'text' || content.text.trim() === '') return false;
    return withoutSpaces(appearanceText(this.file, stored) ?? '') === withoutSpaces(content.text);
  }

  private addSingle(widget: Widget, box: FieldBox, content: FieldContent): void {
    const plan = this.planOf(widget, box, content);
    const stored = storedAppearance(this.file, widget.dict);
    if (isEmpty(content) && isBare(plan.frame) && stored === null) return;
    if (!isEmpty(content) || stored !== null) this.fields.add(plan.field);
    this.drawings.push({ widget, states: [{ name: null, appearance: this.keep(plan) }], state: null });
  }

  private addToggle(widget: Widget, box: FieldBox): void {
    const { file, isRedrawn } = this;
    const { dict } = widget;
    const normal = file.resolve(file.dict(dict.get('AP'))?.get('N') ?? null);
    const stored = normal instanceof PdfDict ? normal : new PdfDict();
    const current = file.name(dict.get('AS'));
    const states = [...stored.entries.keys()].filter((name) => name !== 'Off');
    const asked = valueName(file, widget);
    const own = states[0] ?? (current !== null && current !== 'Off' ? current : ownState(file, widget, asked));
    // An appearance without states looks the same for every value.
    if (isShowable(file, normal) && !isRedrawn) return;
    // All readers show the state in /AS. If /AS is missing or unknown, the value determines the state.
    const isState = current === 'Off' || (current !== null && (states.length === 0 || states.includes(current)));
    const shown = isState ? current : states.includes(asked) || asked === own ? asked : 'Off';
    const usable = new Set(states.filter((name) => isShowable(file, file.resolve(stored.get(name)))));
    if (this.isDrawn(stored, shown, usable)) {
      if (current === shown || stored.entries.size === 0) return;
      if (shown !== 'Off') this.fields.add(widget.field.name);
      this.drawings.push({ widget, states: null, state: shown });
      return;
    }
    if (own === null) return;
    const type = readType(file, dict);
    const frame = readFrame(file, dict);
    const caption = captionOf(file, widget);
    const mark = /^[\x21-\x7e]$/.test(caption) ? caption : isRadio(widget) ? DISC : CHECK;
    if (shown === 'Off' && isBare(frame) && stored.entries.size === 0) return;
    if (shown !== 'Off' || isShowable(file, file.resolve(stored.get(shown)))) this.fields.add(widget.field.name);
    const isRound = isRadio(widget) && mark === DISC;
    const shared = { field: widget.field.name, box, frame, isRound, type };
    const on = this.keep({ ...shared, content: { kind: 'mark', mark } });
    const off = this.keep({ ...shared, content: EMPTY });
    const names = states.length === 0 ? [own] : states;
    this.drawings.push({
      widget,
      states: [...names.map((name) => ({ name, appearance: on })), { name: 'Off', appearance: off }],
      state: shown,
    });
  }

  /** Whether the stored appearances show the state correctly: a mark if the state is on, and no text if it is off. */
  private isDrawn(stored: PdfDict, shown: string, usable: ReadonlySet<string>): boolean {
    const { file, isRedrawn } = this;
    const current = file.resolve(stored.get(shown));
    if (shown !== 'Off') return isShowable(file, current) && !(isRedrawn && isBlank(file, current));
    return !isRedrawn || (usable.size > 0 && !(current instanceof PdfStream && showsText(file, current)));
  }

  private planOf(widget: Widget, box: FieldBox, content: FieldContent): AppearancePlan {
    const { file } = this;
    return {
      field: widget.field.name,
      box,
      frame: readFrame(file, widget.dict),
      isRound: false,
      type: readType(file, widget.dict),
      content,
    };
  }

  private keep(plan: AppearancePlan): number {
    return this.appearances.push(plan) - 1;
  }
}

function storedAppearance(file: PdfFile, widget: PdfDict): PdfStream | null {
  const normal = file.resolve(file.dict(widget.get('AP'))?.get('N') ?? null);
  if (isShowable(file, normal)) return normal;
  const chosen = normal instanceof PdfDict ? file.resolve(normal.get(file.name(widget.get('AS')) ?? 'Off')) : null;
  return isShowable(file, chosen) ? chosen : null;
}

function isEmpty(content: FieldContent): boolean {
  if (content.kind === 'text') return content.text === '';
  return content.kind === 'list' && content.options.length === 0;
}

function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, '');
}

function isBare({ background, border, width }: FieldFrame): boolean {
  return background.length === 0 && (border.length === 0 || width === 0);
}

/** Returns the state that the value refers to. Some programs write a string instead of a name. */
function valueName(file: PdfFile, { field }: Widget): string {
  const value = file.resolve(field.value);
  return value instanceof PdfString ? decodeText(value) : (file.name(value) ?? 'Off');
}

/**
 * Returns the state that turns on a widget that has neither appearances nor /AS. Returns null if the state is unknown.
 */
function ownState(file: PdfFile, { field, dict }: Widget, value: string): string | null {
  if (field.dict === dict) return value === 'Off' ? 'Yes' : value;
  const place = field.widgets.findIndex((widget) => widget.dict === dict);
  const meaning = file.resolve(file.array(field.dict.get('Opt'))[place] ?? null);
  return meaning instanceof PdfString && decodeText(meaning) === value ? value : null;
}

interface Writing {
  file: PdfFile;
  form: PdfDict;
  isRedrawn: boolean;
  plans: readonly AppearancePlan[];
  drawings: readonly Drawing[];
  bytes: Uint8Array;
}

function write({ file, form, isRedrawn, plans, drawings, bytes }: Writing, drawn: readonly Appearance[]): Buffer {
  const state = { ...stateOf(file), nextObject: unclaimedNumber(file) };
  const update = new Update(state);
  const writer = new AppearanceWriter(update);
  const refs = new Map<number, string>();
  const refOf = (index: number): string => {
    const known = refs.get(index);
    const appearance = drawn[index];
    if (known !== undefined || appearance === undefined) return known ?? 'null';
    const ref = formatRef(writer.write(appearance, plans[index]?.box.rotation ?? 0));
    refs.set(index, ref);
    return ref;
  };
  for (const { widget, states, state: chosen } of drawings) {
    if (widget.ref === null) continue;
    const changes: Record<string, string | null> = {};
    if (chosen !== null) changes['AS'] = formatName(chosen);
    if (states !== null) {
      const named = states.map(({ name, appearance }) =>
        name === null ? refOf(appearance) : `${formatName(name)} ${refOf(appearance)}`,
      );
      changes['AP'] = `<</N ${chosen === null ? named.join('') : `<<${named.join(' ')}>>`}>>`;
      if (chosen === null) changes['AS'] = null;
    }
    update.write(idOf(widget.ref), withEntries(entriesOf(widget.dict), changes));
  }
  if (isRedrawn) {
    const existing: PdfValue = file.catalog.get('AcroForm');
    const entries = withEntries(entriesOf(form), { NeedAppearances: null });
    if (existing instanceof PdfRef) update.write(idOf(existing), entries);
    else update.write(state.root, withEntries(state.catalog, { AcroForm: formatRef(update.add(entries)) }));
  }
  const fileId = createHash('sha256').update(bytes).digest().subarray(0, 16);
  return update.finish(fileId, {}).tail;
}
