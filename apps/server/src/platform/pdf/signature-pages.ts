/** What the added signature pages show: a heading, the document's id and a caption for each slot, in one embedded font. */
import type { Appearance, SignaturePageLayout } from '@countersign/pdf-sign';
import { type Colour, INK, SLATE } from './appearance/content.ts';
import type { FontBook, TextStyle } from './appearance/fonts.ts';
import type { Typesetter } from './appearance/typesetter.ts';
import { captionLanguage, captionsOf } from './report/index.ts';

const WARNING: Colour = [0.7, 0.1, 0.1];

export type SignaturePageFacts = {
  documentId: string;
  /** BCP 47; English where there is no such language. */
  locale: string | null;
  /** On top of every page, such as for a test environment. */
  notice: string | undefined;
};

type Line = { text: string; style: TextStyle; size: number; colour: Colour; y: number; side: 'start' | 'end' };

/** One for each page of the layout. They name nobody: names come with the signatures, and can be corrected until then. */
export async function drawSignaturePages(
  fonts: FontBook,
  layout: SignaturePageLayout,
  { documentId, locale, notice }: SignaturePageFacts,
): Promise<Appearance[]> {
  if (layout.pages.length === 0) return [];
  const captions = captionsOf(captionLanguage(locale));
  const { height } = layout.size;
  let number = 0;
  const pages = layout.pages.map((slots, index): Line[] => {
    const small = { style: 'print', size: 9, colour: SLATE } as const;
    const pageLabel = captions.page
      .replace('{page}', String(index + 1))
      .replace('{pages}', String(layout.pages.length));
    return [
      { text: captions.signatures, style: 'strong', size: 20, colour: INK, y: height - 74, side: 'start' },
      { ...small, text: `${captions.documentId}: ${documentId}`, y: height - 92, side: 'start' },
      ...(layout.pages.length > 1 ? [{ ...small, text: pageLabel, y: height - 92, side: 'end' } as const] : []),
      ...(notice === undefined
        ? []
        : [{ text: notice, style: 'strong', size: 9, colour: WARNING, y: height - 40, side: 'start' } as const]),
      ...slots.map(({ y }): Line => {
        number += 1;
        const text = captions.signatureNumber.replace('{n}', String(number));
        return { ...small, text, y: height - y - 14, side: 'start' };
      }),
    ];
  });
  const all = pages.flat();
  const textsOf = (style: TextStyle) => [
    ...new Set(all.filter((line) => line.style === style).map(({ text }) => text)),
  ];
  const type = await fonts.documentTypesetter({ print: textsOf('print'), strong: textsOf('strong') }, locale);
  const isRightToLeft = type.set(captions.signatures, 'strong').isRightToLeft;
  return pages.map((lines) => ({
    ...layout.size,
    content: lines.map((line) => draw(type, layout, line, isRightToLeft)).join('\n'),
    resources: { fonts: type.resources },
  }));
}

/** The start of a line is on the right in languages that are written from there. */
function draw(
  type: Typesetter,
  { size: { width }, margin }: SignaturePageLayout,
  { text, style, size, colour, y, side }: Line,
  isRightToLeft: boolean,
): string {
  const line = type.set(text, style);
  const isLeft = (side === 'start') !== isRightToLeft;
  const x = isLeft ? margin : width - margin - (line.width * size) / 1000;
  return type.draw(line, { x, y, size, colour });
}
