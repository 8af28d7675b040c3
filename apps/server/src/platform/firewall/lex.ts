/** Tokens of SQL, taken one after another from any place of a text, whatever stands before it. */
import { isDigit, isLetter, isSpace, isWordCode, wordEnd } from './text.ts';

export type Token = {
  kind: 'word' | 'number' | 'string' | 'comment' | 'operator' | 'punctuation' | 'variable' | 'end';
  /** Lower case. Of a string what is in it. */
  text: string;
  end: number;
  /** A string or a comment that nothing closes. */
  isOpen: boolean;
};

/** So many in a row are no way to write; all are one to whoever asks, or quotes inside of them would cost a pass each. */
const MOST_COMMENTS = 12;
const OPERATORS = '=<>!|&^+-*/%~:';

export class Lexer {
  /** The text and the same in lower case. */
  readonly text: string;
  readonly lower: string;
  /** Where the search for the end of a comment last began and what it found: nothing is searched twice. */
  #searched = { from: 0, end: -2 };

  constructor(text: string, lower: string) {
    this.text = text;
    this.lower = lower;
  }

  /** The next token from a place. Spaces and comments between tokens are passed over, as databases do. */
  next(from: number): Token {
    const { text } = this;
    let at = from;
    let comments = 0;
    for (;;) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) return { kind: 'end', text: '', end: at, isOpen: false };
      if (isSpace(code) || code === 0) at++;
      else if (code === 47 && text.charCodeAt(at + 1) === 42) {
        // `/*!` is run by MySQL, with or without the number of a version.
        if (text.charCodeAt(at + 2) === 33) {
          at += 3;
          while (isDigit(text.charCodeAt(at))) at++;
          continue;
        }
        const end = this.#endOfComment(at + 2);
        if (end < 0 || ++comments > MOST_COMMENTS)
          return { kind: 'comment', text: '/*', end: text.length, isOpen: true };
        at = end + 2;
        if (at >= text.length) return { kind: 'comment', text: '/*', end: at, isOpen: false };
      } else if (code === 42 && text.charCodeAt(at + 1) === 47) at += 2;
      else break;
    }
    return this.#tokenAt(at);
  }

  #endOfComment(from: number): number {
    const { from: since, end } = this.#searched;
    if (from >= since && (end === -1 || end >= from)) return end;
    this.#searched = { from, end: this.text.indexOf('*/', from) };
    return this.#searched.end;
  }

  #tokenAt(at: number): Token {
    const { text } = this;
    const code = text.charCodeAt(at);
    const token = (kind: Token['kind'], end: number, isOpen = false): Token => ({
      kind,
      text: this.lower.slice(at, end),
      end,
      isOpen,
    });
    if (code === 39 || code === 34) return this.#stringAt(at, text[at] ?? '');
    if (code === 35) return token('comment', at + 1);
    if (code === 45 && text.charCodeAt(at + 1) === 45) return token('comment', at + 2);
    if (isDigit(code)) return token('number', numberEnd(text, at));
    // `N'…'`, `x'…'`: what stands before the quote belongs to the string.
    if (isLetter(code) && text.charCodeAt(at + 1) === 39 && 'nbxe'.includes(this.lower[at] ?? ' '))
      return this.#stringAt(at + 1, "'");
    if (isLetter(code) || code === 95 || code === 96 || code === 91 || code > 127) return this.#wordAt(at);
    if (code === 64) return token('variable', wordEnd(text, text.charCodeAt(at + 1) === 64 ? at + 2 : at + 1));
    if (OPERATORS.includes(text[at] ?? ' ')) {
      const two = text.slice(at, at + 2);
      const isTwo = ['||', '&&', '<=', '>=', '<>', '!=', '::', ':=', '<<', '>>'].includes(two);
      return token('operator', at + (isTwo ? 2 : 1));
    }
    return token('punctuation', at + 1);
  }

  #wordAt(at: number): Token {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === 96 || code === 91) {
      // A name in backticks or brackets; without its end, a single sign.
      const close = text.slice(at + 1, at + 65).indexOf(code === 96 ? '`' : ']');
      if (close < 0) return { kind: 'punctuation', text: text[at] ?? '', end: at + 1, isOpen: false };
      return { kind: 'word', text: this.lower.slice(at + 1, at + 1 + close), end: at + 2 + close, isOpen: false };
    }
    let end = at;
    while (end < text.length && (isWordCode(text.charCodeAt(end)) || text.charCodeAt(end) > 127)) {
      if (text.charCodeAt(end) === 160) break;
      end++;
    }
    return {
      kind: 'word',
      text: this.lower.slice(at, Math.max(end, at + 1)),
      end: Math.max(end, at + 1),
      isOpen: false,
    };
  }

  #stringAt(at: number, quote: string): Token {
    const close = this.text.indexOf(quote, at + 1);
    const isOpen = close < 0;
    const end = isOpen ? this.text.length : close;
    return {
      kind: 'string',
      text: this.lower.slice(at + 1, Math.min(end, at + 65)),
      end: isOpen ? end : end + 1,
      isOpen,
    };
  }
}

function numberEnd(text: string, at: number): number {
  let end = at;
  if (text.charCodeAt(at) === 48 && (text.charCodeAt(at + 1) | 32) === 120) return wordEnd(text, at + 2);
  while (isDigit(text.charCodeAt(end)) || (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1)))) end++;
  // `1e0union`: an exponent ends a number.
  if ((text.charCodeAt(end) | 32) === 101 && isDigit(text.charCodeAt(end + 1))) {
    end++;
    while (isDigit(text.charCodeAt(end))) end++;
  }
  return end;
}
