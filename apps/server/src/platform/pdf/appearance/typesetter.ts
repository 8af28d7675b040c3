import type { FontResource } from '@countersign/pdf-sign';

import type { Colour } from './content.ts';
import { fill, num } from './content.ts';
import { FontSubset } from './font-subset.ts';
import type { TextStyle } from './fonts.ts';
import { normalizeLine, textRuns } from './text-runs.ts';
import type { Cluster, Typeface } from './typeface.ts';

/** A typeset line. All lengths are in thousandths of an em, measured from the pen's start on the baseline. */
export interface SetLine {
  readonly text: string;
  readonly clusters: readonly Cluster[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** The inked area; null if the line consists only of spaces. */
  readonly ink: { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number } | null;
  readonly isRightToLeft: boolean;
  /** Letters that no font has, each once. A replacement character is drawn for each of them. */
  readonly missing: readonly string[];
}

export type TextPlace = { readonly x: number; readonly y: number; readonly size: number; readonly colour: Colour };

const FONT_NAME = 'Text';

/**
 * Sets and draws the text of one job (the signatures of a signer, a certificate) in one embedded subset. Every glyph is
 * mapped to its text, so that the text can be searched, copied and read aloud in every script (docs/adr/0014).
 */
export class Typesetter {
  readonly #fonts: Readonly<Partial<Record<TextStyle, readonly Typeface[]>>>;
  readonly #language: string | undefined;
  readonly #subset = new FontSubset();
  /** Cached, because captions repeat and line breaking measures the same words again. */
  readonly #lines = new Map<string, SetLine>();
  /** The resources of an appearance with text. All appearances share one object, which is written once per revision. */
  readonly resources: readonly { name: string; font: FontResource }[] = [
    { name: FONT_NAME, font: this.#subset.resource },
  ];

  /**
   * Created by FontBook, which has read the fonts.
   *
   * @param language BCP 47: some letters look different in the languages that share a script
   */
  constructor(fonts: Readonly<Partial<Record<TextStyle, readonly Typeface[]>>>, language?: string) {
    this.#fonts = fonts;
    this.#language = language;
  }

  /** Sets one line of text. Line breaks and other control characters count as spaces. */
  set(text: string, style: TextStyle): SetLine {
    const key = `${style} ${text}`;
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = this.#set(text, style)));
    return line;
  }

  #set(text: string, style: TextStyle): SetLine {
    const line = normalizeLine(text);
    const fonts = this.#fonts[style];
    if (fonts === undefined) throw new Error(`no fonts were loaded for the style ${style}`);
    const { runs, missing, isRightToLeft } = textRuns(line, fonts);
    const clusters = runs.flatMap((run) =>
      run.isMissing === true
        ? [run.font.replacement(run.text)]
        : run.font.shape(run.text, run.isRightToLeft, this.#language),
    );
    const used = runs.length === 0 ? fonts.slice(0, 1) : runs.map((run) => run.font);
    let pen = 0;
    const ink = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    for (const { outline, advance } of clusters) {
      if (outline.data.length > 0) {
        ink.left = Math.min(ink.left, pen + outline.left);
        ink.right = Math.max(ink.right, pen + outline.right);
        ink.bottom = Math.min(ink.bottom, outline.bottom);
        ink.top = Math.max(ink.top, outline.top);
      }
      pen += advance;
    }
    return {
      text: line,
      clusters,
      width: pen,
      ascent: Math.max(...used.map((font) => font.ascent)),
      descent: Math.min(...used.map((font) => font.descent)),
      ink: ink.left === Infinity ? null : ink,
      isRightToLeft,
      missing,
    };
  }

  /**
   * Returns operators that draw a line with its baseline starting at (x, y), `size` units per em. They need
   * `resources`.
   */
  draw(line: SetLine, { x, y, size, colour }: TextPlace): string {
    // Codes are written as hexadecimal strings, with kerning adjustments between the strings (ISO 32000-2 9.4.3, TJ).
    let shown = '<';
    let lag = 0;
    for (const cluster of line.clusters) {
      const move = Math.round(lag);
      if (move !== 0) shown += `>${-move}<`;
      const code = this.#subset.code(cluster).toString(16).padStart(4, '0');
      // The typed text stays in the file, for readers that search, copy or read aloud (14.9.4).
      if (cluster.isMissing === true)
        shown += `>] TJ /Span <</ActualText <${utf16Hex(cluster.text)}>>> BDC [<${code}>] TJ EMC [<`;
      else shown += code;
      lag += cluster.advance - Math.round(cluster.width) - move;
    }
    return `BT /${FONT_NAME} ${num(size, 3)} Tf ${fill(colour)} ${num(x)} ${num(y)} Td [${shown}>] TJ ET`;
  }
}

/** Returns text as the digits of a hexadecimal string object (ISO 32000-2 7.9.2.2). */
export function utf16Hex(text: string): string {
  return `FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}`;
}
