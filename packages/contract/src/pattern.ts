/**
 * Patterns that senders define for text fields. For every pattern, matching takes time linear in the length of the
 * text. All reachable states are followed in parallel (Thompson 1968), so no path is tried twice. JavaScript's own
 * engine backtracks, so matching `(a+)+$` against thirty letters would block the whole service. Sizes are computed
 * before repetitions are expanded, and the sizes of all patterns in a request are added up (ADR 42).
 */

/** The maximum length of a pattern, and of the values that it is tested against (postcodes, numbers, references). */
export const PATTERN_MAX_LENGTH = 200;
/** The maximum number of steps in one pattern, after repetitions are expanded. */
const MAX_SIZE = 500;
/**
 * The limit for all patterns in a request, measured by `patternCost`. In the worst case, it corresponds to 5 ms on a
 * slow core.
 */
export const PATTERNS_BUDGET = 250_000;
/** The cost of reading a character or creating a step, measured in matching steps. */
const PREPARING = 15;

/** Thrown for an invalid pattern. `message` continues a sentence that starts with "must be a valid pattern: ". */
export class PatternError extends Error {
  override name = 'PatternError';
}

type Test = (character: string) => boolean;
/**
 * `size` is the number of steps and character tests. `longest` is the maximum number of characters that the pattern
 * matches.
 */
type Measure = { size: number; longest: number };
type Node = Measure &
  (
    | { kind: 'one'; test: Test }
    | { kind: 'all'; parts: Node[] }
    | { kind: 'either'; parts: Node[] }
    | { kind: 'repeat'; part: Node; min: number; max: number }
  );
type Matching = { size: number; test: Test };
/**
 * A step either tests a character and continues with the next step, or is a fork. The end state follows the last step.
 */
type Step = { test: Test | undefined; to: number[] };

/**
 * Returns a function that tests whether a whole string matches. As in HTML's `pattern`, no anchors are needed, but `^`
 * at the start and `$` at the end are allowed. Supports characters, `.`, classes, `\d \w \s` and their opposites,
 * `\p{L}` and similar, groups, alternatives, and `* + ? {n} {n,} {n,m}`. Throws PatternError for look-around, back
 * references and everything else.
 */
export function compilePattern(source: string): (text: string) => boolean {
  const pattern = parse(source);
  const program: Step[] = [];
  emit(program, pattern);
  // Each character has at most two UTF-16 units. A text with more units than `longest` characters can have is not
  // tested, because it cannot match.
  return (text) => text.length <= 2 * pattern.longest && run(program, text);
}

/**
 * Computes the maximum work for matching a pattern against a text of at most `maxLength` characters, without matching.
 * Throws PatternError like `compilePattern`.
 */
export function patternCost(source: string, maxLength = PATTERN_MAX_LENGTH): number {
  const { size, longest } = parse(source);
  return PREPARING * (source.length + size) + size * Math.min(longest, maxLength, PATTERN_MAX_LENGTH);
}

