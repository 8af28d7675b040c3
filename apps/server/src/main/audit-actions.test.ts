import { globSync, readFileSync } from 'node:fs';
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { AUDIT_WORDS } from '@countersign/words/audit';
import { describe, expect, test } from 'vitest';
import { auditText, declareAuditActions } from '../platform/audit/actions.ts';
import type { Feature } from '../platform/feature.ts';
import { features } from './features.ts';

const actions = features.flatMap(({ auditActions }: Feature<never>) => Object.keys(auditActions ?? {}));
const ANY_VALUE = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
const SERVER = new URL('../', import.meta.url).pathname;

describe('audit actions', () => {
  test.each(ALL_LANGUAGES)('shows each audit action as a sentence with its values in the language "%s"', (language) => {
    const texts = actions.map((action) => auditText(action, ANY_VALUE, language));
    expect(texts.length).toBeGreaterThan(150);
    expect(texts.filter((text) => !/^[^\n]{2,}$/.test(text) || text.includes('undefined'))).toEqual([]);
    expect(texts.filter((text) => actions.includes(text))).toEqual([]);
  });

  test('starts each English sentence with a capital letter', () => {
    const texts = actions.map((action) => auditText(action, ANY_VALUE));
    expect(texts.filter((text) => !/^[A-Z][^\n]+$/.test(text))).toEqual([]);
  });

  test('uses every audit sentence for at least one action', () => {
    const code = globSync('features/**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts'] })
      .map((file) => readFileSync(SERVER + file, 'utf8'))
      .join('\n');
    const isUsed = (group: string, name: string) => new RegExp(`\\b${group}\\.${name}\\b`).test(code);
    const unused = Object.entries(AUDIT_WORDS.en).flatMap(([group, sentences]) =>
      group === 'names' || group === 'refusals'
        ? []
        : Object.keys(sentences).flatMap((name) => (isUsed(group, name) ? [] : [`${group}.${name}`])),
    );
    const silent = Object.keys(AUDIT_WORDS.en.refusals).filter((name) => !code.includes(`: '${name}',`));
    expect([...unused, ...silent]).toEqual([]);
  });

  test('shows an audit action from a later version under its internal name', () => {
    expect(auditText('document.teleported', {}, 'de' satisfies Language)).toBe('document.teleported');
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
