/**
 * Reads the drills from the pages of the operator's handbook (docs/operate). A drill consists of the marked blocks
 * below one heading: commands (marked with `sh drill`), and files (marked with their path).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../../../docs/operate/', import.meta.url);

export type Step = { readonly run: string } | { readonly path: string; readonly text: string };
export type Drill = { readonly page: string; readonly heading: string; readonly steps: readonly Step[] };

const HEADING = /^#{2,4} (.+)$/;
const OPENED = /^```\w+ (drill|\/\S+)$/;

/** Returns every drill of every page. */
export function drills(): Drill[] {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) => readPage(page, readFileSync(new URL(page, FOLDER), 'utf8')));
}

/** @throws Error if the page has no drill with that name */
export function drillOf(page: string, heading: string): Drill {
  const found = drills().find((one) => one.page === page && one.heading === heading);
  if (!found) throw new Error(`The page docs/operate/${page} has no drill below the heading "${heading}".`);
  return found;
}

function readPage(page: string, text: string): Drill[] {
  const found = new Map<string, Step[]>();
  const lines = text.split('\n');
  let heading = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    heading = HEADING.exec(line)?.[1] ?? heading;
    if (!line.startsWith('```')) continue;
    const end = lines.indexOf('```', at + 1);
    const [, mark] = OPENED.exec(line) ?? [];
    const content = `${lines.slice(at + 1, end).join('\n')}\n`;
    at = end;
    if (mark === undefined) continue;
    const step = mark === 'drill' ? { run: content } : { path: mark, text: content };
    found.set(heading, [...(found.get(heading) ?? []), step]);
  }
  return [...found].map(([name, steps]) => ({ page, heading: name, steps }));
}
