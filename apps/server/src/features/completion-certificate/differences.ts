/** The differences between a statement and its rebuilt version, as paths such as `parties[0].signedAt`. */
export type Difference = { readonly path: string; readonly said: string; readonly now: string };

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

const MAX_DIFFERENCES = 20;

/**
 * Compares two statements. A property that exists in only one of the statements comes from another version of the
 * format and is not compared.
 *
 * @param isErased true if some personal data was erased, so values that cannot be rebuilt do not count as differences
 */
export function differencesOf(sealed: object, rebuilt: object, isErased: boolean): Difference[] {
  const found: Difference[] = [];
  const compare = (said: Value | undefined, now: Value | undefined, path: string): void => {
    if (said === undefined || now === undefined || found.length >= MAX_DIFFERENCES) return;
    if (isErased && isNothing(now)) return;
    if (isList(said) && isList(now)) {
      if (said.length === now.length)
        for (const [index, one] of said.entries()) compare(one, now[index], `${path}[${index}]`);
      else found.push({ path, said: `${said.length} lines`, now: `${now.length} lines` });
    } else if (isObject(said) && isObject(now)) {
      for (const key of Object.keys(said)) compare(said[key], now[key], path === '' ? key : `${path}.${key}`);
    } else if (said !== now) found.push({ path, said: shown(said), now: shown(now) });
  };
  compare(plain(sealed), plain(rebuilt), '');
  return found;
}

const plain = (value: object): Value => JSON.parse(JSON.stringify(value)) as Value;
const isNothing = (value: Value): boolean => value === null || value === '' || (isList(value) && value.length === 0);
const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const isObject = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !isList(value);
const shown = (value: Value): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
