import type { TrailFinding } from '@countersign/contract';

const VALUE = /\d{4}-\d{2}-\d{2}T[\d:.]+Z|\b[0-9a-f]{64}\b|(?<=“)[^”…]+(?=”)/g;
/** The words that a message contains in place of a missing value. */
const NO_VALUE: ReadonlySet<string> = new Set(['none', 'nobody', 'nothing']);

/** Returns the times, hashes and quoted strings that occur in a finding's message but not in its values. */
export function unlistedValues({ message, values }: TrailFinding): string[] {
  const listed = Object.values(values).map((value) => value?.replaceAll(/\p{Cc}/gu, ' ') ?? '');
  const named = [...message.matchAll(VALUE)].map(([value]) => value).filter((value) => !NO_VALUE.has(value));
  return named.filter((value) => !listed.some((one) => one.includes(value)));
}
