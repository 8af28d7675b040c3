/** Lists all members and invited people, one per row, with the available actions. */
import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { InvitedMenu } from './Invitations.tsx';
import { isUserId, type ListedUser, type Member } from './queries.ts';
import { ROLES } from './roles.ts';
import { m } from './member-texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import table from '../../ui/Table.module.css';
import classes from './Members.module.css';

/** The open dialog and the member that it concerns. */
export type Doing = {
  what: 'role' | 'remove' | 'factors' | 'sessions' | 'deactivate' | 'hand-over';
  member: Member;
} | null;

/**
 * Whether a person may manage a member. Administrators manage everyone except owners, and only owners can demote or
 * remove themselves.
 */
const manages = (session: Session, member: Member): boolean => member.role !== 'owner' || member.id === session.user.id;

/** Returns undefined for an invited person. */
const memberOf = ({ id, name, email, role }: ListedUser): Member | undefined =>
  isUserId(id) ? { id, name: name ?? email, email, role } : undefined;

function useReactivate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (member: Member) => call(api.reactivateUser, { params: { userId: member.id } }),
    onSuccess: ({ member }) => toastDone(m.membersTable.isReactivated(member.name)),
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
        <ActionIcon aria-label={m.membersTable.manage(member.name)} size="lg">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isActive && (
          <Menu.Item onClick={() => act({ what: 'role', member })}>{m.membersTable.changeRoleDialog}</Menu.Item>
        )}
        {!own && (
          <>
            {isActive && (
              <Menu.Item onClick={() => act({ what: 'sessions', member })}>{m.membersTable.sessionsDialog}</Menu.Item>
            )}
            {isActive && (
              <Menu.Item onClick={() => act({ what: 'factors', member })}>
                {m.membersTable.resetSecondFactorDialog}
              </Menu.Item>
            )}
            {!isActive && <Menu.Item onClick={() => reactivate.mutate(member)}>{m.membersTable.reactivate}</Menu.Item>}
            <Menu.Item onClick={() => act({ what: 'hand-over', member })}>
              {m.membersTable.handOverDocumentsDialog}
            </Menu.Item>
            <Menu.Divider />
            {isActive && (
              <Menu.Item color="red" onClick={() => act({ what: 'deactivate', member })}>
                {m.membersTable.deactivateDialog}
              </Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => act({ what: 'remove', member })}>
              {labels.removeDialog}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export const STATES = {
  active: { label: labels.active, tone: 'done' },
  invited: { label: m.membersTable.invited, tone: 'wait' },
  deactivated: { label: m.membersTable.deactivated, tone: 'quiet' },
} as const;

export function MembersTable({ users, act }: { users: readonly ListedUser[]; act: (doing: Doing) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <table className={`${table['table']} ${table['corner']}`}>
      <thead>
        <tr>
          <th scope="col">{labels.name}</th>
          <th scope="col">{labels.role}</th>
          <th scope="col">{common.status}</th>
          <th scope="col">{m.membersTable.lastSignIn}</th>
          <th scope="col">
            <span className={table['hidden']}>{m.membersTable.manageText}</span>
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
                      <bdi>{user.name ?? user.email}</bdi>
                      {own && <span className={table['soft']}> {m.membersTable.you}</span>}
                    </Text>
                    {user.name !== null && (
                      <Text fz="xs" c="dimmed" className={classes['address']}>
                        {user.email}
                      </Text>
                    )}
                  </div>
                </Group>
              </td>
              <td data-label={labels.role}>{ROLES[user.role].label}</td>
              <td data-label={common.status}>
                <Pill {...STATES[user.status]} />
              </td>
              <td data-label={m.membersTable.lastSignIn} className={table['short']}>
                {user.last_login_at === null ? (
                  <span className={table['soft']}>{m.membersTable.never}</span>
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
