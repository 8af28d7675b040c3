/**
 * Generates hostile texts from regular expressions. A pattern is most expensive if a text almost matches it repeatedly.
 * The generated texts therefore repeat matching text, its prefixes, the text of nested parts, and mixtures of all
 * patterns. A new pattern needs no separate test.
 */

/** Returns a mulberry32 generator, so that the texts are the same in every run. */
export function chance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: <T>(from: readonly T[]): T => from[below(from.length)] as T };
}
export type Chance = ReturnType<typeof chance>;

/** The parts of a generated text, in order. `rest` is the text without the last part. */
type Sample = { parts: readonly string[]; rest: string };

/**
 * Reads the alternatives of a pattern in order and generates texts that match them. Supports the syntax of the
 * firewall's rules.
 */
class Sampler {
  readonly #source: string;
  readonly #chance: Chance;
  #at = 0;

  constructor(source: string, random: Chance) {
    this.#source = source;
    this.#chance = random;
  }

  sample(): Sample {
    this.#at = 0;
    const parts = this.#alternatives();
    if (this.#at < this.#source.length) throw new Error(`${this.#source} has syntax that is not known here`);
    return { parts, rest: parts.slice(0, -1).join('') };
  }

  #peek = (): string => this.#source[this.#at] ?? '';
  #take = (): string => this.#source[this.#at++] ?? '';

  /** Reads all alternatives and selects one of them at random. */
  #alternatives(): string[] {
    const all = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return this.#chance.pick(all);
  }

  #sequence(): string[] {
    const parts: string[] = [];
    while (this.#peek() !== '' && !'|)'.includes(this.#peek())) {
      const part = this.#atom();
      for (let times = this.#times(); times > 0; times -= 1) parts.push(...part);
    }
    return parts;
  }

  #times(): number {
    const sign = this.#peek();
    if (sign === '*' || sign === '?' || sign === '+') {
      this.#at += 1;
      if (this.#peek() === '?') this.#at += 1;
      return (sign === '+' ? 1 : 0) + this.#chance.below(2);
    }
    const counted = /^\{(\d+)(?:,\d*)?\}/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (!counted) return 1;
    this.#at += counted[0].length;
    return Number(counted[1]);
  }

  #atom(): string[] {
    const sign = this.#take();
    switch (sign) {
      case '(': {
        if (this.#source.startsWith('?:', this.#at)) this.#at += 2;
        const parts = this.#alternatives();
        this.#at += 1;
        return parts;
      }
      case '[':
        return [this.#class()];
      case '\\':
        return [escaped(this.#take(), () => this.#hex())];
      case '.':
        return ['x'];
      case '^':
      case '$':
        return [];
      default:
        return [sign];
    }
  }

  #hex(): string {
    this.#at += 2;
    return String.fromCharCode(Number.parseInt(this.#source.slice(this.#at - 2, this.#at), 16));
  }

  #class(): string {
    const isNot = this.#peek() === '^';
    if (isNot) this.#at += 1;
    const members: string[] = [];
    while (this.#peek() !== ']') {
      const sign = this.#take();
      const member = sign === '\\' ? escaped(this.#take(), () => this.#hex()) : sign;
      if (sign === '-' && members.length > 0 && this.#peek() !== ']') this.#at += 1;
      else members.push(member);
    }
    this.#at += 1;
    return isNot
      ? (['x', '1', ' ', '~', '\u00e9'].find((one) => !members.includes(one)) ?? '')
      : this.#chance.pick(members);
  }
}

function escaped(sign: string, hex: () => string): string {
  const KINDS: Record<string, string> = {
    d: '1',
    w: 'a',
    s: ' ',
    W: ' ',
    S: 'a',
    D: 'a',
    b: '',
    B: '',
    n: '\n',
    r: '\r',
    t: '\t',
  };
  return sign === 'x' ? hex() : (KINDS[sign] ?? sign);
}

const LEAST_VARIANTS = 3;

const fill = (piece: string, length: number): string =>
  piece === '' ? '' : piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Generates texts of a given length that nearly match a pattern. Each has a name that describes its construction. */
export function* hostileTexts(
  source: string,
  length: number,
  random: Chance,
  variants: number = LEAST_VARIANTS,
): Generator<[name: string, text: string]> {
  const sampler = new Sampler(source, random);
  for (let variant = 0; variant < variants; variant += 1) {
    const { parts, rest } = sampler.sample();
    const whole = parts.join('');
    yield ['all but the end, repeated', fill(rest, length)];
    yield ['all but the end, with a space between', fill(`${rest} `, length)];
    yield ['all but the beginning, repeated', fill(whole.slice(1), length)];
    yield ['one beginning, then its last part repeated', rest + fill(parts.at(-2) ?? ' ', length - rest.length)];
    const cut = rest.slice(0, 1 + random.below(Math.max(1, rest.length)));
    yield ['a beginning, repeated', fill(cut, length)];
    const half = fill(cut, length / 2);
    yield ['beginnings, then endings', half + fill(whole.slice(cut.length) || '}', length / 2)];
  }
}

/** Returns parts of many patterns in random order. */
export function mixture(sources: readonly string[], length: number, random: Chance): string {
  let text = '';
  while (text.length < length) {
    const { parts, rest } = new Sampler(random.pick(sources), random).sample();
    text += random.below(2) === 0 ? rest : (random.pick(parts) ?? '');
    if (text === '') text = ' ';
  }
  return text.slice(0, length);
}
