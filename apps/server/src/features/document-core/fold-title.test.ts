import { expect, test } from 'vitest';
import { foldTitle } from './fold-title.ts';

test.each([
  ['Ärger', 'ARGER'],
  ['Straße', 'STRASSE'],
  ['Ångström', 'angstrom'],
  ['İstanbul', 'ISTANBUL'],
  ['ΟΔΟΣ', 'οδός'],
  ['Ёлка', 'елка'],
  ['Smørrebrød', 'SMORREBROD'],
  ['Łódź', 'lodz'],
  ['ﬁnal', 'FINAL'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['two  spaces\tor tab', 'Two spaces or tab'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['한국어', '한국어'.normalize('NFD')],
])('folds the titles "%s" and "%s" to the same text', (title, typed) => {
  expect(foldTitle(title)).toBe(foldTitle(typed));
});

test.each([
  ['が', 'か'],
  ['किताब', 'कतब'],
  ['ไทย', 'ทย'],
])('does not fold the title "%s" to "%s"', (title, typed) => {
  expect(foldTitle(title)).not.toBe(foldTitle(typed));
});

test('leaves a folded title unchanged when it is folded again', () => {
  for (const title of ['Ärger ẞ', 'ΟΔΟΣ ς', 'İI ı', 'が ﷺ ﬃ', '각'])
    expect(foldTitle(foldTitle(title))).toBe(foldTitle(title));
});
