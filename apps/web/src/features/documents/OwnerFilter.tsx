import { ActionIcon, Button, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { membersQuery } from '../../api/queries.ts';
import { type ListState, withOwner } from './list-state.ts';
import { m } from './filter-texts.ts';
import classes from './Documents.module.css';

type Props = { state: ListState; show: (next: ListState) => void };

const SHOWN = 8;

/** Filters by owner. Only for administrators, because members see their own documents only. */
export function OwnerFilter({ state, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const { data } = useQuery({ ...membersQuery(1, search.trim()), enabled: opened || state.owner !== undefined });
  const members = data?.members ?? [];
  if (state.owner !== undefined) {
    const name = members.find(({ id }) => id === state.owner)?.name ?? m.owner.oneMember;
    return (
      <Button
        size="xs"
        variant="light"
        className={classes['tagOn']}
        rightSection={<IconX size={14} />}
        aria-label={m.owner.removeFilter(name)}
        onClick={() => show(withOwner(state, undefined))}
      >
        {name}
      </Button>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Tooltip label={m.owner.filterByOwner}>
          <ActionIcon size={36} variant="default" aria-label={m.owner.filterByOwner} onClick={() => setOpened(!opened)}>
            <IconUser size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.owner.filterByOwner}>
        <TextInput
          label={m.owner.nameOrAddress}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maxLength={100}
          data-autofocus
        />
        <Stack gap={2} mt="xs">
          {data !== undefined && members.length === 0 && (
            <Text fz="sm" c="dimmed">
              {m.owner.noMember}
            </Text>
          )}
          {members.slice(0, SHOWN).map(({ id, name }) => (
            <Button
              key={id}
              variant="subtle"
              color="gray"
              justify="flex-start"
              onClick={() => {
                setOpened(false);
                show(withOwner(state, id));
              }}
            >
              {name}
            </Button>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
