import type { Recipe } from './recipes.ts';

/** Returns the content of a vector's file with one member per line, so that changing a member changes only one line. */
export async function vectorText({ about, make, fault }: Recipe): Promise<string> {
  const { entries, ...log } = await make();
  const expected = fault ? { valid: false, code: fault[0], message: fault[1] } : { valid: true };
  const members = Object.entries({ about, expected, ...log }).map(
    ([name, value]) => `"${name}":${JSON.stringify(value)}`,
  );
  const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
  return `{${members.join(',\n')},\n"entries":[\n${lines}]}\n`;
}
