/** Open invitations: resend, withdraw, and delivery status. */
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { Panel } from '../../ui/Panel.tsx';
import { daysUntil } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { ROLES } from './MemberDialogs.tsx';
import { type Invitation, invitationsQuery } from './queries.ts';
import classes from './Members.module.css';

const BOUNCED: Record<NonNullable<Invitation['bounced']>, string> = {
  unknown: 'The address does not exist. Revoke the invitation and invite the right address.',
  full: 'The mailbox is full. Send the invitation again later.',
  refused: 'The mail server rejected the e-mail. Check the address, or send the invitation again later.',
  late: 'The mail server did not accept the e-mail within 24 hours. Send the invitation again.',
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
    onSuccess: () => toastDone('Sent again', `${invitation.email} has a new link. The earlier one no longer works.`),
    onError: toastError,
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => call(api.revokeInvitation, { params: { invitationId: invitation.id } }),
    onSuccess: () => toastDone('Invitation revoked'),
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
        <ActionIcon aria-label={`Manage the invitation to ${invited.email}`} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => again.mutate()}>Send the invitation again</Menu.Item>
        <Menu.Item color="red" onClick={() => withdraw.mutate()}>
          Revoke the invitation
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
          aria-label={`Revoke the invitation to ${invitation.email}`}
        >
          Revoke
        </Button>
      </Group>
    </li>
  );
}

export function Invitations() {
  const { data } = useQuery(invitationsQuery);
  if (data === undefined || data.invitations.length === 0) return null;
  const { invitations, pagination } = data;
  // Bounced ones first, because they need attention.
  const shown = invitations.toSorted((a, b) => Number(b.bounced !== null) - Number(a.bounced !== null)).slice(0, 10);
  return (
    <Panel label="Pending invitations">
      <Text component="h2" fw={620} fz="md" m={0} mb="sm">
        Pending invitations
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
