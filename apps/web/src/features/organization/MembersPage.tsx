import { Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { DeactivateDialog, HandOverDialog } from './DeactivateDialog.tsx';
import { Invitations } from './Invitations.tsx';
import { InviteDialog, RemoveDialog, ResetFactorsDialog, RoleDialog } from './MemberDialogs.tsx';
import { MemberSessionsDialog } from './MemberSessions.tsx';
import { type Doing, MembersTable, STATES } from './MembersTable.tsx';
import { Permissions } from './Permissions.tsx';
import { usersQuery } from './queries.ts';
import { ROLES } from './roles.ts';
import { m } from './member-texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Members.module.css';

function Dialogs({ doing, close }: { doing: Doing; close: () => void }) {
  const of = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.member : null);
  return (
    <>
      <RoleDialog member={of('role')} close={close} />
      <RemoveDialog member={of('remove')} close={close} />
      <ResetFactorsDialog member={of('factors')} close={close} />
      <MemberSessionsDialog member={of('sessions')} close={close} />
      <DeactivateDialog member={of('deactivate')} close={close} />
      <HandOverDialog member={of('hand-over')} close={close} />
    </>
  );
}

type Filter = { search: string; role: string; status: string };
const ANY: Filter = { search: '', role: '', status: '' };

function Filters({
  typed,
  setTyped,
  filter,
  change,
}: {
  typed: string;
  setTyped: (text: string) => void;
  filter: Filter;
  change: (part: Partial<Filter>) => void;
}) {
  return (
    <div className={classes['filters']}>
      <TextInput
        className={classes['search']}
        aria-label={m.membersPage.searchMembers}
        placeholder={m.membersPage.nameOrAddress}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={labels.role}
        data={[
          { value: '', label: m.membersPage.everyRole },
          ...Object.entries(ROLES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={filter.role}
        onChange={(event) => change({ role: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={common.status}
        data={[
          { value: '', label: m.membersPage.everyStatus },
          ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={filter.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
    </div>
  );
}

export function MembersPage() {
  usePageTitle(labels.members);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [chosen, setChosen] = useState({ role: '', status: '' });
  // The cursors of the previous pages, which stay valid when the list changes.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const filter = { ...ANY, ...chosen, search };
  const { data, error, refetch } = useQuery(usersQuery({ ...filter, cursor: cursors.at(-1) ?? '' }));
  const [inviting, setInviting] = useState(false);
  const [doing, setDoing] = useState<Doing>(null);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const next = data?.pagination.nextCursor ?? null;
  const isAny = search === '' && chosen.role === '' && chosen.status === '';
  return (
    <>
      <PageHeader
        title={labels.members}
        lead={m.membersPage.membersOfOrganizationAndRoles}
        actions={
          <Group gap="xs">
            <ButtonLink to="/settings/members/import" search={{}} variant="default">
              {m.membersPage.import}
            </ButtonLink>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setInviting(true)}>
              {m.membersPage.add}
            </Button>
          </Group>
        }
      />
      <Stack gap="md">
        <Panel flush label={labels.members}>
          <Filters
            typed={typed}
            setTyped={(text) => {
              setTyped(text);
              setCursors([]);
            }}
            filter={filter}
            change={(part) => {
              setChosen({ ...chosen, ...part });
              setCursors([]);
            }}
          />
          {data === undefined && (
            <Stack p="xl" role="status" aria-label={m.membersPage.loadingMembers}>
              <Skeleton height={16} width="60%" />
              <Skeleton height={16} width="45%" />
            </Stack>
          )}
          {data?.users.length === 0 && <Text p="xl">{m.membersPage.noMatches}</Text>}
          {data !== undefined && data.users.length > 0 && <MembersTable users={data.users} act={setDoing} />}
          {data?.users.length === 1 && isAny && (
            <Text c="dimmed" className={classes['alone']}>
              {m.membersPage.onlyMember}
            </Text>
          )}
          {(cursors.length > 0 || next !== null) && (
            <Group justify="space-between" p="md">
              <Button
                variant="default"
                disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                {common.previous}
              </Button>
              <Text fz="sm" c="dimmed">
                {m.membersPage.inAll(data?.pagination.total ?? 0)}
              </Text>
              <Button
                variant="default"
                disabled={next === null}
                onClick={() => next !== null && setCursors([...cursors, next])}
              >
                {common.next}
              </Button>
            </Group>
          )}
        </Panel>
        <Invitations />
        <Permissions />
      </Stack>
      <InviteDialog opened={inviting} close={() => setInviting(false)} />
      <Dialogs doing={doing} close={() => setDoing(null)} />
    </>
  );
}
