/** Where a member is signed in to this organization, for its administrators. */
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { type Member, memberSessionsQuery } from '../../api/queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { SessionRow } from './SessionsSection.tsx';
import classes from './Settings.module.css';

function MemberSessions({ member }: { member: Member }) {
  const queryClient = useQueryClient();
  const query = memberSessionsQuery(member.id);
  const { data: sessions, error } = useQuery(query);
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call('endMemberSessions', { params: { userId: member.id }, ...(id !== null && { query: { id } }) }),
    onSuccess: ({ ended }) => toastDone(ended === 1 ? 'One session ended' : `${ended} sessions ended`),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        Sessions in this organization. Ending one does not change {member.name}'s password: if somebody else knows it,
        ask them to change it.
      </Text>
      {error !== null && sessions === undefined && <Text role="alert">{explain(error).detail}</Text>}
      {error === null && sessions === undefined && (
        <Stack role="status" aria-label="Loading">
          <Skeleton height={16} width="60%" />
          <Skeleton height={16} width="45%" />
        </Stack>
      )}
      {sessions?.length === 0 && <Text>{member.name} is not signed in here.</Text>}
      {sessions !== undefined && sessions.length > 0 && (
        <ul className={classes['rows']}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              end={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <Group justify="flex-end">
          <Button color="red" loading={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            End all sessions
          </Button>
        </Group>
      )}
    </Stack>
  );
}

export function MemberSessionsDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : `Sessions of ${member.name}`}
      size="lg"
    >
      {member !== null && <MemberSessions member={member} />}
    </Modal>
  );
}
