import { Group, NumberInput, Select } from '@mantine/core';
import type { Dispatch } from 'react';
import type { Change, Draft } from './draft.ts';

const NEVER = '0';
const EVERY = [
  { value: NEVER, label: 'No reminders' },
  { value: '1', label: 'Every day' },
  { value: '3', label: 'Every 3 days' },
  { value: '7', label: 'Every week' },
  { value: '14', label: 'Every 2 weeks' },
];

/** Whether and how often signers are reminded. */
export function RemindersForm({ draft, change }: { draft: Draft; change: Dispatch<Change> }) {
  const { reminders } = draft;
  const every = String(reminders?.everyDays ?? NEVER);
  const data = EVERY.some(({ value }) => value === every)
    ? EVERY
    : [...EVERY, { value: every, label: `Every ${every} days` }];
  const set = (next: Draft['reminders']) => change({ type: 'set', with: { reminders: next } });
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label="Reminders"
        w={160}
        allowDeselect={false}
        data={data}
        value={every}
        onChange={(value) =>
          set(value === null || value === NEVER ? null : { everyDays: Number(value), max: reminders?.max ?? 3 })
        }
      />
      {reminders !== null && (
        <NumberInput
          label="Maximum per recipient"
          w={130}
          min={1}
          max={20}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={reminders.max}
          onChange={(max) => set({ ...reminders, max: Math.max(1, Number(max) || 1) })}
        />
      )}
    </Group>
  );
}
