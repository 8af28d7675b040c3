import { describe, expect, test } from 'vitest';
import { auditText, declareAuditActions } from '../platform/audit/actions.ts';
import type { Feature } from '../platform/feature.ts';
import { features } from './features.ts';

const actions = features.flatMap(({ auditActions }: Feature<never>) => Object.keys(auditActions ?? {}));

describe('audit actions', () => {
  test('shows each audit action as a sentence with the values of its data', () => {
    const data = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
    const texts = actions.map((action) => auditText(action, data));
    expect(texts.length).toBeGreaterThan(150);
    expect(texts.filter((text) => !/^[A-Z][^\n]+$/.test(text) || text.includes('undefined'))).toEqual([]);
  });

  test('shows an audit action from a later version by its name', () => {
    expect(auditText('document.teleported', {})).toBe('document.teleported');
  });

  test('rejects the same audit action in two features', () => {
    const declare = () =>
      declareAuditActions([
        { name: 'one', auditActions: { 'test.done': () => 'Done' } },
        { name: 'two', auditActions: { 'test.done': () => 'Done again' } },
      ]);
    expect(declare).toThrow('two features declare the audit action test.done: one and two');
  });
});
