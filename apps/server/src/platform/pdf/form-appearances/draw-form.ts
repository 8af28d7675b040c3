/** Draws the fields of an upload that do not show their values (ADR 81). */
import { planForm } from '@countersign/pdf-sign';
import type { AppearancePlan } from '@countersign/pdf-sign';

import { loadFonts } from '../appearance/fonts.ts';
import type { FontBook } from '../appearance/fonts.ts';
import type { Typesetter } from '../appearance/typesetter.ts';
import { drawAppearance, textOf } from './draw-appearance.ts';
import { fallbackSetter, isSetBy, ownSetter } from './field-setter.ts';
import type { FieldSetter } from './field-setter.ts';

export type DrawnForm =
  | { readonly state: 'shown' }
  /** The fields were drawn. `tail` is the update to append. */
  | { readonly state: 'drawn'; readonly tail: Buffer; readonly fields: readonly string[] }
  | { readonly state: 'refused'; readonly field: string; readonly problem: string };

/** The fonts, which are loaded for the first form that needs them and kept until the thread ends. */
let fonts: Promise<FontBook> | undefined;

/** Throws PdfError for a file that cannot be read. */
export async function drawForm(bytes: Uint8Array): Promise<DrawnForm> {
  const plan = planForm(bytes);
  if (plan.broken !== null) return { state: 'refused', ...plan.broken };
  if (!plan.isDue) return { state: 'shown' };
  const foreign = plan.appearances.filter((wanted) => !hasOwnFont(wanted)).map(textOf);
  const type = foreign.length === 0 ? undefined : await (await (fonts ??= loadFonts())).typesetter(foreign);
  const drawn = plan.appearances.map((wanted) => ({ wanted, ...drawAppearance(wanted, setterOf(wanted, type)) }));
  const lacking = drawn.find(({ missing }) => missing.length > 0);
  if (lacking !== undefined)
    return { state: 'refused', field: lacking.wanted.field, problem: missingText(lacking.missing) };
  return {
    state: 'drawn',
    tail: plan.finish(drawn.map(({ appearance }) => appearance)),
    fields: plan.fields,
  };
}

function hasOwnFont({ type, ...wanted }: AppearancePlan): boolean {
  return type.font !== null && isSetBy(type.font, textOf({ type, ...wanted }));
}

function setterOf(wanted: AppearancePlan, type: Typesetter | undefined): FieldSetter {
  const { font, fontName, color } = wanted.type;
  if (font !== null && hasOwnFont(wanted)) return ownSetter(font, fontName, color);
  if (type === undefined) throw new Error('no font was loaded for a field that needs one');
  return fallbackSetter(type, color);
}

const MISSING_NAMED = 5;

function missingText(characters: readonly string[]): string {
  const named = characters
    .slice(0, MISSING_NAMED)
    .map((character) => `“${character}” (${codesOf(character)})`)
    .join(', ');
  return `has a value with characters that are not in this server's fonts: ${named}`;
}

function codesOf(text: string): string {
  return Array.from(
    text,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
}
