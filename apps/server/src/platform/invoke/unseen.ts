/** Informs a caller that the contract has removed invisible control characters from the input (docs/adr/0082). */
import { hasUnseen, withoutUnseen } from '@countersign/contract';

/** The maximum number of paths that get their own warning. Further paths are only counted. */
const MAX_NAMED = 10;

/** Returns the paths of strings that lost characters between input and parsed value, such as `signers[0].name`. */
export function removedFrom(sent: unknown, parsed: unknown, path = ''): string[] {
  if (typeof sent === 'string') {
    if (!hasUnseen(sent)) return [];
    // In a form, JSON is sent as text. A parsed list is therefore compared as a whole.
    const kept = typeof parsed === 'string' ? parsed : (JSON.stringify(parsed) ?? '');
    return unseenIn(kept) < unseenIn(sent) ? [path] : [];
  }
  if (typeof sent !== 'object' || sent === null) return [];
  const read = (key: string | number): unknown =>
    typeof parsed === 'object' && parsed !== null ? (parsed as Record<string | number, unknown>)[key] : undefined;
  if (Array.isArray(sent)) return sent.flatMap((item, index) => removedFrom(item, read(index), `${path}[${index}]`));
  return Object.entries(sent).flatMap(([key, value]) =>
    removedFrom(value, read(key), path === '' ? key : `${path}.${key}`),
  );
}

const unseenIn = (text: string): number => text.length - withoutUnseen(text).length;

/**
 * Adds a warning for each of these paths if the response's contract supports warnings. Otherwise, returns the response
 * unchanged.
 */
export function withRemovals<Answer>(answer: Answer, paths: readonly string[]): Answer {
  if (paths.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  const holder = answer as Record<string, unknown>;
  if (isTexts(holder['warnings'])) return { ...answer, warnings: [...holder['warnings'], ...removals(paths)] };
  for (const name of ['document', 'template', 'draft', 'check']) {
    const resource = holder[name];
    if (typeof resource !== 'object' || resource === null || !('warnings' in resource)) continue;
    if (isTexts(resource.warnings))
      return { ...answer, [name]: { ...resource, warnings: [...resource.warnings, ...removals(paths)] } };
  }
  return answer;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function removals(paths: readonly string[]): string[] {
  const named = paths.slice(0, MAX_NAMED).map((path) => `Invisible control characters were removed from ${path}.`);
  const more = paths.length - named.length;
  return more === 0 ? named : [...named, `Invisible control characters were removed from ${more} more values.`];
}
