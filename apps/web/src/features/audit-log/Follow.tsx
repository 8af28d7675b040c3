/** Searches for the person or document whose entries are to be shown. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentQuery, documentsQuery, membersQuery } from '../../api/queries.ts';
import type { LogFilter } from './queries.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Props = { filter: LogFilter; show: (filter: LogFilter) => void };
type Choice = { value: string; label: string };

const SHOWN = 10;

type SearchProps = {
  label: string;
  placeholder: string;
  none: string;
  choices: readonly Choice[];
  value: string | undefined;
  /** The label of the selected option, which may be missing from the results of a search for another option. */
  chosen: string | undefined;
  search: (text: string) => void;
  choose: (value: string | undefined) => void;
};

function Search({ label, placeholder, none, choices, value, chosen, search, choose }: SearchProps) {
  const isListed = choices.some((choice) => choice.value === value);
  const own = value === undefined || isListed ? [] : [{ value, label: chosen ?? value }];
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage={none}
      // Options are not filtered here, because the server searches.
      filter={({ options }) => options}
      data={[...own, ...choices]}
      value={value ?? null}
      onSearchChange={search}
      onChange={(next) => choose(next ?? undefined)}
    />
  );
}

const useSearch = () => {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  return { search, setTyped };
};

/** Returns the search text. The label of the selected option is not treated as a search. */
const asked = (search: string, choices: readonly Choice[] | undefined): string =>
  choices?.some(({ label }) => label === search) === true ? '' : search;

export function FollowPerson({ filter, show }: Props) {
  const { search, setTyped } = useSearch();
  const [found, setFound] = useState<readonly Choice[]>();
  const { data } = useQuery(membersQuery(1, asked(search, found)));
  const choices = (data?.members ?? []).map(({ id, name, email }) => ({
    value: id as string,
    label: `${name} (${email})`,
  }));
  return (
    <Search
      label={m.follow.person}
      placeholder={m.follow.nameOrAddress}
      none={m.follow.noMember}
      choices={choices.slice(0, SHOWN)}
      value={filter.actor}
      chosen={found?.find(({ value }) => value === filter.actor)?.label}
      search={setTyped}
      choose={(actor) => {
        setFound(choices);
        show({ ...filter, actor });
      }}
    />
  );
}

export function FollowDocument({ filter, show }: Props) {
  const { search, setTyped } = useSearch();
  const id = filter.target?.startsWith('doc_') === true ? filter.target : undefined;
  const { data: document } = useQuery({ ...documentQuery(id ?? ''), enabled: id !== undefined, retry: false });
  const wanted = search === document?.title ? '' : search;
  const { data } = useQuery({
    ...documentsQuery({ pageSize: String(SHOWN), ...(wanted !== '' && { search: wanted }) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Search
      label={labels.document}
      placeholder={m.follow.title}
      none={m.follow.noDocument}
      choices={(data?.documents ?? []).map(({ id: value, title }) => ({ value, label: title }))}
      value={filter.target}
      chosen={document?.title}
      search={setTyped}
      choose={(target) => show({ ...filter, target })}
    />
  );
}
