/** Parts of `pg` that its types leave out; see batch.ts. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
