/**
 * How the mailbox keeps a mail's HTML: nine tenths of it are markup that all mails share, which two control characters stand for. All text
 * stays in the open, so whatever looks for a name or an address in kept mails, above all the erasure of an account in SQL, finds it where
 * it was. A piece is markup alone, from `<`, `"` or a reference to `>`, `"` or `;`, and none of these stands in what people typed,
 * because it is escaped (templates/html.ts): no piece begins or ends within a name (docs/adr/0077).
 */
import { MARKUP_PIECES } from './markup-pieces.ts';

/** The control characters that HTML does not use. The contract lets none into a text, and PostgreSQL knows no NUL. */
const SIGNS =
  '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f';
/** What is kept with signs begins with it; plain HTML, as all was before, begins with a doctype. */
const MARK = '\u0001';
// eslint-disable-next-line no-control-regex
const SIGN = /[\u0001-\b\u000e-\u001f]/u;
// eslint-disable-next-line no-control-regex
const PAIR = /[\u0001-\b\u000e-\u001f][^]?/gu;

const codes = new Map(
  MARKUP_PIECES.map((piece, at) => [piece, `${SIGNS[Math.floor(at / SIGNS.length)]}${SIGNS[at % SIGNS.length]}`]),
);
const pieces = new Map([...codes].map(([piece, code]) => [code, piece]));

/** Each piece at its longest. */
const SHARED = new RegExp(
  MARKUP_PIECES.toSorted((a, b) => b.length - a.length)
    .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`))
    .join('|'),
  'gu',
);

/** As the mailbox keeps it. */
export function withoutSharedMarkup(html: string): string {
  if (SIGN.test(html)) return html;
  return MARK + html.replaceAll(SHARED, (piece) => codes.get(piece) ?? piece);
}

/** As it was sent. Throws where what is kept was damaged. */
export function withSharedMarkup(kept: string): string {
  if (!kept.startsWith(MARK)) return kept;
  return kept.slice(MARK.length).replaceAll(PAIR, (code) => {
    const piece = pieces.get(code);
    if (piece === undefined) throw new Error('A kept mail names markup that is not known: it was damaged.');
    return piece;
  });
}
