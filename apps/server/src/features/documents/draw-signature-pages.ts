/** Draws the added signature pages: a heading, the document's ID and a caption for each slot, in one embedded font. */
import type { Appearance, ImageResource, SignaturePageLayout } from '@countersign/pdf-sign';
import {
  type Colour,
  type FontBook,
  INK,
  num,
  qrCode,
  SLATE,
  type TextStyle,
  type Typesetter,
} from '../../platform/pdf/index.ts';
import { languageOf } from '@countersign/contract/languages';
import { CERTIFICATE_WORDS } from '@countersign/words/certificate';

const WARNING: Colour = [0.7, 0.1, 0.1];

export type SignaturePageFacts = {
  documentId: string;
  /** A language tag (BCP 47). English is used if the language is not supported. */
  locale: string | null;
  /** The text at the top of every page, for example in a test environment. */
  notice: string | undefined;
  logo: ImageResource | undefined;
  /**
   * The address where anyone can verify the document, shown as text and as a QR code. Null if the server has no public
   * address.
   */
  verifyUrl: string | null;
};

/** The width and height of the QR code in points. */
const QR_SIZE = 50;
const LOGO = { width: 120, height: 32 };
const GAP = 10;
/** The minimum width of a page with a logo next to the heading, in points. */
const ROOMY = 500;
const HEAD_TOP = 44;
const FOOT = 34;

type Line = {
  text: string;
  style: TextStyle;
  size: number;
  colour: Colour;
  y: number;
  side: 'start' | 'end';
  /** The distance from the margin on the side where the text starts. */
  inset?: number;
  /** The maximum width. Longer lines are set in smaller type. */
  maxWidth?: number;
};

/**
 * Returns one drawing per page of the layout. The pages contain no names, because names are added with the signatures
 * and can be corrected until then.
 */
export async function drawSignaturePages(
  fonts: FontBook,
  layout: SignaturePageLayout,
  { documentId, locale, notice, logo, verifyUrl }: SignaturePageFacts,
): Promise<Appearance[]> {
  if (layout.pages.length === 0) return [];
  const words = CERTIFICATE_WORDS[languageOf([locale ?? '']) ?? 'en'];
  const { height } = layout.size;
  let number = 0;
  const pages = layout.pages.map((slots, index): Line[] => {
    const small = { style: 'print', size: 9, colour: SLATE } as const;
    const pageLabel = words.page.replace('{page}', String(index + 1)).replace('{pages}', String(layout.pages.length));
    return [
      { text: words.signatures, style: 'strong', size: 20, colour: INK, y: height - 74, side: 'start' },
      { ...small, text: `${words.documentId}: ${documentId}`, y: height - 92, side: 'start' },
      ...(layout.pages.length > 1 ? [{ ...small, text: pageLabel, y: FOOT, side: 'end' } as const] : []),
      ...(verifyUrl === null ? [] : [{ ...small, size: 8, text: verifyUrl, ...addressPlace(layout) }]),
      ...(notice === undefined
        ? []
        : [{ text: notice, style: 'strong', size: 9, colour: WARNING, y: height - 40, side: 'start' } as const]),
      ...slots.map(({ y }): Line => {
        number += 1;
        const text = words.signatureNumber.replace('{n}', String(number));
        return { ...small, text, y: height - y - 14, side: 'start' };
      }),
    ];
  });
  const all = pages.flat();
  const textsOf = (style: TextStyle) => [
    ...new Set(all.filter((line) => line.style === style).map(({ text }) => text)),
  ];
  const type = await fonts.documentTypesetter({ print: textsOf('print'), strong: textsOf('strong') }, locale);
  const isRightToLeft = type.set(words.signatures, 'strong').isRightToLeft;
  return pages.map((lines) => ({
    ...layout.size,
    content: [
      ...lines.map((line) => draw(type, layout, line, isRightToLeft)),
      ...drawHead(layout, { logo, verifyUrl }, isRightToLeft),
    ].join('\n'),
    resources: { fonts: type.resources, ...(hasLogo(layout, logo) && { xobjects: [{ name: 'Logo', image: logo }] }) },
  }));
}

/** Returns the position of the verification URL: next to the QR code if it fits there, otherwise at the bottom. */
function addressPlace({
  size: { width, height },
  margin,
}: SignaturePageLayout): Pick<Line, 'y' | 'side' | 'inset' | 'maxWidth'> {
  if (width < ROOMY) return { y: FOOT, side: 'start' };
  // The verification URL must not run into the document's ID, which is on the same line.
  return { y: height - 92, side: 'end', inset: QR_SIZE + GAP, maxWidth: width - 2 * margin - QR_SIZE - GAP - 235 };
}

function hasLogo({ size }: SignaturePageLayout, logo: ImageResource | undefined): logo is ImageResource {
  return logo !== undefined && size.width >= ROOMY;
}

/** The QR code is opposite the heading, and the logo is before the heading. */
function drawHead(
  layout: SignaturePageLayout,
  { logo, verifyUrl }: Pick<SignaturePageFacts, 'logo' | 'verifyUrl'>,
  isRightToLeft: boolean,
): string[] {
  const { size, margin } = layout;
  const top = size.height - HEAD_TOP;
  const left = (inset: number, width: number): number =>
    isRightToLeft ? margin + inset : size.width - margin - inset - width;
  const parts = verifyUrl === null ? [] : [qrCode(verifyUrl, { x: left(0, QR_SIZE), y: top, side: QR_SIZE }, INK)];
  if (!hasLogo(layout, logo)) return parts;
  // The logo has three pixels per point, or fewer if it is too large.
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1 / 3);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const x = left(verifyUrl === null ? 0 : QR_SIZE + GAP, width);
  return [...parts, `q ${num(width)} 0 0 ${num(height)} ${num(x)} ${num(top - height)} cm /Logo Do Q`];
}

/** In right-to-left languages, a line starts on the right. */
function draw(
  type: Typesetter,
  { size: { width }, margin }: SignaturePageLayout,
  { text, style, size: wanted, colour, y, side, inset = 0, maxWidth }: Line,
  isRightToLeft: boolean,
): string {
  const line = type.set(text, style);
  const isLeft = (side === 'start') !== isRightToLeft;
  const fitting = maxWidth === undefined ? wanted : (1000 * maxWidth) / line.width;
  const size = Math.min(wanted, fitting);
  const x = isLeft ? margin + inset : width - margin - inset - (line.width * size) / 1000;
  return type.draw(line, { x, y, size, colour });
}
