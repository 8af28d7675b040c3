/** All members and invited people, one row each, with the available actions. */
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
import { ROLES } from './MemberDialogs.tsx';
import { isUserId, type ListedUser, type Member } from './queries.ts';
import table from '../../ui/Table.module.css';
import classes from './Members.module.css';

/** The open dialog and its member. */
export type Doing = {
  what: 'role' | 'remove' | 'factors' | 'sessions' | 'deactivate' | 'hand-over';
  member: Member;
} | null;

/** An administrator manages everyone except owners; only owners can demote or remove themselves. */
const manages = (session: Session, member: Member): boolean => member.role !== 'owner' || member.id === session.user.id;

/** Undefined for an invited person. */
const memberOf = ({ id, name, email, role }: ListedUser): Member | undefined =>
  isUserId(id) ? { id, name: name ?? email, email, role } : undefined;

function useReactivate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (member: Member) => call(api.reactivateUser, { params: { userId: member.id } }),
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

export const STATES = {
  active: { label: 'Active', tone: 'done' },
  invited: { label: 'Invited', tone: 'wait' },
  deactivated: { label: 'Deactivated', tone: 'quiet' },
} as const;

export function MembersTable({ users, act }: { users: readonly ListedUser[]; act: (doing: Doing) => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <table className={`${table['table']} ${table['corner']}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Last sign-in</th>
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
              <td data-label="Last sign-in">
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
