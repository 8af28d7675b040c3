import { readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { DOCUMENT_STORE_USERS, forbidden, options } from '../.dependency-cruiser.ts';
import { appWordFaults } from './app-words.ts';
import { TABLE_READERS, tableFaults, tableUses } from './document-tables.ts';
import { folderCircles } from './folder-circles.ts';

/**
 * The number of modules in the project when this value was last changed. Raise the number as the project grows. A check
 * that finds fewer modules fails, because dependency-cruiser reads no .ts file and reports success if it cannot load
 * TypeScript.
 */
const FEWEST_MODULES = 350;

/** `main` only connects the features and the platform. Other code belongs in a feature or in the platform. */
const MAIN = /^apps\/server\/src\/main\/[^/]+(?<!\.(?:test|fixture))\.ts$/;
const MOST_IN_MAIN = 15;

/** The files in which `export *` is refused. */
const STARRED = /^apps\/server\/src\/.*\.ts$/;
const STAR = /^export (type )?\* (?!as)/m;

/** document-tables.ts lists the files that may contain SQL on the tables of document-core. */
const SERVER = /^apps\/server\/src\/.*(?<!\.(?:test|fixture|contract))\.ts$/;
const MOST_STORE_USERS = 8;

const { output } = await cruise(['packages', 'apps'], { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === 'string') throw new Error(`dependency-cruiser returned text: ${output}`);
process.exitCode = report(output);

function report({ modules, summary }: ICruiseResult): number {
  const ours = modules.filter((module) => /^(packages|apps)\//.test(module.source)).length;
  for (const { rule, from, to, cycle } of summary.violations) {
    const way = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ');
    console.error(`${rule.name}: ${from} -> ${way}`);
    const why = forbidden.find((one) => one.name === rule.name)?.comment;
    if (why !== undefined) console.error(`  ${why}`);
  }
  const circles = folderCircles(modules);
  for (const circle of circles) {
    console.error('no-folder-circles: these folders depend on each other');
    for (const one of circle) console.error(`  ${one}`);
  }
  const stars = modules.filter(({ source }) => STARRED.test(source) && STAR.test(readFileSync(source, 'utf8')));
  for (const { source } of stars)
    console.error(`named-exports: ${source}\n  Export names instead of a star, which exposes every file behind it.`);
  const crowd = modules.filter(({ source }) => MAIN.test(source)).length;
  const isCrowded = crowd > MOST_IN_MAIN;
  if (isCrowded)
    console.error(
      `main-stays-small: ${crowd} files in apps/server/src/main\n  At most ${MOST_IN_MAIN}: commands, jobs and routes go into a feature's folder, what knows no feature into platform.`,
    );
  const uses = modules
    .filter(({ source }) => SERVER.test(source))
    .flatMap(({ source }) => tableUses(source, readFileSync(source, 'utf8')));
  const tables = tableFaults(uses, TABLE_READERS);
  if (DOCUMENT_STORE_USERS.length > MOST_STORE_USERS)
    tables.push(`at most ${MOST_STORE_USERS} features may use the store of document-core`);
  for (const fault of tables) console.error(`document-tables: ${fault}`);
  const words = appWordFaults();
  for (const fault of words) console.error(`app-words: ${fault}`);
  const violations =
    summary.violations.length + circles.length + stars.length + tables.length + words.length + (isCrowded ? 1 : 0);
  console.log(`${ours} modules, ${violations} violations`);
  if (ours >= FEWEST_MODULES) return violations === 0 ? 0 : 1;
  console.error(`Only ${ours} modules were found instead of at least ${FEWEST_MODULES}: the check itself is broken.`);
  return 1;
}
