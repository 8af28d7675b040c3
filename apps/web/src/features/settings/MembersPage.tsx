import { ActionIcon, Button, Group, Menu, Pagination, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconDots, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import {
  type Invitation,
  invitationsQuery,
  type Member,
  membersQuery,
  type Session,
  sessionQuery,
} from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { InviteDialog, RemoveDialog, ResetFactorsDialog, ROLES, RoleDialog } from './MemberDialogs.tsx';
import { MemberSessionsDialog } from './MemberSessions.tsx';
import table from '../../ui/Table.module.css';
import classes from './Members.module.css';

/** What is being done with whom. */
type Doing = { what: 'role' | 'remove' | 'factors' | 'sessions'; member: Member } | null;

/** An administrator manages everybody but owners; nobody demotes or removes an owner but that owner. */
const manages = (session: Session, member: Member): boolean => member.role !== 'owner' || member.id === session.user.id;

function MemberMenu({ member, own, act }: { member: Member; own: boolean; act: (doing: Doing) => void }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Manage ${member.name}`} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act({ what: 'role', member })}>Change role …</Menu.Item>
        {!own && (
          <>
            <Menu.Item onClick={() => act({ what: 'sessions', member })}>Sessions …</Menu.Item>
            <Menu.Item onClick={() => act({ what: 'factors', member })}>Reset second factor …</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => act({ what: 'remove', member })}>
              Remove …
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function MemberTable({ members, act }: { members: readonly Member[]; act: (doing: Doing) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <table className={`${table['table']} ${table['corner']}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Last login</th>
          <th scope="col">
            <span className={table['hidden']}>Manage</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>
              <Group gap={12} wrap="nowrap">
                <Initials person={member} size={34} />
                <div className={classes['person']}>
                  <Text fw={580}>
                    {member.name}
                    {member.id === session.user.id && <span className={table['soft']}> (you)</span>}
                  </Text>
                  <Text fz="xs" c="dimmed" className={classes['address']}>
                    {member.email}
                    {!member.email_verified && ' · not confirmed'}
                  </Text>
                </div>
              </Group>
            </td>
            <td data-label="Role">{ROLES[member.role].label}</td>
            <td data-label="Last login">
              {member.last_login_at === null ? (
                <span className={table['soft']}>Never</span>
              ) : (
                <Time iso={member.last_login_at} />
              )}
            </td>
            <td className={table['action']}>
              {manages(session, member) && <MemberMenu member={member} own={member.id === session.user.id} act={act} />}
            </td>
          </tr>
        ))}
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

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
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
  const { data: invitations } = useQuery(invitationsQuery);
  if (invitations === undefined || invitations.length === 0) return null;
  return (
    <Panel label="Open invitations">
      <Text component="h2" fw={620} fz="md" m={0} mb="sm">
        Open invitations
      </Text>
      <ul className={classes['invitations']}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
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
    </>
  );
}

export function MembersPage() {
  usePageTitle('Members');
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data, error, refetch } = useQuery(membersQuery(page, search));
  const [inviting, setInviting] = useState(false);
  const [doing, setDoing] = useState<Doing>(null);
  if (error !== null && data === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  const searchable = search !== '' || (data?.pagination.totalPages ?? 0) > 1;
  return (
    <>
      <PageHeader
        title="Members"
        lead="Who works here, and what they may do."
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <Stack gap="md">
        <Panel flush label="Members">
          {(searchable || typed !== '') && (
            <TextInput
              className={classes['search']}
              aria-label="Search members"
              placeholder="Name or address"
              leftSection={<IconSearch size={16} />}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setPage(1);
              }}
            />
          )}
          {data === undefined && (
            <Stack p="xl" role="status" aria-label="Loading members">
              <Skeleton height={16} width="60%" />
              <Skeleton height={16} width="45%" />
            </Stack>
          )}
          {data?.members.length === 0 && <Text p="xl">Nobody of that name or address.</Text>}
          {data !== undefined && data.members.length > 0 && <MemberTable members={data.members} act={setDoing} />}
          {data !== undefined && data.members.length === 1 && search === '' && (
            <Text c="dimmed" className={classes['alone']}>
              It is only you so far. Invite the people who send documents with you.
            </Text>
          )}
          {data !== undefined && data.pagination.totalPages > 1 && (
            <Group justify="center" p="md">
              <Pagination
                total={data.pagination.totalPages}
                value={page}
                onChange={setPage}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
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
