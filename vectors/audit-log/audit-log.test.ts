import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Vector, verifyVector } from './read-vector.ts';
import { RECIPES } from './recipes.ts';
import { vectorText } from './vector-text.ts';

const FOLDER = new URL('cases/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

test.each(readdirSync(FOLDER))('returns the expected result for the test vector %s', async (name) => {
  const { expected, ...log } = JSON.parse(read(name)) as Vector;
  const result = await verifyVector(log);
  if (expected.valid) expect(result).toMatchObject({ valid: true });
  else expect(result).toMatchObject({ valid: false, fault: { code: expected.code, message: expected.message } });
});

test('contains exactly the test vectors that the recipes create', async () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(RECIPES.map(({ name }) => `${name}.json`).toSorted());
  for (const recipe of RECIPES) expect(await vectorText(recipe), recipe.name).toBe(read(`${recipe.name}.json`));
});

test('accepts a rewritten log that is signed with its own key if there is no pin', async () => {
  for (const name of ['rewritten-actor', 'rewritten-without-view', 'rewritten-with-forged-entry', 'truncated']) {
    const log = JSON.parse(read(`${name}.json`)) as Vector;
    expect(await verifyVector({ ...log, pins: {} }), name).toMatchObject({ valid: true, pinned: 0 });
  }
});
