/**
 * The design of reports: page size, fonts, sections whose headings repeat, pairs of label and value, a ruled table, and
 * the QR code of the verification page. The contents of a report are not defined here.
 */
import type { Colour } from '../appearance/content.ts';
import { num } from '../appearance/content.ts';
import type { Cell, Flow, Look, PageFormat, Picture, Row } from './flow.ts';
import { drawLogo } from '../appearance/logo.ts';
import type { Structure, XObject } from './pdf-document.ts';
import { hexString } from './pdf-document.ts';
import { qrCode } from './qr-code.ts';

const INK: Colour = [0.09, 0.13, 0.31];
const TEXT: Colour = [0.13, 0.15, 0.2];
const MUTED: Colour = [0.36, 0.39, 0.46];
const SEALED: Colour = [0.07, 0.42, 0.27];
const ALARM: Colour = [0.7, 0.1, 0.1];
const LINE: Colour = [0.74, 0.77, 0.82];

const look = (style: Look['style'], size: number, colour: Colour, leading = 1.4): Look => ({
  style,
  size,
  colour,
  leading,
});
const TITLE = look('strong', 22, INK, 1.25);
const SUBJECT = look('print', 12.5, TEXT, 1.35);
const OUTCOME = look('strong', 9, SEALED);
const HEADING = look('strong', 11, INK, 1.35);
const LABEL = look('print', 7.6, MUTED);
const FOOT = look('print', 7, MUTED, 1.3);
const NOTICE = look('strong', 8, ALARM, 1.3);
export const NAME = look('strong', 9.5, TEXT);
const VALUE = look('print', 8.4, TEXT, 1.42);
export const HASH = look('print', 7.6, TEXT, 1.45);
const TIME = look('print', 7.8, TEXT, 1.42);
export const SMALL = look('print', 7.6, MUTED, 1.45);
export const ADDRESS: Look = { ...VALUE, style: 'strong', colour: INK };

const A4 = { width: 595.28, height: 841.89 };
const LETTER = { width: 612, height: 792 };
const QR_SIZE = 74;
/** The width of the labels if two pairs share a row. */
const SHORT_LABEL = 84;
const LABEL_GAP = 8;
const PARTY_INDENT = 18;

const LOGO_SIZE = 10;
const LOGO_NAME = 'Product';

const writeLogo: XObject['write'] = (sink) =>
  sink.addStream(
    [
      ['Type', '/XObject'],
      ['Subtype', '/Form'],
      ['BBox', `[0 0 ${LOGO_SIZE} ${LOGO_SIZE}]`],
      ['Resources', '<<>>'],
    ],
    Buffer.from(drawLogo({ x: 0, y: 0, width: LOGO_SIZE, height: LOGO_SIZE }), 'latin1'),
  );

export type Pair = readonly [label: string, value: string, look?: Look];

/**
 * Returns the page size that is closest to the document's first page, so that the whole file prints on one paper size.
 */
export function paperFor(firstPage: { readonly width: number; readonly height: number }): PageFormat {
  const ratio = (page: { width: number; height: number }): number =>
    Math.max(page.width, page.height) / Math.max(1, Math.min(page.width, page.height));
  const isLetter = Math.abs(ratio(firstPage) - ratio(LETTER)) < Math.abs(ratio(firstPage) - ratio(A4));
  return { ...(isLetter ? LETTER : A4), margin: { top: 62, bottom: 64, side: 54 } };
}

export class ReportLayout {
  readonly flow: Flow;
  readonly #continued: string;

  constructor(flow: Flow, continued: string) {
    this.flow = flow;
    this.#continued = continued;
  }

  get root(): Structure {
    return this.flow.document.root;
  }

  /** Draws the heading of the report: actor, action, subject and outcome, with the QR code of `url` beside them. */
  masthead(
    words: { readonly above: string; readonly title: string; readonly subject: string; readonly outcome: string },
    { url, logo }: { readonly url: string | null; readonly logo: Omit<Picture, 'x'> | null },
  ): void {
    const flow = this.flow;
    const code = url === null ? 0 : QR_SIZE;
    const width = flow.width - (code === 0 ? 0 : code + 24);
    const top = flow.y;
    if (url !== null) this.#code(url, top);
    const line = (text: string, of: Look, tag: Cell['tag'], above = 0): Row => ({
      cells: [{ x: 0, width, text, look: of, tag, maxLines: 6 }],
      above,
    });
    flow.block(
      [
        ...(logo === null ? [] : [{ cells: [], picture: { ...logo, x: 0 }, below: 8 }]),
        line(words.above, LABEL, 'P'),
        line(words.title, TITLE, 'H1', 3),
        line(words.subject, SUBJECT, 'P', 4),
        line(words.outcome, OUTCOME, 'P', 6),
        // The URL is shown next to the code, for readers without a camera.
        ...(url === null ? [] : [line(url, LABEL, 'P', 4)]),
      ],
      this.root,
    );
    const used = top - flow.y;
    flow.space(Math.max(14, (code === 0 ? 0 : code + 10) - used));
    flow.rule(flow.y, INK, 1.2);
    flow.space(6);
  }

