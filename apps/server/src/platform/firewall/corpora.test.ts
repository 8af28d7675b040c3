/**
 * Runs against the corpora of vectors/firewall. The patterns were tuned on both lists, so the results say little about
 * other input (see the README there).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeText } from './judge.ts';
import { judgeHeader, judgePath, judgeQuery } from './request.ts';

type Row = { id: string; kind: string; place: string; field?: string; value: string };

const FOLDER = path.resolve(import.meta.dirname, '../../../../../vectors/firewall');
const rowsOf = (file: string): Row[] =>
  readFileSync(path.join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/**
 * Returns the rule that blocks a line. With `isStrict`, prose, file names and search terms are inspected by the rules
 * for strict text.
 */
function ruleFor({ place, field, value }: Row, isStrict: boolean): string | undefined {
  switch (place) {
    case 'path':
      return judgePath(value)?.ruleId;
    case 'query':
      return judgeQuery(value, isStrict ? () => 'strict' : placeOf)?.ruleId;
    case 'header': {
      const colon = value.indexOf(':');
      return judgeHeader(value.slice(0, colon), value.slice(colon + 1).replace(' ', ''))?.ruleId;
    }
    case 'json-key':
      return judgeText(value, field === 'metadata' ? 'prose' : 'key')?.ruleId;
    case 'file-name':
      return judgeText(value, isStrict ? 'strict' : 'file-name')?.ruleId;
    case 'user-agent':
      return judgeHeader('user-agent', value)?.ruleId;
    default:
      return judgeText(value, isStrict ? 'strict' : 'prose')?.ruleId;
  }
}

function placeOf(name: string) {
  if (name === 'anchor') return undefined;
  return name === 'search' || name === 'tag' || name === 'find' ? 'prose' : 'strict';
}

/** The percentage of each kind of attack that must be blocked in strictly inspected text. */
const LEAST = { sql: 98, script: 98, path: 98, command: 95, template: 95, header: 90, protocol: 90, agent: 100 };

describe('firewall corpora', () => {
  const attacks = rowsOf('attacks.jsonl');

  it.each(Object.entries(LEAST))(
    'blocks %s attacks in strictly inspected text, at least %d percent of them',
    (kind, least) => {
      const own = attacks.filter((row) => row.kind === kind);
      const missed = own.filter((row) => ruleFor(row, true) === undefined);
      expect(
        (100 * (own.length - missed.length)) / own.length,
        missed.map(({ id }) => id).join(' '),
      ).toBeGreaterThanOrEqual(least);
    },
  );

  it('does not block any harmless text in the corpora', () => {
    const blocked = rowsOf('honest.jsonl').flatMap((row) => {
      const ruleId = ruleFor(row, false);
      return ruleId === undefined ? [] : [`${row.id} ${ruleId}`];
    });
    expect(blocked).toEqual([]);
  });

  it("uses no JavaScript regular expressions in the firewall's code", () => {
    for (const file of readdirSync(import.meta.dirname).filter((name) => !/\.test\.ts$|^pattern\.ts$/.test(name))) {
      const code = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      expect(code, file).not.toMatch(/new RegExp|\.(?:test|exec|match|matchAll|search)\(\w|[(,=:] \/[^/*]/);
    }
  });
});
