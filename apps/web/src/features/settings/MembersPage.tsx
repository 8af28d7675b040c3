import { ActionIcon, Button, Group, Menu, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconDots, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type Invitation, invitationsQuery, isUserId, type ListedUser, type Member, usersQuery } from './queries.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { DeactivateDialog, HandOverDialog } from './DeactivateDialog.tsx';
import { InviteDialog, RemoveDialog, ResetFactorsDialog, ROLES, RoleDialog } from './MemberDialogs.tsx';
import { MemberSessionsDialog } from './MemberSessions.tsx';
import table from '../../ui/Table.module.css';
import classes from './Members.module.css';

/** What is being done with whom. */
type Doing = { what: 'role' | 'remove' | 'factors' | 'sessions' | 'deactivate' | 'hand-over'; member: Member } | null;

/** An administrator manages everybody but owners; nobody demotes or removes an owner but that owner. */
const manages = (session: Session, member: Member): boolean => member.role !== 'owner' || member.id === session.user.id;

/** Undefined for somebody who is only invited. */
const memberOf = ({ id, name, email, role }: ListedUser): Member | undefined =>
  isUserId(id) ? { id, name: name ?? email, email, role } : undefined;

function useReactivate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (member: Member) => call('reactivateUser', { params: { userId: member.id } }),
    onSuccess: ({ member }) => toastDone(`${member.name} is reactivated`),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

type MenuProps = { member: Member; own: boolean; isActive: boolean; act: (doing: Doing) => void };

