/** What follows in a text where a value of SQL was ended, read token by token: whether it would go on as a statement. */
import { Lexer, type Token } from './lex.ts';
import { COMPARISONS, CONSTANTS, FUNCTIONS, LOGIC, STATEMENTS } from './sql-words.ts';
import type { Subject } from './subject.ts';
import { isSpace, wordsWithin } from './text.ts';

/** What stands where the value was ended. `strong`: by something that text has no use for. */
export type Break = { at: number; strong: boolean; quote: string };

/** Judges the continuation of a statement behind each place where its value could end. */
export class Statement {
  readonly #lexer: Lexer;

  constructor({ text, lower }: Subject) {
    this.#lexer = new Lexer(text, lower);
  }

  next(from: number): Token {
    return this.#lexer.next(from);
  }

  /** Behind parentheses, which close what the statement had opened. */
  #behindParentheses(from: number): Token {
    let token = this.next(from);
    while (token.kind === 'punctuation' && token.text === ')') token = this.next(token.end);
    return token;
  }

  /** Whether what follows a break is a clause, an operator or a statement that would run. */
  continues({ at, strong, quote }: Break): boolean {
    const first = this.#behindParentheses(at);
    if (first.kind === 'end' || first.kind === 'string' || first.kind === 'number') return false;
    if (first.text === ';') return this.#stacked(first.end, strong);
    if (first.kind === 'comment') return false;
    // What people state of two things, `'Buyer' or 'Seller' = 'Party'`, opens no string and closes none.
    const isStated = quote === '' || !strong;
    if (LOGIC.has(first.text)) return this.#logic(first, strong, isStated);
    if (COMPARISONS.has(first.text)) return this.#comparison(first, quote, strong);
    if (first.kind === 'operator') return this.#arithmetic(first);
    return this.#clause(first, strong);
  }

  /** `or 1=1`, `and sleep(5)`, `or exists(select …)`, `|| '1'='1`. */
  #logic(first: Token, strong: boolean, isStated: boolean): boolean {
    let token = this.next(first.end);
    while (token.text === 'not' || token.text === '!' || token.text === '(' || token.text === '-' || token.text === '~')
      token = this.next(token.end);
    if (token.text === 'select' || token.text === 'case') return true;
    const operand = this.#operand(token);
    if (operand === undefined) return false;
    const after = this.#behindParentheses(operand.end);
    if (operand.isCall) return true;
    if (first.text === '||' && token.kind === 'string' && token.isOpen) return strong;
    if (this.#cuts(after) || (strong && this.#isOver(after))) return operand.isConstant;
    // `' or''-'`
    if (after.kind === 'operator' && !COMPARISONS.has(after.text) && operand.isConstant)
      return strong && this.next(after.end).isOpen;
    // What the statement itself closes: `' or 'x'='x`.
    if (!COMPARISONS.has(after.text)) {
      const isLogic = LOGIC.has(after.text) && operand.isConstant && token.kind !== 'string';
      return isLogic && this.#logic(after, strong, isStated);
    }
    return this.#compared(operand, after, strong, isStated);
  }

  #compared(left: Operand, comparison: Token, strong: boolean, isStated: boolean): boolean {
    let token = this.next(comparison.end);
    while (['not', 'binary', '(', '-', '=', 'like', '~', '+'].includes(token.text)) token = this.next(token.end);
    if (token.text === 'select') return true;
    const right = this.#operand(token);
    if (right === undefined) return false;
    if (right.isCall) return true;
    const after = this.#behindParentheses(right.end);
    const goesOnWith = LOGIC.has(after.text) && this.#logic(after, strong, isStated);
    if (isStated && !goesOnWith && !this.#cuts(after) && this.#isApart(left, comparison, right)) return false;
    const isTail =
      after.kind === 'end' ||
      this.#cuts(after) ||
      after.text === ';' ||
      goesOnWith ||
      ['union', 'limit', 'order', 'group', 'having', ',', '(', '+', '|', '&', '%'].includes(after.text);
    if (left.isConstant && right.isConstant) return isTail || (strong && token.isOpen);
    // `and password = 'x`: a column compared, with the quote that the statement closes.
    if (left.isConstant || right.isConstant)
      return (
        strong &&
        (token.isOpen ||
          this.#cuts(after) ||
          (after.text === ';' && this.#cuts(this.next(after.end))) ||
          goesOnWith ||
          (after.kind === 'end' && right.isConstant && right.kind === 'string'))
      );
    return strong && this.#cuts(after);
  }

  /** Two different things, with spaces around what compares them: as people write, and true of nothing. */
  #isApart(left: Operand, { end }: Token, right: Operand): boolean {
    const { text } = this.#lexer;
    const isSpaced = isSpace(text.charCodeAt(left.end)) && isSpace(text.charCodeAt(end));
    return isSpaced && left.text !== right.text;
  }

  /** A semicolon with nothing behind it that no database could read. */
  #isOver({ text, end }: Token): boolean {
    if (text !== ';') return false;
    const next = this.next(end);
    return next.kind === 'end' || next.kind === 'comment' || this.isStatement(next);
  }

  /** A comment that cuts the statement off. A dash in a sentence has more of the sentence behind it. */
  #cuts(token: Token): boolean {
    return token.kind === 'comment' && wordsWithin(this.#lexer.text, token.end) < 2;
  }

  /** Behind the parenthesis that closes one, as far as arguments reach. */
  #closed(from: number): number {
    let depth = 1;
    for (let at = from; at < from + 200 && at < this.#lexer.text.length; at++) {
      if (this.#lexer.text[at] === '(') depth++;
      else if (this.#lexer.text[at] === ')' && --depth === 0) return at + 1;
    }
    return from;
  }

  #operand(token: Token): Operand | undefined {
    const operand = this.#value(token);
    if (operand === undefined || operand.isCall) return operand;
    // A cast of PostgreSQL: `1::int`.
    const cast = this.next(operand.end);
    return cast.text === '::' ? { ...operand, end: this.next(cast.end).end } : operand;
  }

  #value(token: Token): Operand | undefined {
    if (token.kind === 'number' || token.kind === 'string' || token.kind === 'variable')
      return {
        text: token.text,
        end: token.end,
        isConstant: true,
        isCall: token.text.startsWith('@@'),
        kind: token.kind,
      };
    if (token.kind !== 'word') return undefined;
    if (CONSTANTS.has(token.text))
      return { text: token.text, end: token.end, isConstant: true, isCall: false, kind: 'word' };
    let name = token.text;
    let after = this.next(token.end);
    const first = name;
    for (let parts = 0; after.text === '.' && parts < 4; parts++) {
      const part = this.next(after.end);
      if (part.kind !== 'word') break;
      name = part.text;
      after = this.next(part.end);
    }
    const isCall = after.text === '(' && (FUNCTIONS.has(first) || FUNCTIONS.has(name));
    const end = isCall
      ? after.end
      : after.text === '('
        ? this.#closed(after.end)
        : name === first
          ? token.end
          : after.end - after.text.length;
    return { text: token.text, end, isConstant: false, isCall, kind: 'word' };
  }

  /** `'='`, `' like '%`, `' > ''`: compared with what the statement closes. */
  #comparison(first: Token, quote: string, strong: boolean): boolean {
    const token = this.next(first.end);
    if (token.text === '(') return ['select', 'case'].includes(this.next(token.end).text);
    const operand = this.#operand(token);
    if (operand?.isCall === true) return true;
    if (token.kind === 'number' && quote !== '') return this.#cuts(this.#behindParentheses(token.end));
    if (token.kind !== 'string') return false;
    const after = this.next(token.end);
    if (token.isOpen) return token.text.length <= 1;
    return this.#cuts(after) || (strong && (LOGIC.has(after.text) || COMPARISONS.has(after.text)));
  }

  /** `'||(select …)||'`, `'+sleep(5)+'`, `'-'`. */
  #arithmetic(first: Token): boolean {
    let token = this.next(first.end);
    while (token.text === '(' || token.text === '-' || token.text === '+' || token.text === '!')
      token = this.next(token.end);
    if (token.text === 'select' || token.text === 'case') return true;
    if (first.text === '&' || first.text === '/' || first.text === '*' || first.text === '-') {
      const operand = this.#operand(token);
      return operand?.isCall === true && token.text !== 'if' && token.text !== 'user';
    }
    return this.#operand(token)?.isCall === true;
  }

  /** `union select`, `order by 3`, `into outfile '…'`, `procedure analyse(`. */
  #clause(first: Token, strong: boolean): boolean {
    const second = this.next(first.end);
    switch (first.text) {
      case 'union':
      case 'intersect':
      case 'except':
      case 'minus':
        return this.isUnion(first.end);
      case 'order':
      case 'group': {
        if (second.text !== 'by') return false;
        const column = this.next(second.end);
        const after = this.#behindParentheses(this.#operand(column)?.end ?? column.end);
        const ends =
          after.kind === 'end' || this.#cuts(after) || ['having', ',', 'asc', 'desc', '('].includes(after.text);
        return (
          (column.kind === 'number' && ends) ||
          (column.text === '(' && this.next(column.end).text === 'select') ||
          (strong && column.kind === 'word' && (this.#cuts(after) || after.text === 'having'))
        );
      }
      case 'limit':
      case 'offset':
        return (
          second.kind === 'number' &&
          (['into', 'union', 'procedure', '#', '--'].includes(this.next(second.end).text) ||
            ([',', 'offset'].includes(this.next(second.end).text) &&
              this.next(this.next(second.end).end).kind === 'number'))
        );
      case 'into':
        return second.text === 'outfile' || second.text === 'dumpfile' || (second.kind === 'variable' && strong);
      case 'procedure':
        return second.text === 'analyse';
      case 'waitfor':
        return second.text === 'delay' || second.text === 'time';
      case 'returning':
      case 'collate':
        return strong && second.kind === 'word' && this.#cuts(this.next(second.end));
      case 'div':
      case 'mod':
        return this.#operand(second)?.isCall === true;
      case ',':
        // Further values of an INSERT: `', 'admin')--`, `',(select …),'`.
        return strong && this.#values(first.end);
      default:
        return false;
    }
  }

  #values(from: number): boolean {
    let at = from;
    for (let count = 0; count < 16; count++) {
      const token = this.next(at);
      if (token.text === '(' && this.next(token.end).text === 'select') return true;
      const operand = this.#operand(token);
      if (operand === undefined) return false;
      if (operand.isCall) return true;
      const after = this.next(operand.end);
      if (after.text === ')') {
        const tail = this.#behindParentheses(after.end);
        return this.#cuts(tail) || tail.text === ';';
      }
      if (after.text !== ',') return false;
      at = after.end;
    }
    return false;
  }

  /** Whether `select` is the next word, with nothing but what SQL takes for a space between (`+` in an address): no hyphen, no slash. */
  selectsBehind(from: number): boolean {
    let token = this.next(from);
    while (['(', '+', 'all', 'distinct'].includes(token.text)) token = this.next(token.end);
    return token.text === 'select';
  }

  /** Columns behind `union [all|distinct] select`, from behind the word. */
  isUnion(from: number): boolean {
    let token = this.next(from);
    while (token.text === '(' || token.text === 'all' || token.text === 'distinct') token = this.next(token.end);
    if (token.text === 'values') return this.next(token.end).text === '(';
    if (token.text !== 'select') return false;
    token = this.next(token.end);
    while (['all', 'distinct', '(', 'top', '-', '+', '!', '~', '*'].includes(token.text)) {
      if (token.text === '*') return true;
      token = this.next(token.end);
    }
    if (token.kind === 'number' || token.kind === 'variable') return true;
    if (token.kind === 'string') return !token.isOpen || token.text.length <= 1;
    const operand = this.#operand(token);
    if (operand === undefined) return false;
    if (operand.isCall || CONSTANTS.has(token.text)) return true;
    for (let after = this.next(operand.end), columns = 0; columns < 12; columns++) {
      if (after.text === 'from' || this.#cuts(after)) return true;
      if (after.text !== ',' && after.text !== '.' && after.text !== 'as' && after.text !== '||') return false;
      const column = this.next(after.end);
      if (column.kind === 'number' || CONSTANTS.has(column.text) || column.kind === 'variable') return true;
      after = this.next(column.end);
    }
    return true;
  }

  /** Whether a statement begins behind a `;`. */
  #stacked(from: number, strong: boolean): boolean {
    const first = this.next(from);
    if (first.kind === 'comment') return strong && this.#cuts(first);
    return this.isStatement(first);
  }

  isStatement(first: Token): boolean {
    const needed = first.kind === 'word' ? STATEMENTS.get(first.text) : undefined;
    if (needed === undefined) return false;
    const second = this.next(first.end);
    if (needed.length > 0) return needed.includes(second.text);
    switch (first.text) {
      case 'select':
        return this.#selects(second);
      case 'update': {
        const set = this.next(second.end);
        return set.text === 'set' && this.next(this.next(set.end).end).text === '=';
      }
      case 'exec':
      case 'execute':
        return (
          (second.kind === 'word' && this.#isProcedure(second)) ||
          second.text === '(' ||
          second.kind === 'variable' ||
          second.kind === 'string'
        );
      case 'declare':
        return second.kind === 'variable';
      case 'set':
        return (
          second.kind === 'variable' ||
          (['role', 'session', 'global'].includes(second.text) && this.next(second.end).kind === 'word')
        );
      case 'handler':
        return ['open', 'read'].includes(this.next(second.end).text);
      case 'shutdown':
      case 'commit':
      case 'rollback':
      case 'vacuum':
        return second.kind === 'end' || second.kind === 'comment' || second.text === ';' || second.text === 'with';
      case 'if':
        return second.text === '(' || second.text === 'exists' || this.next(second.end).text === '(';
      case 'call':
      case 'pragma':
      case 'copy':
        return second.kind === 'word' && ['(', '=', 'from', 'to'].includes(this.#behindName(second).text);
      case 'do':
        return second.text === '$' || (second.kind === 'word' && this.next(second.end).text === '(');
      case 'with':
        return second.kind === 'word' && this.next(second.end).text === 'as';
      case 'begin':
        return second.text === 'declare' || second.text === ';' || second.text === 'dbms_lock';
      case 'kill':
        return second.kind === 'number' && ['end', 'comment'].includes(this.#behindEnd(second).kind);
      default:
        return second.kind === 'word' && this.#cuts(this.next(second.end));
    }
  }

  /** A name in parts, an underscore in it or arguments behind it; an ordinary word is what a sentence has there. */
  #isProcedure(name: Token): boolean {
    const after = this.next(name.end);
    return (
      name.text.includes('_') ||
      ['.', '(', 'immediate'].includes(after.text) ||
      name.text === 'immediate' ||
      ['string', 'variable', 'number'].includes(after.kind)
    );
  }

  /** What follows a name and its parts, `schema.name`. */
  #behindName(name: Token): Token {
    let after = this.next(name.end);
    for (let parts = 0; after.text === '.' && parts < 4; parts++) after = this.next(this.next(after.end).end);
    return after;
  }

  #behindEnd(token: Token): Token {
    const after = this.next(token.end);
    return after.text === ';' ? this.next(after.end) : after;
  }

  /** What stands behind `select` of a statement, not of a sentence. */
  #selects(token: Token): boolean {
    if (token.text === '(')
      return ['select', 'case'].includes(this.next(token.end).text) || this.next(token.end).kind === 'number';
    if (token.text === '*' || token.kind === 'number' || token.kind === 'variable' || token.kind === 'string')
      return true;
    const operand = this.#operand(token);
    if (operand === undefined) return false;
    if (operand.isCall || CONSTANTS.has(token.text)) return true;
    const after = this.next(operand.end);
    return (
      after.text === 'from' ||
      after.text === ',' ||
      after.text === 'into' ||
      (operand.end > token.end + 1 && this.#cuts(after))
    );
  }
}

type Operand = { text: string; end: number; isConstant: boolean; isCall: boolean; kind: Token['kind'] };
