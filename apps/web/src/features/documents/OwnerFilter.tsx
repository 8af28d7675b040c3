import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { membersQuery } from '../../api/queries.ts';
import { type ListState, withOwner } from './list-state.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { m } from './filter-texts.ts';

type Props = { state: ListState; show: (next: ListState) => void };

const SHOWN = 8;

/** Filters by owner. Available only to administrators, because members see only their own documents. */
export function OwnerFilter({ state, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const { data } = useQuery({ ...membersQuery(1, search.trim()), enabled: opened || state.owner !== undefined });
  const members = data?.members ?? [];
  const name = members.find(({ id }) => id === state.owner)?.name ?? m.owner.oneMember;
  return (
    <FilterPopover
      label={m.owner.filterByOwner}
      Icon={IconUser}
      value={state.owner === undefined ? undefined : name}
      remove={() => show(withOwner(state, undefined))}
      opened={opened}
      setOpened={setOpened}
    >
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
    </FilterPopover>
  );
}
