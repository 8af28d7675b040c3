/** Parts of `pg` that are missing from its types; see batch.ts. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
