/**
 * SQL that would change a statement it is put into. Text alone is never judged by its words: something has to end the value first
 * (a quote, a number, a parenthesis), and what follows has to be the rest of a statement.
 */
import { Lexer, type Token } from './lex.ts';
import { type Level, type Subject, subjectOf } from './subject.ts';
import {
  backOverSpace,
  findAt,
  isDigit,
  isLetter,
  isSpace,
  isWordCode,
  skipSpace,
  wordEnd,
  wordsBefore,
  wordsBehind,
  wordsWithin,
} from './text.ts';

/** What stands where the value was ended. `strong`: by something that text has no use for. */
type Break = { at: number; strong: boolean; quote: string };

const LOGIC = new Set(['or', 'and', 'xor', '||', '&&', 'not', 'having', 'where', 'when']);
const COMPARISONS = new Set([
  '=',
  '<',
  '>',
  '<=',
  '>=',
  '<>',
  '!=',
  'like',
  'rlike',
  'regexp',
  'is',
  'in',
  'between',
  'glob',
  'ilike',
  'sounds',
  '~',
  '==',
]);
const CONSTANTS = new Set(['true', 'false', 'null']);
/** Functions that payloads call to wait, to read or to make errors that tell. */
const FUNCTIONS = new Set([
  'sleep',
  'pg_sleep',
  'benchmark',
  'waitfor',
  'extractvalue',
  'updatexml',
  'load_file',
  'xp_cmdshell',
  'randomblob',
  'dbms_pipe',
  'dbms_lock',
  'dbms_xmlgen',
  'dbms_utility',
  'utl_http',
  'utl_inaddr',
  'ctxsys',
  'xmltype',
  'httpuritype',
  'sys_eval',
  'exp',
  'gtid_subset',
  'elt',
  'make_set',
  'ascii',
  'substring',
  'substr',
  'mid',
  'ord',
  'char',
  'chr',
  'concat',
  'concat_ws',
  'group_concat',
  'length',
  'len',
  'version',
  'user',
  'database',
  'current_user',
  'session_user',
  'system_user',
  'db_name',
  'schema',
  'hex',
  'unhex',
  'cast',
  'convert',
  'if',
  'iif',
  'ifnull',
  'nullif',
  'coalesce',
  'exists',
  'count',
  'floor',
  'rand',
  'row_count',
  'json_keys',
  'polygon',
  'multipoint',
  'geometrycollection',
  'linestring',
  'name_const',
  'pg_read_file',
  'lo_import',
  'lo_export',
  'string_agg',
  'query_to_xml',
  'generate_series',
  'left',
  'right',
  'sqlite_version',
  'load_extension',
  'to_char',
  'decode',
  'case',
  'upper',
  'lower',
  'md5',
  'sha1',
  'sysdate',
  'now',
  'getdate',
]);
/** What a stacked statement begins with, and what has to follow for it to be one. */
const STATEMENTS: Readonly<Record<string, readonly string[] | undefined>> = {
  drop: [
    'table',
    'database',
    'schema',
    'view',
    'user',
    'index',
    'column',
    'procedure',
    'function',
    'role',
    'login',
    'trigger',
  ],
  create: [
    'table',
    'database',
    'user',
    'view',
    'function',
    'or',
    'procedure',
    'role',
    'login',
    'trigger',
    'temp',
    'temporary',
    'extension',
    'alias',
  ],
  alter: ['table', 'user', 'database', 'role', 'login', 'system', 'session'],
  truncate: ['table'],
  insert: ['into'],
  delete: ['from'],
  grant: ['all', 'select', 'insert', 'execute', 'dba'],
  waitfor: ['delay', 'time'],
  exec: [],
  execute: [],
  declare: [],
  shutdown: [],
  select: [],
  update: [],
  copy: [],
  call: [],
  vacuum: [],
  attach: ['database'],
  merge: ['into'],
  set: [],
  begin: [],
  if: [],
  do: [],
  kill: [],
  backup: ['database'],
  restore: ['database'],
  handler: [],
  pragma: [],
  rename: ['table'],
  with: [],
  replace: ['into'],
  load: ['data'],
  dbcc: [],
  commit: [],
  rollback: [],
  use: [],
};

