/** Explains failures in the language of the page. */
import type { Fault } from '../flow/fields.ts';
import type { SignWords } from '@countersign/words/sign';

export function faultWords(m: SignWords, fault: Fault): string {
  if (!('limit' in fault)) return m.faults[fault.is];
  return fault.is === 'decimals' && fault.limit === 0 ? m.faults.whole : m.faults[fault.is](fault.limit);
}

/** Returns the text for the error code of a value that the service refused. */
export function refusalWords({ refusals }: SignWords, code: string): string {
  const known: Readonly<Record<string, string>> = refusals;
  return Object.hasOwn(known, code) ? (known[code] ?? refusals.other) : refusals.other;
}

/** Returns the text for a wait. `seconds` is null if the service did not state a time. */
export function waitWords(m: SignWords, seconds: number | null): string {
  return seconds === null ? m.tryShortly : m.trySeconds(Math.max(1, seconds));
}

/** Shows the server's sentence next to the sentences of the page. The server's sentence is always in English. */
export function Said({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p lang="en" dir="ltr">
      {message}
    </p>
  );
}
