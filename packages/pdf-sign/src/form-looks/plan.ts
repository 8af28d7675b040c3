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
import { hasPicture, isBlank, isShowable, showsText } from './look-content.ts';
import { lookText } from './look-text.ts';
import { readWidgets } from './widgets.ts';
import type { Widget } from './widgets.ts';

/** An appearance that is to be drawn. */
export interface FieldLook {
  /** The field's full name. */
  readonly field: string;
  readonly box: FieldBox;
  readonly frame: FieldFrame;
  /** The frame is a circle, as that of radio buttons. */
  readonly isRound: boolean;
  readonly type: FieldType;
  readonly content: FieldContent;
}

/** What a form needs so that each field shows its value in every reader (ADR 81). */
export interface FormPlan {
  readonly looks: readonly FieldLook[];
  /** The first field whose value cannot be drawn, whatever it is drawn with. */
  readonly broken: { readonly field: string; readonly problem: string } | null;
  /** Whether there is anything to write: looks, a state, or a flag that is to go. */
  readonly isDue: boolean;
  /** The update to append, with what was drawn for each look. The same input gives the same bytes. */
  readonly finish: (drawn: readonly Appearance[]) => Buffer;
}

/** /F bits: Hidden and NoView (12.5.3). */
const UNSEEN = 2 | 32;
const EMPTY: TextContent = { kind: 'text', text: '', align: 'left', isMultiline: false, comb: null };
type TextContent = Extract<FieldContent, { kind: 'text' }>;
const CHECK = '4';
/** /MK: the pictures of a push button (table 192). */
const ICONS = ['I', 'RI', 'IX'];
const DISC = 'l';

/** The new entries of a widget: its states, each with its look, or one look alone. */
interface Drawing {
  widget: Widget;
  /** Null where the appearances stay, and only the state is chosen. */
  states: readonly { name: string | null; look: number }[] | null;
  /** /AS; null for a widget without states. */
  state: string | null;
}

/**
 * Finds the widgets that do not show what their field holds. Where /NeedAppearances is set, readers draw from the values, so
 * each stored appearance has to be what they draw. Elsewhere a stored appearance is what all readers show, and stays: only
 * what has none is drawn. Files with signatures are not to be changed: nothing is due in them.
 *
 * Throws as `readState`.
 */
export function planForm(bytes: Uint8Array): FormPlan {
  const file = new PdfFile(bytes);
  const form = file.dict(file.catalog.get('AcroForm'));
  const fields = form === null ? [] : readFields(file);
  const isFixed = certificationLevel(file) !== null || fields.some((field) => isSigned(file, field));
  if (form === null || isFixed) return { looks: [], broken: null, isDue: false, finish: () => Buffer.alloc(0) };
  const isRedrawn = file.resolve(form.get('NeedAppearances')) === true;
  const planner = new Planner(file, isRedrawn);
  const widgets = readWidgets(file);
  for (const widget of widgets) planner.add(widget);
  const { looks, drawings, broken } = planner;
  return {
    looks,
    broken,
    isDue: drawings.length > 0 || (isRedrawn && widgets.some(({ field }) => field.type !== 'Sig')),
    finish: (drawn) => write({ file, form, isRedrawn, looks, drawings, bytes }, drawn),
  };
}

