import { ActionIcon, Autocomplete, Button, Group, Popover, Tooltip } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type ListState, withTag } from './list-state.ts';
import { m } from './tag-texts.ts';
import classes from './Documents.module.css';

type Props = { state: ListState; known: readonly string[]; show: (next: ListState) => void };

/** Filters by tag. Suggests visible tags and accepts any other. */
export function TagFilter({ state, known, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const apply = (tag: string) => {
    if (tag.trim() === '') return;
    setOpened(false);
    setText('');
    show(withTag(state, tag));
  };
  if (state.tag !== undefined) {
    return (
      <Button
        size="xs"
        variant="light"
        className={classes['tagOn']}
        rightSection={<IconX size={14} />}
        aria-label={m.tagFilter.removeFilter(state.tag)}
        onClick={() => show(withTag(state, undefined))}
      >
        {state.tag}
      </Button>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Tooltip label={m.tagFilter.filterByTag}>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={m.tagFilter.filterByTag}
            onClick={() => setOpened(!opened)}
          >
            <IconTag size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.tagFilter.filterByTag}>
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
      </Popover.Dropdown>
    </Popover>
  );
}
