import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconDots, IconPencil, IconPlus, IconSearch, IconTable, IconTrash, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { TemplateListEntry } from '@countersign/contract';
import { templatesQuery } from './queries.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { type Column, ListTable } from '../../ui/ListTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmptyState, Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { Pager } from './Pager.tsx';
import { UseDialog } from './UseDialog.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import table from '../../ui/Table.module.css';
import classes from './Templates.module.css';

const route = getRouteApi('/frame/templates');

function MoreMenu({ template }: { template: TemplateListEntry }) {
  const { id, name, shared } = template;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['templates'] });
  const share = useMutation({
    mutationFn: () => call(api.shareTemplate, { params: { id }, body: { shared: !shared } }),
    onSuccess: async () => {
      await refresh();
      if (shared) toastDone(m.templatesPage.noLongerShared, m.templatesPage.onlyAndAdministratorsCanSee);
      else toastDone(m.templatesPage.shared, m.templatesPage.everyoneInOrganizationCanUse);
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: () => call(api.deleteTemplate, { params: { id } }),
    onSuccess: async () => {
      await refresh();
      toastUndo(m.templatesPage.templateDeleted, m.templatesPage.text(name), async () => {
        await call(api.restoreTemplate, { params: { id } });
        await refresh();
      });
    },
    onError: toastError,
  });
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={m.templatesPage.moreFor(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTable size={16} />}
          onClick={() => void navigate({ to: '/templates/$id/bulk-send', params: { id } })}
        >
          {m.templatesPage.sendInBulk}
        </Menu.Item>
        {template.can_edit && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} />}
              onClick={() => void navigate({ to: '/templates/$id', params: { id } })}
            >
              {m.templatesPage.edit}
            </Menu.Item>
            <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => share.mutate()}>
              {shared ? m.templatesPage.stopSharing : m.templatesPage.shareWithEveryone}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} color="var(--cs-no)" onClick={() => remove.mutate()}>
              {common.delete}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Name({ template: { id, name, page_count: pages, owner } }: { template: TemplateListEntry }) {
  return (
    <div>
      <TextLink to="/templates/$id" params={{ id }} className={classes['name']}>
        {name}
      </TextLink>
      <Text fz="xs" c="dimmed">
        {phrase(m.templatesPage.pagesByBy(pages, <bdi>{owner.name}</bdi>))}
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<TemplateListEntry>[] = [
  { head: labels.name, cell: (template) => <Name template={template} /> },
  {
    head: m.templatesPage.roles,
    className: table['long'],
    cell: ({ roles }) => roles.map(({ name }) => name).join(', '),
  },
  {
    head: m.templatesPage.whoMayUse,
    cell: ({ shared }) =>
      shared ? (
        <Pill label={m.templatesPage.everybody} tone="done" />
      ) : (
        <Pill label={m.templatesPage.private} tone="quiet" />
      ),
  },
  { head: m.templatesPage.changed, cell: ({ updated_at: changedAt }) => <Time iso={changedAt} /> },
];

function Nothing({ search, children }: { search: string; children: ReactNode }) {
  if (search !== '')
    return (
      <EmptyState title={common.nothingFound} text={m.templatesPage.noTemplateHasInName(search)}>
        <ButtonLink to="/templates" search={{}} variant="default">
          {labels.showAll}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={m.templatesPage.noTemplatesYet} text={m.templatesPage.createTemplateFromPdfAdd}>
      {children}
    </EmptyState>
  );
}

function SearchBox({ search }: { search: string }) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(search);
  const show = useDebouncedCallback((q: string) => {
    void navigate({ search: q.trim() === '' ? {} : { q: q.trim() }, replace: true });
  }, 220);
  return (
    <TextInput
      type="search"
      aria-label={m.templatesPage.searchByName}
      placeholder={m.templatesPage.searchByName}
      className={classes['search']}
      leftSection={<IconSearch size={16} />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        show(event.currentTarget.value);
      }}
    />
  );
}

export function TemplatesPage() {
  usePageTitle(common.templates);
  const { q: search = '' } = route.useSearch();
  const [at, setAt] = useState({ search, page: 1 });
  // A new search starts on the first page of results.
  const page = at.search === search ? at.page : 1;
  const query = useQuery(templatesQuery(page, search));
  const { data } = query;
  const [making, setMaking] = useState(false);
  const [using, setUsing] = useState<string | null>(null);
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {m.templatesPage.newTemplate}
    </Button>
  );
  const none = data?.templates.length === 0;
  return (
    <>
      <PageHeader
        title={common.templates}
        lead={m.templatesPage.documentsSendRepeatedlyWithRoles}
        actions={
          <Group gap="xs">
            <ButtonLink to="/bulk-sends" variant="default">
              {labels.bulkSends}
            </ButtonLink>
            {make}
          </Group>
        }
      />
      {!(none && search === '') && <SearchBox search={search} />}
      <Panel flush label={common.templates}>
        <ListTable
          caption={common.templates}
          from={query}
          items={data?.templates}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(template) => (
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              <Button
                size="xs"
                variant="default"
                onClick={() => setUsing(template.id)}
                aria-label={m.templatesPage.useAriaLabel(template.name)}
              >
                {m.templatesPage.use}
              </Button>
              <MoreMenu template={template} />
            </Group>
          )}
          empty={<Nothing search={search}>{make}</Nothing>}
        />
      </Panel>
      {data !== undefined && <Pager pagination={data.pagination} show={(next) => setAt({ search, page: next })} />}
      <NewTemplateDialog opened={making} close={() => setMaking(false)} />
      <UseDialog id={using} close={() => setUsing(null)} />
    </>
  );
}