/** Judges the continuation of a statement behind each place where its value could end. */
class Statement {
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
    if (this.#cuts(after) || (after.text === ';' && strong)) return operand.isConstant;
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
    const needed = first.kind === 'word' ? STATEMENTS[first.text] : undefined;
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

/** Where the value that this text is put into could end: at each quote, behind a number at its beginning, at its very beginning. */
function* breaks({ text }: Subject): Generator<Break> {
  const start = skipSpace(text, 0);
  yield { at: start, strong: false, quote: '' };
  let number = text[start] === '-' || text[start] === '+' ? start + 1 : start;
  const from = number;
  while (isDigit(text.charCodeAt(number)) || (number > from && text[number] === '.')) number++;
  if (number > from) yield { at: number, strong: true, quote: '' };
  const counts: Record<string, number> = { "'": 0, '"': 0 };
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const quote = text[at] ?? '';
    if (quote === '(') open++;
    // A parenthesis that the text has not opened closes one of the statement's.
    if (quote === ')' && --open < 0 && !isLetter(text.charCodeAt(at - 1)))
      yield { at: at + 1, strong: true, quote: '' };
    if (quote !== "'" && quote !== '"') continue;
    const count = (counts[quote] = (counts[quote] ?? 0) + 1);
    // In text that pairs its quotes, the second of a pair ends nothing that a statement had begun.
    yield { at: at + 1, strong: count % 2 === 1 || text[at - 1] === '\\', quote };
  }
}

/** `' or '1'='1`, `1 and sleep(5)`, `'; drop table users --`: the value is ended and the statement goes on. */
export function breaksOut(subject: Subject): Level {
  const statement = new Statement(subject);
  for (const one of breaks(subject)) if (mayContinue(subject.text, one.at) && statement.continues(one)) return 2;
  if (isBareOperator(subject.text.trim())) return 2;
  const whole = joined(subject);
  return whole === undefined ? 0 : breaksOut(whole);
}

/** `'-'`, `'^'`, `'|'0`: an operator between the quotes that the statement and the value have, and nothing else. */
function isBareOperator(text: string): boolean {
  const quote = text[0];
  if ((quote !== "'" && quote !== '"') || text.length < 3 || text.length > 5) return false;
  return '-+*&^|%='.includes(text[1] ?? ' ') && text[2] === quote && !isLetter(text.charCodeAt(3));
}

/** The same without comments within words (`UN/**\/ION`); undefined where there are none. */
function joined({ text, place }: Subject): Subject | undefined {
  let whole = '';
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', at + 2)) {
    if (text.slice(at, at + 4) !== '/**/' || !isLetter(text.charCodeAt(at - 1)) || !isLetter(text.charCodeAt(at + 4)))
      continue;
    // Between words it is a space.
    if (WORDS_APART.some((word) => endsAt(text, at, word))) continue;
    whole += text.slice(from, at);
    from = at + 4;
  }
  return from === 0 ? undefined : subjectOf(whole + text.slice(from), place);
}

const WORDS_APART = [
  'union',
  'select',
  'all',
  'distinct',
  'or',
  'and',
  'from',
  'where',
  'by',
  'order',
  'group',
  'having',
  'null',
  'into',
  'not',
  'is',
  'like',
  'xor',
];
const endsAt = (text: string, at: number, word: string): boolean =>
  text.slice(at - word.length, at).toLowerCase() === word && !isLetter(text.charCodeAt(at - word.length - 1));

/** Words by which a statement goes on; any other word ends the matter. */
const STARTS = new Set([
  ...LOGIC,
  ...COMPARISONS,
  'union',
  'intersect',
  'except',
  'minus',
  'order',
  'group',
  'limit',
  'offset',
  'into',
  'procedure',
  'waitfor',
  'returning',
  'collate',
  'div',
  'mod',
]);
const LONGEST_START = 10;

/** A look at the next character or word, before any token is made. */
function mayContinue(text: string, from: number): boolean {
  const at = skipSpace(text, from);
  const code = text.charCodeAt(at);
  if (isLetter(code)) {
    const end = wordEnd(text, at);
    return end - at <= LONGEST_START && STARTS.has(text.slice(at, end).toLowerCase());
  }
  return !Number.isNaN(code) && ')|&;=<>!+-*^/%,~'.includes(String.fromCharCode(code));
}

