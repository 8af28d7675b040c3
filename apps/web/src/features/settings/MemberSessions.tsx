/** A member's sessions in this organization, for its administrators. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Member, memberSessionsQuery } from './queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { SessionList } from './SessionList.tsx';

function MemberSessions({ member }: { member: Member }) {
  const queryClient = useQueryClient();
  const query = memberSessionsQuery(member.id);
  const { data: sessions, error } = useQuery(query);
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call(api.endMemberSessions, { params: { userId: member.id }, ...(id !== null && { query: { id } }) }),
    onSuccess: ({ ended }) => toastDone(ended === 1 ? 'One session ended' : `${ended} sessions ended`),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        Sessions in this organization. Ending one does not change {member.name}'s password. If someone else knows it,
        ask them to change it.
      </Text>
      <SessionList
        sessions={sessions}
        error={error}
        ending={end.isPending ? end.variables : null}
        end={(id) => end.mutate(id)}
        empty={`${member.name} is not signed in here.`}
      />
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
