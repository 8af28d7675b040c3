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
      if (shared) toastDone('No longer shared', 'Only you and administrators can see it.');
      else toastDone('Shared', 'Everyone in the organization can use it.');
    },
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: () => call(api.deleteTemplate, { params: { id } }),
    onSuccess: async () => {
      await refresh();
      toastUndo('Template deleted', `“${name}”. Documents created from it stay.`, async () => {
        await call(api.restoreTemplate, { params: { id } });
        await refresh();
      });
    },
    onError: toastError,
  });
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`More for ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTable size={16} />}
          onClick={() => void navigate({ to: '/templates/$id/bulk-send', params: { id } })}
        >
          Send in bulk
        </Menu.Item>
        {template.can_edit && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} />}
              onClick={() => void navigate({ to: '/templates/$id', params: { id } })}
            >
              Edit
            </Menu.Item>
            <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => share.mutate()}>
              {shared ? 'Stop sharing' : 'Share with everyone'}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} color="var(--cs-no)" onClick={() => remove.mutate()}>
              Delete
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
        {pages === 1 ? '1 page' : `${pages} pages`} · by <bdi>{owner.name}</bdi>
      </Text>
    </div>
  );
}

const COLUMNS: readonly Column<TemplateListEntry>[] = [
  { head: 'Name', cell: (template) => <Name template={template} /> },
  { head: 'Roles', cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  {
    head: 'Who may use it',
    cell: ({ shared }) => (shared ? <Pill label="Everybody" tone="done" /> : <Pill label="Private" tone="quiet" />),
  },
  { head: 'Changed', cell: ({ updated_at: changedAt }) => <Time iso={changedAt} /> },
];

function Nothing({ search, children }: { search: string; children: ReactNode }) {
  if (search !== '')
    return (
      <EmptyState title="Nothing found" text={`No template has “${search}” in its name.`}>
        <ButtonLink to="/templates" search={{}} variant="default">
          Show all
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No templates yet"
      text="Create a template from a PDF, add roles and fields, then send it to one person or to a whole list."
    >
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
      aria-label="Search by name"
      placeholder="Search by name"
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
  usePageTitle('Templates');
  const { q: search = '' } = route.useSearch();
  const [at, setAt] = useState({ search, page: 1 });
  // Another search starts on its first page.
  const page = at.search === search ? at.page : 1;
  const query = useQuery(templatesQuery(page, search));
  const { data } = query;
  const [making, setMaking] = useState(false);
  const [using, setUsing] = useState<string | null>(null);
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      New template
    </Button>
  );
  const none = data?.templates.length === 0;
  return (
    <>
      <PageHeader
        title="Templates"
        lead="Documents you send repeatedly, with their roles and fields."
        actions={
          <Group gap="xs">
            <ButtonLink to="/bulk-sends" variant="default">
              Bulk sends
            </ButtonLink>
            {make}
          </Group>
        }
      />
      {!(none && search === '') && <SearchBox search={search} />}
      <Panel flush label="Templates">
        <ListTable
          caption="Templates"
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
                aria-label={`Use ${template.name}`}
              >
                Use
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