/** `admin'--`: the rest of the statement is cut off. Behind an apostrophe in a sentence a dash goes on with words. */
export function cutsOff({ text }: Subject): Level {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 39 && code !== 34) continue;
    let after = skipSpace(text, at + 1);
    while (text[after] === ')' || text[after] === ';') after = skipSpace(text, after + 1);
    const isDash = text.startsWith('--', after);
    if (!isDash && text[after] !== '#' && !text.startsWith('/*', after)) continue;
    const rest = text.slice(isDash || text[after] === '/' ? after + 2 : after + 1, after + 40).trim();
    const isTail =
      rest === '' || rest === '-' || rest === '+' || rest === '*/' || (rest.length <= 2 && isDash && text.length < 60);
    // One word or number in front, as a user's name would be.
    const before = text.slice(Math.max(0, at - 40), at);
    const words = wordsWithin(before, 0);
    if (isTail && words <= 2) return 2;
  }
  return 0;
}

/** `union select 1,2`, wherever it stands, with what text would not have: constants as columns, or a table and a cut. */
export function unites(subject: Subject): Level {
  const { lower } = subject;
  const whole = joined(subject);
  if (whole !== undefined && unites(whole) === 2) return 2;
  if (!lower.includes('union')) return 0;
  const statement = new Statement(subject);
  let level: Level = 0;
  return (
    findAt<Level>(lower, 'union', (at) => {
      if (at > 0 && (isLetter(lower.charCodeAt(at - 1)) || lower[at - 1] === '_')) return undefined;
      if (isWordCode(lower.charCodeAt(at + 5))) return undefined;
      if (statement.selectsBehind(at + 5)) level = 1;
      return statement.isUnion(at + 5) && !isSpokenOf(subject, at) ? 2 : undefined;
    }) ?? level
  );
}

/** A statement that a sentence is about: plain words in front of it and nothing that cuts the rest off. */
function isSpokenOf({ text, lower }: Subject, at: number): boolean {
  if (wordsBefore(text, backOverSpace(text, at)) < 2) return false;
  return (
    !lower.includes('--', at) && !lower.includes('#', at) && !lower.includes('/*', at) && !lower.includes('null', at)
  );
}

/** `or 1=1 --` behind any value, `;drop table users --` behind any text. */
export function goesOn(subject: Subject): Level {
  const { lower, text } = subject;
  const statement = new Statement(subject);
  for (let at = lower.indexOf(';'); at >= 0; at = lower.indexOf(';', at + 1)) {
    const first = statement.next(at + 1);
    if (!statement.isStatement(first)) continue;
    if (endsStatement(lower, first.end) || (wordsBefore(text, at) < 2 && wordsBehind(text, at) < 5)) return 2;
  }
  // A whole statement that ends as one, and nothing else.
  const begins = statement.next(0);
  if (statement.isStatement(begins) && endsStatement(lower, begins.end)) return 2;
  for (const word of ['or', 'and', '||', '&&']) {
    const found = findAt<Level>(lower, word, (at) => (isTautology(statement, lower, at, word.length) ? 2 : undefined));
    if (found !== undefined) return found;
  }
  return 0;
}

function endsStatement(lower: string, from: number): boolean {
  const end = backOverSpace(lower, lower.length);
  const last = lower[end - 1];
  if (last === '#' || last === ';' || lower.endsWith('*/')) return true;
  const cut = lower.lastIndexOf('--');
  return cut >= from && cut >= end - 6;
}

/** The same constant on both sides, and nothing of a sentence behind it. */
function isTautology(statement: Statement, lower: string, at: number, length: number): boolean {
  if (at === 0 || (isLetter(lower.charCodeAt(at)) && isWordCode(lower.charCodeAt(at - 1)))) return false;
  const left = statement.next(at + length);
  if (left.kind !== 'number' && left.kind !== 'string') return false;
  const comparison = statement.next(left.end);
  if (comparison.text !== '=' && comparison.text !== 'like') return false;
  const right = statement.next(comparison.end);
  if (right.kind !== left.kind || right.text !== left.text) return false;
  const after = statement.next(right.end);
  return (
    after.kind === 'end' ||
    after.kind === 'comment' ||
    after.text === ')' ||
    after.text === ';' ||
    after.text === '%' ||
    after.text === '+'
  );
}

