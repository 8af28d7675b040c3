/** Prints the figures of a long test, and stores them for the summary of `npm run soak`. */
import { appendFileSync } from 'node:fs';

/** Prints one line of the summary, such as `container: built in 41 s, first start in 3 s`. */
export function tell(figures: string): void {
  console.log(figures);
  const file = process.env['SOAK_SUMMARY'];
  if (file !== undefined) appendFileSync(file, `${figures}\n`);
}
