/**
 * Patterns that senders give for text fields, matched in time linear in the text whatever the pattern: the states that the
 * text read so far can have led to are followed side by side (Thompson 1968), nothing is ever tried twice. JavaScript's own
 * engine backtracks: `(a+)+$` against thirty letters would hold the whole service up.
 */

/** Of the pattern's own text, and of the texts that it is for: postcodes, numbers, references. */
export const PATTERN_MAX_LENGTH = 200;
/** Steps of the program that it becomes, its repetitions written out. */
const MAX_STEPS = 500;

/** `message` goes on after "must be a pattern: ". */
export class PatternError extends Error {
  override name = 'PatternError';
}

type Test = (character: string) => boolean;
type Node =
  | { kind: 'empty' }
  | { kind: 'one'; test: Test }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'either'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };
type Step = { kind: 'one'; test: Test } | { kind: 'split'; to: number[] } | { kind: 'end' };

/**
 * Answers with what says whether a whole text matches (as HTML's `pattern` does: no anchors are needed, `^` in front and `$`
 * behind may stand there). Known are: characters, `.`, classes, `\d \w \s` and their opposites, `\p{L}` and the like, groups,
 * alternatives, and `* + ? {n} {n,} {n,m}`. Throws PatternError for look-around, back references and whatever else.
 */
export function compilePattern(source: string): (text: string) => boolean {
  if (source.length > PATTERN_MAX_LENGTH) throw new PatternError(`it has more than ${PATTERN_MAX_LENGTH} characters`);
  const program: Step[] = [];
  emit(program, new Parser(source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')).pattern());
  program.push({ kind: 'end' });
  return (text) => run(program, text);
}

const CLASSES: Readonly<Record<string, RegExp>> = { d: /^\d$/u, w: /^\w$/u, s: /^\s$/u };
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  L: /^\p{L}$/u,
  Lu: /^\p{Lu}$/u,
  Ll: /^\p{Ll}$/u,
  N: /^\p{N}$/u,
  Nd: /^\p{Nd}$/u,
  P: /^\p{P}$/u,
};
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
    if (this.at < this.characters.length) throw new PatternError('a ) has no ( before it');
    return node;
  }

  private alternatives(): Node {
    const parts = [this.sequence()];
    while (this.take('|')) parts.push(this.sequence());
    return parts.length === 1 ? (parts[0] ?? { kind: 'empty' }) : { kind: 'either', parts };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.characters.length && this.peek() !== '|' && this.peek() !== ')')
      parts.push(this.repeated(this.atom()));
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'all', parts };
  }

  private repeated(part: Node): Node {
    const counts = this.counts();
    if (counts === null) return part;
    if (this.peek() === '?' || this.counts() !== null) throw new PatternError('a repetition stands after a repetition');
    return { kind: 'repeat', part, ...counts };
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
    if (max < min) throw new PatternError('a repetition ends below its beginning');
    return { min, max };
  }

  private atom(): Node {
    const character = this.next();
    if (character === '(') return this.group();
    if (character === '[') return { kind: 'one', test: this.characterClass() };
    if (character === '.') return { kind: 'one', test: (one) => one !== '\n' && one !== '\r' };
    if (character === '\\') return { kind: 'one', test: this.escaped() };
    if ('*+?{'.includes(character)) throw new PatternError(`there is nothing that ${character} could repeat`);
    if (character === '^' || character === '$') throw new PatternError(`${character} may stand at the ends only`);
    return { kind: 'one', test: (one) => one === character };
  }

  private group(): Node {
    if (this.take('?') && !this.take(':'))
      throw new PatternError('look-around and named groups are not known here, plain groups are');
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new PatternError('its groups stand too deep in each other');
    const node = this.alternatives();
    this.depth -= 1;
    if (!this.take(')')) throw new PatternError('a ( is not closed');
    return node;
  }

  private escaped(): Test {
    const character = this.next();
    const known = CLASSES[character.toLowerCase()];
    if (known !== undefined) return character === character.toLowerCase() ? within(known) : without(known);
    if (character === 'p' || character === 'P') {
      const name = /^\{(\w+)\}/.exec(this.characters.slice(this.at, this.at + 8).join(''));
      const property = PROPERTIES[name?.[1] ?? ''];
      if (name === null || property === undefined)
        throw new PatternError(`\\${character} takes one of {${Object.keys(PROPERTIES).join('}, {')}}`);
      this.at += name[0].length;
      return character === 'p' ? within(property) : without(property);
    }
    if (character === 't') return (one) => one === '\t';
    if (character === 'n') return (one) => one === '\n';
    if (/[\p{L}\p{N}]/u.test(character)) throw new PatternError(`\\${character} is not known here`);
    return (one) => one === character;
  }

  private characterClass(): Test {
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
    return (one) => tests.some((test) => test(one)) !== isNegated;
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

const within =
  (expression: RegExp): Test =>
  (one) =>
    expression.test(one);
const without =
  (expression: RegExp): Test =>
  (one) =>
    !expression.test(one);

function range(from: string, to: string): Test {
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (to === '\\' || high < low) throw new PatternError(`${from}-${to} is no range`);
  return (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code >= low && code <= high;
  };
}

function emit(program: Step[], node: Node): void {
  if (program.length > MAX_STEPS) throw new PatternError('it repeats too much');
  switch (node.kind) {
    case 'empty':
      return;
    case 'one':
      program.push(node);
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

/** A split that leads to each alternative; behind each, a way to the end of all. */
function emitEither(program: Step[], parts: readonly Node[]): void {
  const fork: Extract<Step, { kind: 'split' }> = { kind: 'split', to: [] };
  program.push(fork);
  const exits = parts.map((part) => {
    fork.to.push(program.length);
    emit(program, part);
    const exit: Extract<Step, { kind: 'split' }> = { kind: 'split', to: [] };
    program.push(exit);
    return exit;
  });
  for (const exit of exits) exit.to.push(program.length);
}

/** What a repetition adds to its least number: a loop, or so many parts that may each be the first to be left out. */
function emitOptional(program: Step[], { part, min, max }: Extract<Node, { kind: 'repeat' }>): void {
  if (max === Infinity) {
    const start = program.length;
    const fork: Extract<Step, { kind: 'split' }> = { kind: 'split', to: [start + 1] };
    program.push(fork);
    emit(program, part);
    program.push({ kind: 'split', to: [start] });
    fork.to.push(program.length);
    return;
  }
  const forks: Extract<Step, { kind: 'split' }>[] = [];
  for (let count = min; count < max; count++) {
    const fork: Extract<Step, { kind: 'split' }> = { kind: 'split', to: [program.length + 1] };
    forks.push(fork);
    program.push(fork);
    emit(program, part);
  }
  for (const fork of forks) fork.to.push(program.length);
}

/** Follows all states at once: at most as many as the program has steps, for each character. */
function run(program: readonly Step[], text: string): boolean {
  let states = closure(program, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const state of states) {
      const step = program[state];
      if (step?.kind === 'one' && step.test(character)) next.push(state + 1);
    }
    states = closure(program, next);
    if (states.size === 0) return false;
  }
  return states.has(program.length - 1);
}

/** All states that can be had without reading a character. */
function closure(program: readonly Step[], from: number[]): Set<number> {
  const states = new Set<number>();
  const pending = [...from];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (states.has(state)) continue;
    states.add(state);
    const step = program[state];
    if (step?.kind === 'split') pending.push(...step.to);
  }
  return states;
}
