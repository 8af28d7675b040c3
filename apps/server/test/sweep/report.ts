/** Reports the findings of a sweep and its summary. */
export type Finding = {
  file: string;
  bytes: number;
  /** `failed` means an error in the server or in the sweep itself. */
  outcome: 'same' | 'changed' | 'refused' | 'failed' | 'skipped';
  reason: string;
  code?: string;
  cpuMs: number;
  warnings: string[];
  pages?: number;
};

const SLOWEST = 10;

/** Returns whether nothing changed and nothing failed. */
export function printReport(found: readonly Finding[]): boolean {
  const of = (outcome: Finding['outcome']) => found.filter((one) => one.outcome === outcome);
  const [same, changed, refused, failed] = [of('same'), of('changed'), of('refused'), of('failed')];
  const accepted = [...same, ...changed];
  console.log(
    `\n${found.length} files: ${accepted.length} accepted, ${refused.length} refused, ${failed.length} failed`,
  );
  console.log(`changed: ${changed.length}`);
  for (const { file, reason } of [...changed, ...failed]) console.log(`  ${file}: ${reason}`);
  console.log('refused, by reason:');
  for (const [code, count] of counted(refused.map(({ code = '', reason }) => code || reason)))
    console.log(`  ${count} ${code}`);
  console.log('accepted with a warning:');
  for (const [warning, count] of counted(
    accepted.flatMap(({ warnings }) => warnings.map((text) => text.split('. ')[0] ?? '')),
  ))
    console.log(`  ${count} ${warning}`);
  const times = accepted.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other);
  console.log(
    `processor time of an envelope: median ${times[times.length >> 1] ?? 0} ms, worst ${times.at(-1) ?? 0} ms`,
  );
  for (const { file, cpuMs, bytes, pages = 0 } of found
    .toSorted((one, other) => other.cpuMs - one.cpuMs)
    .slice(0, SLOWEST))
    console.log(`  ${cpuMs} ms ${file} (${bytes} bytes, ${pages} pages)`);
  return changed.length + failed.length === 0;
}

function counted(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1]);
}
