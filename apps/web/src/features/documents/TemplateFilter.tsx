import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { templateQuery } from '../../api/queries.ts';
import { templatesQuery } from '../templates/queries.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { m } from './filter-texts.ts';
import { type ListState, withTemplate } from './list-state.ts';

type Props = { state: ListState; show: (next: ListState) => void };

const SHOWN = 8;

export function TemplateFilter({ state, show }: Props) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const { data } = useQuery({ ...templatesQuery(1, search.trim()), enabled: opened });
  const chosen = useQuery({
    ...templateQuery(state.template ?? ''),
    enabled: state.template !== undefined,
    // The template may have been deleted, but its documents can still be listed.
    retry: false,
  });
  const templates = data?.templates ?? [];
  return (
    <FilterPopover
      label={m.template.filterByTemplate}
      Icon={IconTemplate}
      value={state.template === undefined ? undefined : (chosen.data?.name ?? m.template.oneTemplate)}
      remove={() => show(withTemplate(state, undefined))}
      opened={opened}
      setOpened={setOpened}
    >
      <TextInput
        label={m.template.name}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maxLength={200}
        data-autofocus
      />
      <Stack gap={2} mt="xs">
        {data !== undefined && templates.length === 0 && (
          <Text fz="sm" c="dimmed">
            {m.template.noTemplate}
          </Text>
        )}
        {templates.slice(0, SHOWN).map(({ id, name }) => (
          <Button
            key={id}
            variant="subtle"
            color="gray"
            justify="flex-start"
            onClick={() => {
              setOpened(false);
              show(withTemplate(state, id));
            }}
          >
            {name}
          </Button>
        ))}
      </Stack>
    </FilterPopover>
  );
}
