import { Group, NumberInput, Select } from '@mantine/core';
import type { Dispatch } from 'react';
import type { Change, Draft } from './draft.ts';
import { m } from './texts.ts';

const NEVER = '0';
const EVERY = [
  { value: NEVER, label: m.remindersForm.noReminders },
  { value: '1', label: m.remindersForm.everyDay },
  { value: '3', label: m.remindersForm.everyThreeDays },
  { value: '7', label: m.remindersForm.everyWeek },
  { value: '14', label: m.remindersForm.everyTwoWeeks },
];

/** Whether and how often signers are reminded. */
export function RemindersForm({ draft, change }: { draft: Draft; change: Dispatch<Change> }) {
  const { reminders } = draft;
  const every = String(reminders?.everyDays ?? NEVER);
  const data = EVERY.some(({ value }) => value === every)
    ? EVERY
    : [...EVERY, { value: every, label: m.remindersForm.everyDays(every) }];
  const set = (next: Draft['reminders']) => change({ type: 'set', with: { reminders: next } });
  return (
    <Group align="flex-start" gap="sm">
      <Select
        label={m.remindersForm.reminders}
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
          label={m.remindersForm.maximumPerRecipient}
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