function parse(source: string): Node {
  if (source.length > PATTERN_MAX_LENGTH) throw new PatternError(`it has more than ${PATTERN_MAX_LENGTH} characters`);
  return new Parser(source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')).pattern();
}

/**
 * Returns a size if it is within the limit. Every computed size is checked, so that multiplied repetitions never become
 * too large.
 */
function fitting(size: number): number {
  if (size > MAX_SIZE) throw new PatternError('it has too many repetitions');
  return size;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const sizeOf = (parts: readonly Node[]): number => sum(parts.map(({ size }) => size));
const longestOf = (parts: readonly Node[]): number[] => parts.map(({ longest }) => longest);

const CLASSES: Readonly<Record<string, Test>> = { d: within(/^\d$/u), w: within(/^\w$/u), s: within(/^\s$/u) };
const PROPERTIES: Readonly<Record<string, Test>> = {
  L: within(/^\p{L}$/u),
  Lu: within(/^\p{Lu}$/u),
  Ll: within(/^\p{Ll}$/u),
  N: within(/^\p{N}$/u),
  Nd: within(/^\p{Nd}$/u),
  P: within(/^\p{P}$/u),
};

/** Stores the result for the last character, because all states test the same character in turn. */
function within(expression: RegExp): Test {
  let last: string | undefined;
  let isWithin = false;
  return (one) => {
    if (one !== last) isWithin = expression.test(one);
    last = one;
    return isWithin;
  };
}
const MAX_DEPTH = 30;

class Parser {
  private readonly characters: string[];
  private at = 0;
  private depth = 0;

  constructor(source: string) {
    this.characters = [...source];
  }

  pattern(): Node {
    const node = this.alternatives();
    if (this.at < this.characters.length) throw new PatternError('a ) has no matching (');
    return node;
  }

  private alternatives(): Node {
    const first = this.sequence();
    const parts = [first];
    while (this.take('|')) parts.push(this.sequence());
    if (parts.length === 1) return first;
    const size = fitting(1 + parts.length + sizeOf(parts));
    return { kind: 'either', parts, size, longest: Math.max(...longestOf(parts)) };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.characters.length && this.peek() !== '|' && this.peek() !== ')')
      parts.push(this.repeated(this.atom()));
    // One is added so that even an empty part has a cost when it is repeated.
    return { kind: 'all', parts, size: fitting(1 + sizeOf(parts)), longest: sum(longestOf(parts)) };
  }

  private repeated(part: Node): Node {
    const counts = this.counts();
    if (counts === null) return part;
    if (this.peek() === '?' || this.counts() !== null)
      throw new PatternError('a repetition follows another repetition');
    const times = counts.max === Infinity ? counts.min + 1 : counts.max;
    const longest = part.longest === 0 ? 0 : part.longest * counts.max;
    return { kind: 'repeat', part, ...counts, size: fitting(2 + times * (part.size + 1)), longest };
  }

  private counts(): { min: number; max: number } | null {
    if (this.take('*')) return { min: 0, max: Infinity };
    if (this.take('+')) return { min: 1, max: Infinity };
    if (this.take('?')) return { min: 0, max: 1 };
    const match = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(this.characters.slice(this.at, this.at + 12).join(''));
    if (match === null) return null;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === undefined ? Infinity : Number(match[3]);
    if (max < min) throw new PatternError('the maximum of a repetition is below its minimum');
    return { min, max };
  }

  private atom(): Node {
    const character = this.next();
    if (character === '(') return this.group();
    return { kind: 'one', ...this.single(character), longest: 1 };
  }

  private single(character: string): Matching {
    if (character === '[') return this.characterClass();
    if (character === '.') return { size: 1, test: (one) => one !== '\n' && one !== '\r' };
    if (character === '\\') return { size: 1, test: this.escaped() };
    if ('*+?{'.includes(character)) throw new PatternError(`there is nothing for ${character} to repeat`);
    if (character === '^' || character === '$')
      throw new PatternError(`${character} can only be at the start or the end`);
    return { size: 1, test: (one) => one === character };
  }

  private group(): Node {
    if (this.take('?') && !this.take(':'))
      throw new PatternError('look-around and named groups are not supported; use plain groups');
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new PatternError('groups are nested too deeply');
    const node = this.alternatives();
    this.depth -= 1;
    if (!this.take(')')) throw new PatternError('a ( is not closed');
    return node;
  }

  private escaped(): Test {
    const character = this.next();
    const known = CLASSES[character.toLowerCase()];
    if (known) return character === character.toLowerCase() ? known : not(known);
    if (character === 'p' || character === 'P') {
      const name = /^\{(\w+)\}/.exec(this.characters.slice(this.at, this.at + 8).join(''));
      const property = PROPERTIES[name?.[1] ?? ''];
      if (name === null || property === undefined)
        throw new PatternError(`\\${character} must be followed by one of {${Object.keys(PROPERTIES).join('}, {')}}`);
      this.at += name[0].length;
      return character === 'p' ? property : not(property);
    }
    if (character === 't') return (one) => one === '\t';
    if (character === 'n') return (one) => one === '\n';
    if (/[\p{L}\p{N}]/u.test(character)) throw new PatternError(`\\${character} is not supported`);
    return (one) => one === character;
  }

  private characterClass(): Matching {
    const isNegated = this.take('^');
    const tests: Test[] = [];
    while (!this.take(']')) {
      const first = this.next('a [ is not closed');
      if (first === '\\') {
        tests.push(this.escaped());
      } else if (this.peek() === '-' && this.characters[this.at + 1] !== ']') {
        this.at += 1;
        tests.push(range(first, this.next('a [ is not closed')));
      } else {
        tests.push((one) => one === first);
      }
    }
    return { size: 1 + tests.length, test: (one) => tests.some((test) => test(one)) !== isNegated };
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at += 1;
    return true;
  }

  private next(otherwise = 'it ends too early'): string {
    const character = this.peek();
    if (character === undefined) throw new PatternError(otherwise);
    this.at += 1;
    return character;
  }
}

const not =
  (test: Test): Test =>
  (one) =>
    !test(one);

function range(from: string, to: string): Test {
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (to === '\\' || high < low) throw new PatternError(`${from}-${to} is not a range`);
  return (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code >= low && code <= high;
  };
}

function emit(program: Step[], node: Node): void {
  switch (node.kind) {
    case 'one':
      program.push({ test: node.test, to: [] });
      return;
    case 'all':
      for (const part of node.parts) emit(program, part);
      return;
    case 'either':
      emitEither(program, node.parts);
      return;
    case 'repeat':
      for (let count = 0; count < node.min; count++) emit(program, node.part);
      emitOptional(program, node);
  }
}

function fork(program: Step[], ...to: number[]): number[] {
  program.push({ test: undefined, to });
  return to;
}

/** Emits a fork to each alternative. Each alternative ends with a jump to the common end. */
function emitEither(program: Step[], parts: readonly Node[]): void {
  const entries = fork(program);
  const exits = parts.map((part) => {
    entries.push(program.length);
    emit(program, part);
    return fork(program);
  });
  for (const exit of exits) exit.push(program.length);
}

/**
 * Emits the part of a repetition beyond its minimum: a loop, or a series of optional parts that can end after each
 * part.
 */
function emitOptional(program: Step[], { part, min, max }: Extract<Node, { kind: 'repeat' }>): void {
  if (max === Infinity) {
    const start = program.length;
    const onward = fork(program, start + 1);
    emit(program, part);
    fork(program, start);
    onward.push(program.length);
    return;
  }
  const onward: number[][] = [];
  for (let count = min; count < max; count++) {
    onward.push(fork(program, program.length + 1));
    emit(program, part);
  }
  for (const to of onward) to.push(program.length);
}

/** Follows all states in parallel. For each character, there are at most as many states as steps. */
function run(program: readonly Step[], text: string): boolean {
  /** The text position at which each state was last entered, or 0 if it never was. */
  const entered = new Int32Array(program.length + 1);
  let position = 1;
  const states: number[] = [];
  const next = [0];
  follow(program, next, states, entered, position);
  for (const character of text) {
    position += 1;
    next.length = 0;
    for (const state of states) if (program[state]?.test?.(character) === true) next.push(state + 1);
    states.length = 0;
    follow(program, next, states, entered, position);
    if (entered[program.length] !== position && states.length === 0) return false;
  }
  return entered[program.length] === position;
}

/** Adds to `states` every state, except forks, that the pending states reach without reading a character. */
function follow(
  program: readonly Step[],
  pending: number[],
  states: number[],
  entered: Int32Array,
  position: number,
): void {
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (entered[state] === position) continue;
    entered[state] = position;
    const step = program[state];
    if (step === undefined) continue;
    if (step.test) states.push(state);
    else for (const to of step.to) pending.push(to);
  }
}