  #code(url: string, top: number): void {
    const flow = this.flow;
    const left = flow.left(flow.width - QR_SIZE, QR_SIZE);
    const figure = this.root.add(
      'Figure',
      `/Alt ${hexString(`QR: ${url}`)}/A<</O/Layout/BBox[${[left, top - QR_SIZE, left + QR_SIZE, top].map((n) => num(n)).join(' ')}]>>`,
    );
    flow.document.draw(figure, qrCode(url, { x: left, y: top, side: QR_SIZE }, INK));
  }

  /**
   * Starts a section with a heading that is repeated on every other page of the section.
   * @param firstBlock the minimum height of the following content in points: a heading must not be alone at the foot of
   * a page
   */
  section(title: string, firstBlock: number, onNewPage?: () => void): Structure {
    const flow = this.flow;
    const section = this.root.add('Sect');
    flow.repeatOnNewPage(undefined);
    flow.need(40 + firstBlock);
    const above = flow.isAtTop ? 0 : 14;
    const cell: Cell = { x: 0, width: flow.width, text: title, look: HEADING, tag: 'H2' };
    flow.block([{ cells: [cell], above, below: 4 }], section);
    flow.rule(flow.y, LINE, 0.6);
    flow.space(5);
    flow.repeatOnNewPage(() => {
      const y = flow.y - HEADING.size;
      const again = `${title} (${this.#continued})`;
      flow.document.decorate(flow.line(again, HEADING, { x: 0, width: flow.width, y }));
      flow.space(HEADING.size + 8);
      flow.rule(flow.y, LINE, 0.6);
      flow.space(5);
      onNewPage?.();
    });
    return section;
  }

  /** Writes labels and values: one pair per row, or two if both pairs are short. */
  pairs(pairs: readonly Pair[], columns: 1 | 2 = 1, indent = 0): Row[] {
    const gap = 16;
    const column = (this.flow.width - indent - gap * (columns - 1)) / columns;
    const label = columns === 1 ? 128 : SHORT_LABEL;
    const rows: Row[] = [];
    for (let start = 0; start < pairs.length; start += columns) {
      const cells = pairs
        .slice(start, start + columns)
        .flatMap((pair, index) => this.#pair(pair, indent + index * (column + gap), label, column));
      rows.push({ cells, above: 1.6 });
    }
    return rows;
  }

  #pair([name, value, own]: Pair, x: number, label: number, column: number): Cell[] {
    return [
      { x, width: label, text: name, look: LABEL, tag: 'TH', entries: '/A<</O/Table/Scope/Row>>' },
      {
        x: x + label + LABEL_GAP,
        width: column - label - LABEL_GAP,
        text: value === '' ? '–' : value,
        look: own ?? VALUE,
        tag: 'TD',
      },
    ];
  }

  /** Writes one recipient: name and role, address, and the known facts from `details`. */
  party(
    section: Structure,
    who: { readonly number: number; readonly name: string; readonly role: string; readonly email: string },
    {
      details,
      signature,
      isLast,
    }: { readonly details: readonly Row[]; readonly signature: Omit<Picture, 'x'> | null; readonly isLast: boolean },
  ): void {
    const flow = this.flow;
    const indent = PARTY_INDENT;
    const half = (flow.width - indent) * 0.68;
    const heading: Row = {
      above: who.number === 1 ? 2 : 9,
      cells: [
        { x: 0, width: indent, text: String(who.number), look: { ...NAME, colour: MUTED }, tag: 'TH' },
        { x: indent, width: half, text: who.name, look: NAME, tag: 'TH' },
        {
          x: indent + half,
          width: flow.width - indent - half,
          text: who.role,
          look: LABEL,
          tag: 'TD',
          isEnd: true,
        },
      ],
    };
    const mail: Row = {
      cells: [{ x: indent, width: flow.width - indent, text: who.email, look: VALUE, tag: 'TD' }],
      below: 1,
    };
    const shown: Row[] =
      signature === null ? [] : [{ cells: [], picture: { ...signature, x: indent }, above: 3, below: 3 }];
    const rows: Row[] = [heading, mail, ...shown, ...details];
    const last = rows.pop();
    if (last !== undefined) rows.push({ ...last, below: 7, ruled: !isLast });
    flow.block(rows, section.add('Table'), 'TR');
  }

  partyFacts(pairs: readonly Pair[]): Row[] {
    return this.pairs(pairs, 2, PARTY_INDENT);
  }

  /**
   * Returns rows of long values about a recipient: one pair per row, aligned with the first pair in rows with two
   * pairs.
   */
  longPartyFacts(pairs: readonly Pair[]): Row[] {
    const width = this.flow.width - PARTY_INDENT;
    return pairs.map((pair) => ({ cells: this.#pair(pair, PARTY_INDENT, SHORT_LABEL, width), above: 1.6 }));
  }

  /**
   * Writes a section that is a ruled table: number, event, time, and a hash in two halves. Its captions repeat on every
   * page.
   */
  ledger(
    title: string,
    captions: readonly [number: string, what: string, when: string, hash: string],
    lines: readonly (readonly [number: string, what: string, when: string, hash: string])[],
  ): void {
    const widths = [26, this.flow.width - 26 - 96 - 158, 96, 158];
    const body = lines.map(([number, what, when, hash]) => {
      const halves = `${hash.slice(0, hash.length / 2)}\n${hash.slice(hash.length / 2)}`;
      return [number, what, when, halves];
    });
    this.#table(title, { captions, widths, styles: [LABEL, VALUE, VALUE, HASH], padding: 2.5, isLong: false }, body);
  }

  /** A column without a width is omitted. */
  #table(
    title: string,
    {
      captions,
      widths,
      styles: ownLooks,
      padding,
      isLong,
    }: {
      captions: readonly string[];
      widths: readonly number[];
      styles: readonly Look[];
      padding: number;
      isLong: boolean;
    },
    lines: readonly (readonly string[])[],
  ): void {
    const flow = this.flow;
    const row = (texts: readonly string[], looks: readonly Look[], tag: 'TH' | 'TD'): Row => {
      let x = 0;
      const cells = texts.flatMap((text, index): Cell[] => {
        const width = widths[index] ?? 0;
        if (width === 0) return [];
        const cell = {
          x,
          width: width - 8,
          text,
          look: looks[index] ?? VALUE,
          tag,
          ...(tag === 'TH' && { entries: '/A<</O/Table/Scope/Column>>' }),
        };
        x += width;
        return [cell];
      });
      return { cells, above: padding, below: padding, ruled: true };
    };
    const head = row(captions, [LABEL, LABEL, LABEL, LABEL], 'TH');
    const body = lines.map((texts) => row(texts, ownLooks, 'TD'));
    // A short table that fits on one page is not split.
    const together = isLong ? null : flow.heightTogether([head, ...body]);
    const section = this.section(title, together ?? 60, () => {
      const y = flow.y - 10;
      for (const cell of head.cells) flow.document.decorate(flow.line(cell.text, cell.look, { ...cell, y }));
      flow.space(16);
      flow.rule(flow.y, LINE, 0.5);
    });
    const table = section.add('Table');
    flow.block([head], table, 'TR');
    for (const one of body) flow.block([one], table, 'TR');
  }

  /** Writes a section that is a ruled table of events: number, event, time, and local time. */
  chronology(
    title: string,
    captions: readonly [number: string, what: string, when: string, local: string],
    lines: readonly (readonly [number: string, what: string, when: string, local: string])[],
  ): void {
    const widths =
      captions[3] === '' ? [26, this.flow.width - 26 - 96, 96, 0] : [26, this.flow.width - 26 - 96 - 142, 96, 142];
    this.#table(title, { captions, widths, styles: [LABEL, VALUE, TIME, TIME], padding: 1.6, isLong: true }, lines);
  }

  paragraph(text: string, of: Look = VALUE): Row {
    return { cells: [{ x: 0, width: this.flow.width, text, look: of, tag: 'P' }], below: 3 };
  }

  /** Draws the header and the footer of every page. The number of pages is known at this point. */
  frame(foot: string, pageOf: (page: number, pages: number) => string, notice: string | null): void {
    const flow = this.flow;
    const { document, format } = flow;
    const y = format.margin.bottom - 30;
    document.addXObject({ name: LOGO_NAME, write: writeLogo });
    const x = LOGO_SIZE + 5;
    for (let page = 0; page < document.pageCount; page += 1) {
      const number = pageOf(page + 1, document.pageCount);
      const line = [
        `q 1 0 0 1 ${num(flow.left(0, LOGO_SIZE))} ${num(y - 2.5)} cm /${LOGO_NAME} Do Q`,
        flow.line(foot, FOOT, { x, width: flow.width * 0.7 - x, y }),
        flow.line(number, FOOT, { x: flow.width * 0.7, width: flow.width * 0.3, y, isEnd: true }),
      ];
      document.decorate(line.join('\n'), page);
      if (notice === null) continue;
      const top = format.height - 34;
      document.decorate(flow.line(notice, NOTICE, { x: 0, width: flow.width, y: top }), page);
    }
  }
}