function MemberMenu({ member, own, isActive, act }: MenuProps) {
  const reactivate = useReactivate();
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Manage ${member.name}`} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isActive && <Menu.Item onClick={() => act({ what: 'role', member })}>Change role …</Menu.Item>}
        {!own && (
          <>
            {isActive && <Menu.Item onClick={() => act({ what: 'sessions', member })}>Sessions …</Menu.Item>}
            {isActive && <Menu.Item onClick={() => act({ what: 'factors', member })}>Reset second factor …</Menu.Item>}
            {!isActive && <Menu.Item onClick={() => reactivate.mutate(member)}>Reactivate</Menu.Item>}
            <Menu.Item onClick={() => act({ what: 'hand-over', member })}>Hand over documents …</Menu.Item>
            <Menu.Divider />
            {isActive && (
              <Menu.Item color="red" onClick={() => act({ what: 'deactivate', member })}>
                Deactivate …
              </Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => act({ what: 'remove', member })}>
              Remove …
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const STATES = {
  active: { label: 'Active', tone: 'done' },
  invited: { label: 'Invited', tone: 'wait' },
  deactivated: { label: 'Deactivated', tone: 'quiet' },
} as const;

function UserTable({ users, act }: { users: readonly ListedUser[]; act: (doing: Doing) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <table className={`${table['table']} ${table['corner']}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Last login</th>
          <th scope="col">
            <span className={table['hidden']}>Manage</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => {
          const member = memberOf(user);
          const own = user.id === session.user.id;
          return (
            <tr key={user.id}>
              <td>
                <Group gap={12} wrap="nowrap">
                  <Initials person={{ name: user.name ?? user.email, email: user.email }} size={34} />
                  <div className={classes['person']}>
                    <Text fw={580} className={classes['address']}>
                      {user.name ?? user.email}
                      {own && <span className={table['soft']}> (you)</span>}
                    </Text>
                    {user.name !== null && (
                      <Text fz="xs" c="dimmed" className={classes['address']}>
                        {user.email}
                      </Text>
                    )}
                  </div>
                </Group>
              </td>
              <td data-label="Role">{ROLES[user.role].label}</td>
              <td data-label="Status">
                <Pill {...STATES[user.status]} />
              </td>
              <td data-label="Last login">
                {user.last_login_at === null ? (
                  <span className={table['soft']}>Never</span>
                ) : (
                  <Time iso={user.last_login_at} />
                )}
              </td>
              <td className={table['action']}>
                {member === undefined && <InvitedMenu invited={user} />}
                {member && manages(session, member) && (
                  <MemberMenu member={member} own={own} isActive={user.status === 'active'} act={act} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const BOUNCED: Record<NonNullable<Invitation['bounced']>, string> = {
  unknown: 'The mail came back: there is no such address. Withdraw it and invite the right one.',
  full: 'The mail came back: the mailbox is full. Send it again later.',
  refused: 'The receiving server refused the mail. Check the address, or send the invitation again later.',
  late: 'The receiving server did not take the mail for 24 hours. Send the invitation again.',
};

type Invited = Pick<Invitation, 'email' | 'role' | 'name'> & { id: string };

function useInvitation(invitation: Invited) {
  const queryClient = useQueryClient();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    return queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  };
  const again = useMutation({
    mutationFn: () => {
      const { email, role, name } = invitation;
      const asked = role === 'admin' ? 'admin' : 'member';
      return call('createInvitation', { body: { email, role: asked, ...(name === null ? {} : { name }) } });
    },
    onSuccess: () => toastDone('Sent again', `${invitation.email} has a new link; the earlier one has ended.`),
    onError: toastError,
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => call('revokeInvitation', { params: { invitationId: invitation.id } }),
    onSuccess: () => toastDone('Invitation withdrawn'),
    onError: toastError,
    onSettled: refresh,
  });
  return { again, withdraw };
}

function InvitedMenu({ invited }: { invited: Invited }) {
  const { again, withdraw } = useInvitation(invited);
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Manage the invitation to ${invited.email}`} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => again.mutate()}>Send the invitation again</Menu.Item>
        <Menu.Item color="red" onClick={() => withdraw.mutate()}>
          Withdraw the invitation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { again, withdraw } = useInvitation(invitation);
  return (
    <li>
      <div className={classes['person']}>
        <Text fw={580} className={classes['address']}>
          {invitation.email}
        </Text>
        <Text fz="xs" c="dimmed">
          {ROLES[invitation.role].label} · invited by {invitation.invited_by} · ends{' '}
          {daysUntil(invitation.expires_at, new Date())}
        </Text>
        {invitation.bounced !== null && (
          <Text fz="xs" c="var(--cs-no)">
            {BOUNCED[invitation.bounced]}
          </Text>
        )}
      </div>
      <Group gap={6}>
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
          aria-label={`Send again: the invitation to ${invitation.email}`}
        >
          Send again
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
          aria-label={`Withdraw the invitation to ${invitation.email}`}
        >
          Withdraw
        </Button>
      </Group>
    </li>
  );
}

function Invitations() {
  const { data } = useQuery(invitationsQuery);
  if (data === undefined || data.invitations.length === 0) return null;
  const { invitations, pagination } = data;
  // Those whose mail came back first: somebody has to do something about them.
  const shown = invitations.toSorted((a, b) => Number(b.bounced !== null) - Number(a.bounced !== null)).slice(0, 10);
  return (
    <Panel label="Open invitations">
      <Text component="h2" fw={620} fz="md" m={0} mb="sm">
        Open invitations
      </Text>
      <ul className={classes['invitations']}>
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {invitations.length > shown.length && (
        <Text fz="sm" c="dimmed" mt="sm">
          And {pagination.hasMore ? 'many' : invitations.length - shown.length} more, in the list above under the status
          Invited.
        </Text>
      )}
    </Panel>
  );
}

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
        aria-label="Search members"
        placeholder="Name or address"
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Role"
        data={[
          { value: '', label: 'Every role' },
          ...Object.entries(ROLES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={filter.role}
        onChange={(event) => change({ role: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Status"
        data={[
          { value: '', label: 'Every status' },
          ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={filter.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
    </div>
  );
}

export function MembersPage() {
  usePageTitle('Members');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [chosen, setChosen] = useState({ role: '', status: '' });
  // Where each page before this one began; a list that changes meanwhile shifts nobody.
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
        title="Members"
        lead="Who works here, and what they may do."
        actions={
          <Group gap="xs">
            <ButtonLink to="/settings/members/import" search={{}} variant="default">
              Import
            </ButtonLink>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setInviting(true)}>
              Add
            </Button>
          </Group>
        }
      />
      <Stack gap="md">
        <Panel flush label="Members">
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
            <Stack p="xl" role="status" aria-label="Loading members">
              <Skeleton height={16} width="60%" />
              <Skeleton height={16} width="45%" />
            </Stack>
          )}
          {data?.users.length === 0 && <Text p="xl">Nobody matches.</Text>}
          {data !== undefined && data.users.length > 0 && <UserTable users={data.users} act={setDoing} />}
          {data?.users.length === 1 && isAny && (
            <Text c="dimmed" className={classes['alone']}>
              It is only you so far. Add the people who send documents with you.
            </Text>
          )}
          {(cursors.length > 0 || next !== null) && (
            <Group justify="space-between" p="md">
              <Button
                variant="default"
                disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                Previous
              </Button>
              <Text fz="sm" c="dimmed">
                {(data?.pagination.total ?? 0).toLocaleString()} in all
              </Text>
              <Button
                variant="default"
                disabled={next === null}
                onClick={() => next !== null && setCursors([...cursors, next])}
              >
                Next
              </Button>
            </Group>
          )}
        </Panel>
        <Invitations />
      </Stack>
      <InviteDialog opened={inviting} close={() => setInviting(false)} />
      <Dialogs doing={doing} close={() => setDoing(null)} />
    </>
  );
}