class Planner {
  readonly looks: FieldLook[] = [];
  readonly drawings: Drawing[] = [];
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
      this.refuse(widget, 'is no object of its own, so its appearance cannot be written');
  }

  private refuse({ field }: Widget, problem: string): void {
    this.broken ??= { field: field.name, problem };
  }

  /** A push button has no value: readers that draw fields themselves show its caption. Pictures stay, as they cannot be drawn again. */
  private addPushButton(widget: Widget, box: FieldBox): void {
    const { file, isRedrawn } = this;
    const { dict, field } = widget;
    const stored = storedLook(file, dict);
    if (!isRedrawn || ICONS.some((key) => styleOf(file, dict).has(key))) return;
    if (stored !== null && (hasPicture(file, stored) || widgetMatchesValue(file, field, dict))) return;
    this.addSingle(widget, box, { ...EMPTY, text: captionOf(file, widget), align: 'center' });
  }

  private addValue(widget: Widget, box: FieldBox): void {
    const { file, isRedrawn } = this;
    const { dict } = widget;
    const stored = storedLook(file, dict);
    const content = readContent(file, widget);
    if (stored !== null && (!isRedrawn || this.isShown(widget, stored, content))) return;
    if (content === null) this.refuse(widget, 'has a value that is not text');
    else if (stored === null && isEmpty(content) && !isRedrawn) return;
    else this.addSingle(widget, box, content);
  }

  /** Drawn as readers draw it, or in another way with the same text: the author's own look stays then. */
  private isShown({ field, dict }: Widget, look: PdfStream, content: FieldContent | null): boolean {
    if (widgetMatchesValue(this.file, field, dict)) return true;
    if (content?.kind !== 'text' || content.text.trim() === '') return false;
    return withoutSpaces(lookText(this.file, look) ?? '') === withoutSpaces(content.text);
  }

  private addSingle(widget: Widget, box: FieldBox, content: FieldContent): void {
    const look = this.look(widget, box, content);
    if (isEmpty(content) && isBare(look.frame) && storedLook(this.file, widget.dict) === null) return;
    this.drawings.push({ widget, states: [{ name: null, look: this.keep(look) }], state: null });
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
    // A stream in place of states shows the same, whatever the value is.
    if (isShowable(file, normal) && !isRedrawn) return;
    // All readers go by /AS where it names a state; the value decides where it does not.
    const isState = current === 'Off' || (current !== null && (states.length === 0 || states.includes(current)));
    const shown = isState ? current : states.includes(asked) || asked === own ? asked : 'Off';
    const looks = new Set(states.filter((name) => isShowable(file, file.resolve(stored.get(name)))));
    if (this.isDrawn(stored, shown, looks)) {
      if (current !== shown && stored.entries.size > 0) this.drawings.push({ widget, states: null, state: shown });
      return;
    }
    if (own === null) return;
    const type = readType(file, dict);
    const frame = readFrame(file, dict);
    const caption = captionOf(file, widget);
    const mark = /^[\x21-\x7e]$/.test(caption) ? caption : isRadio(widget) ? DISC : CHECK;
    if (shown === 'Off' && isBare(frame) && stored.entries.size === 0) return;
    const isRound = isRadio(widget) && mark === DISC;
    const look = { field: widget.field.name, box, frame, isRound, type };
    const on = this.keep({ ...look, content: { kind: 'mark', mark } });
    const off = this.keep({ ...look, content: EMPTY });
    const names = states.length === 0 ? [own] : states;
    this.drawings.push({
      widget,
      states: [...names.map((name) => ({ name, look: on })), { name: 'Off', look: off }],
      state: shown,
    });
  }

  /** Whether the stored appearances show the state: something for a choice, and no sign for none. */
  private isDrawn(stored: PdfDict, shown: string, looks: ReadonlySet<string>): boolean {
    const { file, isRedrawn } = this;
    const look = file.resolve(stored.get(shown));
    if (shown !== 'Off') return isShowable(file, look) && !(isRedrawn && isBlank(file, look));
    return !isRedrawn || (looks.size > 0 && !(look instanceof PdfStream && showsText(file, look)));
  }

  private look(widget: Widget, box: FieldBox, content: FieldContent): FieldLook {
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

  private keep(look: FieldLook): number {
    return this.looks.push(look) - 1;
  }
}

/** The appearance that readers show of a widget without states; null for none. */
function storedLook(file: PdfFile, widget: PdfDict): PdfStream | null {
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

/** The state that a check box's or radio group's value names; some makers write a text. */
function valueName(file: PdfFile, { field }: Widget): string {
  const value = file.resolve(field.value);
  return value instanceof PdfString ? decodeText(value) : (file.name(value) ?? 'Off');
}

/** The state of a widget that has neither appearances nor a state: known where it is the field itself. */
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
  looks: readonly FieldLook[];
  drawings: readonly Drawing[];
  bytes: Uint8Array;
}

function write({ file, form, isRedrawn, looks, drawings, bytes }: Writing, drawn: readonly Appearance[]): Buffer {
  const state = { ...stateOf(file), nextObject: unclaimedNumber(file) };
  const update = new Update(state);
  const appearances = new AppearanceWriter(update);
  const refs = new Map<number, string>();
  const refOf = (look: number): string => {
    const known = refs.get(look);
    const appearance = drawn[look];
    if (known !== undefined || appearance === undefined) return known ?? 'null';
    const ref = formatRef(appearances.write(appearance, looks[look]?.box.rotation ?? 0));
    refs.set(look, ref);
    return ref;
  };
  for (const { widget, states, state: chosen } of drawings) {
    if (widget.ref === null) continue;
    const changes: Record<string, string | null> = {};
    if (chosen !== null) changes['AS'] = formatName(chosen);
    if (states !== null) {
      const named = states.map(({ name, look }) =>
        name === null ? refOf(look) : `${formatName(name)} ${refOf(look)}`,
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
