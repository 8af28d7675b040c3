import { Button, Group, TextInput } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FilterPopover } from './FilterPopover.tsx';
import { m } from './filter-texts.ts';
import { type ListState, withRecipient } from './list-state.ts';

type Props = { state: ListState; show: (next: ListState) => void };

/** Filters by part of a recipient's name or address. */
export function RecipientFilter({ state, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setOpened(false);
    setText('');
    show(withRecipient(state, text));
  };
  return (
    <FilterPopover
      label={m.recipient.filterByRecipient}
      Icon={IconUserCheck}
      value={state.recipient}
      remove={() => show(withRecipient(state, undefined))}
      opened={opened}
      setOpened={setOpened}
    >
      <form onSubmit={apply}>
        <TextInput
          label={m.owner.nameOrAddress}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" size="xs" disabled={text.trim() === ''}>
            {m.period.showThese}
          </Button>
        </Group>
      </form>
    </FilterPopover>
  );
}
