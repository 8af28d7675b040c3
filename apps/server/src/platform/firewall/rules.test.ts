/** Checks the examples of each rule: the rule blocks its example, and no rule blocks its counterexample. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAgent, judgeText } from './judge.ts';
import { judgeHeader } from './request.ts';
import { RULES } from './rules.ts';

/** Words that are properties of every JavaScript object, combined with characters that trigger rules. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
const SIGNS = [
  '"',
  "'",
  ';',
  '=',
  '<',
  '>',
  '&',
  '|',
  '(',
  ')',
  '{',
  '}',
  '$',
  '#',
  '%',
  '+',
  ',',
  '.',
  '/',
  '`',
  '\n',
  ' ',
];
const PIECES = [...INHERITED, ...SIGNS, '+A', '<a ', '; ', '{{', '${', ' or ', 'union select ', ' src=x'];

type Example = (typeof RULES)[number]['blocked' | 'passes'];
const judged = ({ place, text }: Example) => {
  if (place === 'agent') return judgeAgent(text);
  if (place !== 'header') return judgeText(text, place);
  const colon = text.indexOf(':');
  return judgeHeader(text.slice(0, colon), text.slice(colon + 2));
};

describe('rule catalog', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('blocks the example of the rule %s', (id, { blocked }) => {
    expect(judged(blocked)?.ruleId).toBe(id);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'allows the counterexample of the rule %s',
    (_id, { passes }) => {
      expect(judged(passes)).toBeUndefined();
    },
  );

  it('gives every rule a unique name', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });

  it('inspects any text, including property names such as constructor', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('prose', 'strict', 'path', 'file-name', 'header', 'key'), (one, place) => {
        judgeText(one, place);
      }),
      { seed: 20_261_123, numRuns: 2_000 },
    );
    expect(judgeText('Tom &constructor; Jerry', 'prose')).toBeUndefined();
  });
});
