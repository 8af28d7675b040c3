import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { forbidden, options } from '../.dependency-cruiser.ts';

/**
 * A check that sees nothing finds nothing: without a TypeScript it can load,
 * dependency-cruiser reads no .ts file and says that all is well. Raise this as
 * the project grows; at its last setting there were so many modules of ours.
 */
const FEWEST_MODULES = 350;

const { output } = await cruise(['packages', 'apps'], { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
process.exitCode = report(output);

function report({ modules, summary }: ICruiseResult): number {
  const ours = modules.filter((module) => /^(packages|apps)\//.test(module.source)).length;
  for (const { rule, from, to, cycle } of summary.violations) {
    const way = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ');
    console.error(`${rule.name}: ${from} -> ${way}`);
    const why = forbidden.find((one) => one.name === rule.name)?.comment;
    if (why !== undefined) console.error(`  ${why}`);
  }
  console.log(`${ours} modules, ${summary.violations.length} violations`);
  if (ours >= FEWEST_MODULES) return summary.violations.length === 0 ? 0 : 1;
  console.error(`Only ${ours} modules were seen, at least ${FEWEST_MODULES} are there: the check itself is broken.`);
  return 1;
}
