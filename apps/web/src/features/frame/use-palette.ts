/** Returns the choices of the command palette for the text in its box. */
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBook, IconCode, IconFile, IconKeyboard, IconPlus, IconSearch, IconShieldCheck } from '@tabler/icons-react';
import { type ComponentType, createElement, type ReactNode, useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type ListEntry, sessionQuery } from '../../api/queries.ts';
import { common } from '../../ui/common.ts';
import { pageCommands } from '../../ui/page-commands.ts';
import { recentDocuments } from '../../ui/recent-documents.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { m } from './command-texts.ts';
import { matches } from '../../ui/match.ts';
import { m as menus } from './menu-texts.ts';
import { placesOf } from './navigation.tsx';
import { settingsGroups } from './settings-places.ts';

export type Choice = {
  id: string;
  label: string;
  Icon: ComponentType<{ size?: number }>;
  beside?: ReactNode;
  run: () => void;
};
export type Group = { title: string; choices: Choice[] };

const FOUND = 8;
const PAUSE_MS = 180;

type Found = Pick<ListEntry, 'id' | 'title' | 'status'>;

const foundQuery = (find: string) =>
  queryOptions({
    queryKey: ['documents', 'palette', find],
    enabled: find !== '',
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { find, pageSize: String(FOUND), sortBy: 'updated_at', sortOrder: 'desc' } as const;
      return (await call(api.listDocuments, { query }, signal)).documents;
    },
  });

/** Documents that are in the trash or no longer visible to the person are omitted. */
const recentQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'recent', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const { documents } = await call(api.getDocuments, { query: { ids: ids.join(',') } }, signal);
      return ids.flatMap((id) => documents.filter((document) => document.id === id && document.deleted_at === null));
    },
  });

export function usePalette(text: string, showKeys: () => void): { groups: Group[]; state: string } {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [ids] = useState(() => recentDocuments(session.user.id));
  const [find] = useDebouncedValue(text.trim(), PAUSE_MS);
  const found = useQuery(foundQuery(find));
  const recent = useQuery(recentQuery(ids));
  const ofDocument = useOfDocument();
  const commands = useCommands(showKeys);
  const [onPage] = useState(() =>
    pageCommands().map((command, index): Choice => ({ id: `page-${index}`, ...command })),
  );
  const searched = text.trim();
  const isCurrent = found.isSuccess && find === searched;
  const showAll = useShowAll(searched);
  const groups: Group[] =
    searched === ''
      ? [
          { title: m.palette.thisDocument, choices: onPage },
          { title: m.palette.recentDocuments, choices: (recent.data ?? []).map(ofDocument) },
          ...commands,
        ]
      : [
          ...[{ title: m.palette.thisDocument, choices: onPage }, ...commands].map(({ title, choices }) => ({
            title,
            choices: choices.filter(({ label }) => matches(label, searched)),
          })),
          {
            title: m.palette.documents,
            choices: [...(isCurrent ? found.data.map(ofDocument) : []), ...showAll],
          },
        ];
  // The count excludes the last choice, which opens the document list.
  const count = groups.reduce((sum, { choices }) => sum + choices.length, -1);
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    state: stateOf({ searched, isFailed: found.isError, isCurrent, count }),
  };
}

type State = { searched: string; isFailed: boolean; isCurrent: boolean; count: number };

function stateOf({ searched, isFailed, isCurrent, count }: State): string {
  if (searched === '') return '';
  if (isFailed) return m.palette.searchFailed;
  if (!isCurrent) return m.palette.searching;
  return count === 0 ? m.palette.nothingFound(searched) : m.palette.found(count);
}

function useOfDocument() {
  const navigate = useNavigate();
  return ({ id, title, status }: Found): Choice => ({
    id,
    label: title,
    Icon: IconFile,
    beside: createElement(StatusPill, { status }),
    run: () => void navigate({ to: '/documents/$id', params: { id } }),
  });
}

function useShowAll(text: string): Choice[] {
  const navigate = useNavigate();
  const run = () => void navigate({ to: '/documents', search: { q: text } });
  return [{ id: 'show-all', label: m.palette.showAllWith(text), Icon: IconSearch, run }];
}

function useCommands(showKeys: () => void): Group[] {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const navigate = useNavigate();
  const go = (href: string) => () => location.assign(href);
  const settings = settingsGroups(session)
    .flatMap(({ places }) => places)
    .map((place) => ({
      ...place,
      label: m.palette.settingsPage(place.label),
    }));
  return [
    {
      title: m.palette.actions,
      choices: [
        {
          id: 'new-document',
          label: common.newDocument,
          Icon: IconPlus,
          run: () => void navigate({ to: '/documents/new' }),
        },
        { id: 'verify', label: menus.userMenu.verifyPdf, Icon: IconShieldCheck, run: go('/verify') },
        { id: 'keys', label: m.palette.keyboardShortcuts, Icon: IconKeyboard, run: showKeys },
        { id: 'documentation', label: menus.userMenu.documentation, Icon: IconBook, run: go('/docs') },
        { id: 'reference', label: menus.userMenu.apiReference, Icon: IconCode, run: go('/docs/reference') },
      ],
    },
    {
      title: m.palette.pages,
      choices: [...placesOf(session), ...settings].map(({ label, to, Icon }) => ({
        id: to,
        label,
        Icon,
        run: () => void navigate({ to }),
      })),
    },
  ];
}
