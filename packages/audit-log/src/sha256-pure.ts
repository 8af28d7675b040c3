/**
 * SHA-256 (FIPS 180-4) for browsers. Web Crypto hashes only asynchronously and only in secure contexts, so every tree
 * function would need a second version (ADR 119).
 */

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2). */
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes (§5.3.3). */
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(BLOCK);
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    schedule(words, view, offset);
    compress(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [at, word] of state.entries()) out.setUint32(at * 4, word);
  return digest;
}

/** Appends the padding: a one bit, zeros, and the message length in bits (§5.1.1). */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

/** Prepares the message schedule (§6.2.2, step 1). */
function schedule(words: Uint32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(offset + t * 4);
  for (let t = 16; t < BLOCK; t++) {
    const [two, seven, fifteen, sixteen] = [at(words, t - 2), at(words, t - 7), at(words, t - 15), at(words, t - 16)];
    const small0 = rotate(fifteen, 7) ^ rotate(fifteen, 18) ^ (fifteen >>> 3);
    const small1 = rotate(two, 17) ^ rotate(two, 19) ^ (two >>> 10);
    words[t] = small1 + seven + small0 + sixteen;
  }
}

/** Compresses one block (§6.2.2, steps 2 to 4). */
function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < BLOCK; t++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + big1 + choice + (ROUND_CONSTANTS[t] ?? 0) + at(words, t)) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + big0 + majority) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + value;
}

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

/** A double has 53 bits, and the roots are below 20, so the first 32 fractional bits are exact. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}
