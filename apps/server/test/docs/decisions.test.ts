/**
 * Checks that all decisions have the same form and consecutive numbers, and that the index lists them under their
 * titles.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../../../docs/adr');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const records = globSync('[0-9]*.md', { cwd: FOLDER }).toSorted();

test('numbers the decisions consecutively from 1', () => {
  expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1));
});

test('lists every decision once and in order in the index', () => {
  const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| .+ \|$/gm)];
  expect(listed.map(([, number = '', name = '']) => [number, name])).toEqual(
    records.map((name) => [name.slice(0, 4), name]),
  );
});

test('lists every decision once in the index by topic', () => {
  const [, topics = ''] = /^## By topic$([^]*?)^## /m.exec(read('README.md')) ?? [];
  const named = [...topics.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(records);
});

describe.each(records)('%s', (name) => {
  test('has a title with the number of the decision, a status, and the sections in order', () => {
    const text = read(name);
    const [title, , state] = text.split('\n');
    expect(title).toContain(`# ${Number(name.slice(0, 4))}. `);
    expect(state).toMatch(/^Accepted, [A-Z][a-z]+ 20\d\d\./);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(['Context', 'Decision', 'Alternatives', 'Consequences'].filter((one) => sections.includes(one))).toEqual(
      sections,
    );
    expect(sections).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences']));
  });
});
