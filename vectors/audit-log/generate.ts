/** Run `node vectors/audit-log/generate.ts` to write the vectors to this folder. */
import { writeFile } from 'node:fs/promises';
import { RECIPES } from './recipes.ts';
import { vectorText } from './vector-text.ts';

for (const recipe of RECIPES)
  await writeFile(new URL(`cases/${recipe.name}.json`, import.meta.url), await vectorText(recipe));