/** Calls that only payloads make, with what makes them one: a time, a select, a path, an address. */
const TELLING: readonly (readonly [string, readonly string[]])[] = [
  ['sleep', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '(', '@']],
  ['benchmark', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ['extractvalue', []],
  ['updatexml', []],
  ['load_file', []],
  ['xp_cmdshell', []],
  ['receive_message', []],
  ['utl_http.request', []],
  ['get_host_address', []],
  ['pg_read_file', []],
  ['lo_import', []],
  ['xp_dirtree', []],
  ['xp_regread', []],
  ['query_to_xml', []],
  ['load_extension', []],
  ['sys_eval', []],
  ['sys_exec', []],
  ['drithsx', []],
  ['randomblob', []],
];

/** `(select … from information_schema…)`, `benchmark(5000000,md5(1))`, `exec xp_cmdshell 'dir'`. */
export function callsDatabase(subject: Subject): Level {
  const { lower, text } = subject;
  let level: Level = 0;
  const isCall = lower.includes('(');
  const isJoined = lower.includes('_');
  for (const [name, first] of TELLING) {
    if ((!isCall && !name.startsWith('xp_')) || (!isJoined && name.includes('_'))) continue;
    const found = findAt<Level>(lower, name, (at) => {
      const before = lower.charCodeAt(at - 1);
      if (name === 'sleep' && (isLetter(before) || before === 46)) return undefined;
      let after = at + name.length;
      const isSpaced = isSpace(lower.charCodeAt(after));
      after = skipSpace(lower, after);
      if (name.startsWith('xp_') && (lower[after] === "'" || lower[after] === '"' || lower[after] === '(')) return 2;
      if (lower[after] !== '(') return undefined;
      const argument = skipSpace(lower, after + 1);
      if (first.length > 0 && !first.includes(lower[argument] ?? '')) return undefined;
      if (lower[argument] === ')') return undefined;
      return wordsBefore(text, at) >= 3 || isSpaced ? 1 : 2;
    });
    if (found === 2) return 2;
    if (found !== undefined) level = found;
  }
  if (lower.includes('waitfor') && findWaitFor(subject)) return 2;
  return hasSubselect(subject) || choosesByConstant(subject)
    ? 2
    : lower.includes('information_schema') || lower.includes('@@version')
      ? 1
      : level;
}

function findWaitFor(subject: Subject): boolean {
  const statement = new Statement(subject);
  return (
    findAt(subject.lower, 'waitfor', (at) => {
      const delay = statement.next(at + 7);
      return (delay.text === 'delay' || delay.text === 'time') &&
        ['string', 'variable'].includes(statement.next(delay.end).kind)
        ? true
        : undefined;
    }) ?? false
  );
}

/** `case when 1=1 then`: a choice between constants, which asks a yes or a no of the database. */
function choosesByConstant(subject: Subject): boolean {
  if (!subject.lower.includes('when')) return false;
  const statement = new Statement(subject);
  return (
    findAt(subject.lower, 'case', (at) => {
      const when = statement.next(at + 4);
      const left = statement.next(when.end);
      const first = left.text === '(' ? statement.next(left.end) : left;
      const comparison = statement.next(first.end);
      return when.text === 'when' &&
        first.kind === 'number' &&
        COMPARISONS.has(comparison.text) &&
        statement.next(comparison.end).kind === 'number'
        ? true
        : undefined;
    }) ?? false
  );
}

/** A select in parentheses that reads something, beside an operator or within a call. */
function hasSubselect(subject: Subject): boolean {
  const { lower } = subject;
  if (!lower.includes('select')) return false;
  const statement = new Statement(subject);
  return (
    findAt(lower, 'select', (at) => {
      let before = backOverSpace(lower, at);
      if (lower[before - 1] !== '(') return undefined;
      while (lower[before - 1] === '(') before = backOverSpace(lower, before - 1);
      const lead = lower.charCodeAt(before - 1);
      const isJoined =
        before === 0 ||
        (!Number.isNaN(lead) && '=<>|&+-*/,^%;'.includes(String.fromCharCode(lead))) ||
        isWordCode(lead);
      if (!isJoined || wordsBefore(lower, before) >= 3) return undefined;
      const column = statement.next(at + 6);
      return column.text === '*' ||
        column.kind === 'number' ||
        column.kind === 'variable' ||
        column.kind === 'string' ||
        lower.includes(' from ', at) ||
        lower.includes('(', column.end) ||
        column.text === 'case'
        ? true
        : undefined;
    }) ?? false
  );
}
