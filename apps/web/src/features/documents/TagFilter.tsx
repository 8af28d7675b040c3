import { Autocomplete, Button, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { type ListState, withTag } from './list-state.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { m } from './tag-texts.ts';

type Props = { state: ListState; known: readonly string[]; show: (next: ListState) => void };

/** Filters by tag. The visible tags are suggested, and any other tag is accepted. */
export function TagFilter({ state, known, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const apply = (tag: string) => {
    if (tag.trim() === '') return;
    setOpened(false);
    setText('');
    show(withTag(state, tag));
  };
  return (
    <FilterPopover
      label={m.tagFilter.filterByTag}
      Icon={IconTag}
      value={state.tag}
      remove={() => show(withTag(state, undefined))}
      opened={opened}
      setOpened={setOpened}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply(text);
        }}
      >
        <Autocomplete
          label={m.tagFilter.tag}
          data={[...known]}
          value={text}
          onChange={setText}
          onOptionSubmit={apply}
          maxLength={50}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" size="xs" disabled={text.trim() === ''}>
            {m.tagFilter.showThese}
          </Button>
        </Group>
      </form>
    </FilterPopover>
  );
}
