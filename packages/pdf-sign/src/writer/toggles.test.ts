import { expect, it } from 'vitest';
import type { FieldState } from '../state.ts';
import { entry } from './serialize.ts';
import { switched } from './toggles.ts';

/**
 * The stored state of a document sent by an older release, in which check boxes had a separate widget below the field.
 */
const KEPT: FieldState = {
  name: 'Agreed',
  kind: 'toggle',
  id: [7, 0],
  entries: [
    ['FT', '/Btn'],
    ['T', '(Agreed)'],
    ['Ff', '1'],
    ['Kids', '[8 0 R]'],
    ['V', '/Off'],
  ],
  rotation: 0,
  lock: [],
  lockEntries: null,
  buttons: [
    {
      id: [8, 0],
      state: 'Yes',
      value: 'Yes',
      entries: [
        ['Parent', '7 0 R'],
        ['AP', '<</N <</Yes 9 0 R/Off 10 0 R>>>>'],
        ['AS', '/Off'],
      ],
    },
  ],
};

it.each([
  [true, '/Yes'],
  [false, '/Off'],
] as const)('sets the state of a check box on its child widget: %s', (value, state) => {
  const { entries, buttons } = switched(KEPT, { name: 'Agreed', value });
  expect(entry(entries, 'V')).toBe(state);
  expect(entry(entries, 'AS')).toBeNull();
  expect(buttons?.map((button) => entry(button.entries, 'AS'))).toEqual([state]);
});
