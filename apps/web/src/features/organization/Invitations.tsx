/** Lists open invitations with their delivery status, with options to resend or withdraw them. */
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { Panel } from '../../ui/Panel.tsx';
import { daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { ROLES } from './roles.ts';
import { type Invitation, invitationsQuery } from './queries.ts';
import { m } from './member-texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Members.module.css';

const BOUNCED: Record<NonNullable<Invitation['bounced']>, string> = {
  unknown: m.invitations.addressDoesNotExist,
  full: m.invitations.mailboxFull,
  refused: m.invitations.mailServerRejectedEMail,
  late: m.invitations.mailServerDidNotAccept,
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
      return call(api.createInvitation, { body: { email, role: asked, ...(name === null ? {} : { name }) } });
    },
    onSuccess: () => toastDone(labels.sentAgain, m.invitations.hasNewLink(invitation.email)),
    onError: toastError,
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => call(api.revokeInvitation, { params: { invitationId: invitation.id } }),
    onSuccess: () => toastDone(m.invitations.invitationRevoked),
    onError: toastError,
    onSettled: refresh,
  });
  return { again, withdraw };
}

export function InvitedMenu({ invited }: { invited: Invited }) {
  const { again, withdraw } = useInvitation(invited);
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={m.invitations.manageInvitation(invited.email)} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => again.mutate()}>{m.invitations.sendInvitationAgain}</Menu.Item>
        <Menu.Item color="red" onClick={() => withdraw.mutate()}>
          {m.invitations.revokeInvitation}
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
          {m.invitations.invitedByEnds(
            ROLES[invitation.role].label,
            invitation.invited_by,
            daysUntil(invitation.expires_at, new Date()),
          )}
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
          aria-label={m.invitations.sendAgainInvitationTo(invitation.email)}
        >
          {m.invitations.sendAgain}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
          aria-label={m.invitations.revokeInvitationTo(invitation.email)}
        >
          {m.invitations.revoke}
        </Button>
      </Group>
    </li>
  );
}

export function Invitations() {
  const { data } = useQuery(invitationsQuery);
  if (data === undefined || data.invitations.length === 0) return null;
  const { invitations, pagination } = data;
  // Bounced invitations come first, because they need attention.
  const shown = invitations.toSorted((a, b) => Number(b.bounced !== null) - Number(a.bounced !== null)).slice(0, 10);
  return (
    <Panel label={m.invitations.pendingInvitations}>
      <Text component="h2" fw={620} fz="md" m={0} mb="sm">
        {m.invitations.pendingInvitations}
      </Text>
      <ul className={classes['invitations']}>
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {invitations.length > shown.length && (
        <Text fz="sm" c="dimmed" mt="sm">
          {pagination.hasMore
            ? m.invitations.manyInListAbove
            : m.invitations.moreInListAbove(invitations.length - shown.length)}
        </Text>
      )}
    </Panel>
  );
}
