import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type ListState, withPeriod } from './list-state.ts';
import { daysOf } from './period.ts';
import { type Period, parsePeriod, PERIODS } from './period-names.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { m } from './filter-texts.ts';

type Props = { state: ListState; show: (next: ListState) => void };

/** Filters by the day of creation, with a named period or a range of days. */
export function PeriodFilter({ state, show }: Props) {
  const [opened, setOpened] = useState(false);
  const apply = (period: Period) => {
    setOpened(false);
    show(withPeriod(state, period));
  };
  return (
    <FilterPopover
      label={m.period.filterByDate}
      Icon={IconCalendar}
      value={state.created && m.period.named(state.created)}
      remove={() => show(withPeriod(state, undefined))}
      opened={opened}
      setOpened={setOpened}
    >
      <Stack gap={2}>
        {PERIODS.map((period) => (
          <Button key={period} variant="subtle" color="gray" justify="flex-start" onClick={() => apply(period)}>
            {m.period.named(period)}
          </Button>
        ))}
      </Stack>
      <Range apply={apply} />
    </FilterPopover>
  );
}

function Range({ apply }: { apply: (period: Period) => void }) {
  const [days, setDays] = useState(() => daysOf('this-month', new Date()));
  const period = parsePeriod(`${days.from}..${days.to}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (period) apply(period);
  };
  return (
    <form onSubmit={submit}>
      <Group grow mt="sm" gap="xs">
        <TextInput
          type="date"
          label={m.period.from}
          value={days.from}
          onChange={({ currentTarget: { value: from } }) => setDays({ ...days, from })}
        />
        <TextInput
          type="date"
          label={m.period.to}
          value={days.to}
          error={days.from > days.to}
          onChange={({ currentTarget: { value: to } }) => setDays({ ...days, to })}
        />
      </Group>
      <Group justify="flex-end" mt="sm">
        <Button type="submit" size="xs" disabled={period === undefined}>
          {m.period.showThese}
        </Button>
      </Group>
    </form>
  );
}
