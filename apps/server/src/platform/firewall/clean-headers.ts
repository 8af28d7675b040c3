/**
 * Caches headers that were inspected and allowed. A browser sends a dozen headers with each request and a program
 * three. Nearly all of them repeat unchanged, so they are looked up instead of inspected. Secrets and values that
 * change each time are not cached.
 */
const NOT_KEPT = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'idempotency-key',
  'content-length',
  'traceparent',
]);
const LONGEST = 512;
/**
 * The maximum number of cached headers, which take at most a megabyte. Beyond that, new values are inspected every
 * time.
 */
const MOST = 2000;

export class CleanHeaders {
  readonly #values = new Map<string, Set<string>>();
  #count = 0;

  has(name: string, value: string): boolean {
    return this.#values.get(name)?.has(value) === true;
  }

  add(name: string, value: string): void {
    if (name.length + value.length > LONGEST || NOT_KEPT.has(name.toLowerCase())) return;
    if (this.#count >= MOST) {
      this.#values.clear();
      this.#count = 0;
    }
    const values = this.#values.get(name);
    if (values) values.add(value);
    else this.#values.set(name, new Set([value]));
    this.#count += 1;
  }
}
