/** The catalogue's own examples: what it says is blocked is blocked by that rule, and what it says passes passes every rule. */
import { describe, expect, it } from 'vitest';
import { judgeAgent, judgeText } from './judge.ts';
import { judgeHeader } from './request.ts';
import { RULES } from './rules.ts';

type Example = (typeof RULES)[number]['blocked' | 'passes'];
const judged = ({ place, text }: Example) => {
  if (place === 'agent') return judgeAgent(text);
  if (place !== 'header') return judgeText(text, place);
  const colon = text.indexOf(':');
  return judgeHeader(text.slice(0, colon), text.slice(colon + 2));
};

describe('the catalogue of rules', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('%s blocks its example', (id, { blocked }) => {
    expect(judged(blocked)?.ruleId).toBe(id);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))('%s lets its counterexample pass', (_id, { passes }) => {
    expect(judged(passes)).toBeUndefined();
  });

  it('names every rule once', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });
});
