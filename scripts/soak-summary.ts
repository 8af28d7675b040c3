/** What a long test did, in figures: shown, and kept for the summary of `npm run soak`. */
import { appendFileSync } from 'node:fs';

/** One line, such as `kills: 60, of 412 envelopes none was lost`. */
export function tell(figures: string): void {
  console.log(figures);
  const file = process.env['SOAK_SUMMARY'];
  if (file !== undefined) appendFileSync(file, `${figures}\n`);
}
