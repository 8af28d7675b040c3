/** Shows administrators a member's sessions in this organization. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { type Member, memberSessionsQuery } from './queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { SessionList } from '../../ui/SessionList.tsx';
import { m } from './member-texts.ts';

function MemberSessions({ member }: { member: Member }) {
  const queryClient = useQueryClient();
  const query = memberSessionsQuery(member.id);
  const { data: sessions, error } = useQuery(query);
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call(api.endMemberSessions, { params: { userId: member.id }, ...(id !== null && { query: { id } }) }),
    onSuccess: ({ ended }) => toastDone(m.memberSessions.sessionsEnded(ended)),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        {m.memberSessions.sessionsInOrganization(member.name)}
      </Text>
      <SessionList
        sessions={sessions}
        error={error}
        ending={end.isPending ? end.variables : null}
        end={(id) => end.mutate(id)}
        empty={m.memberSessions.notSigned(member.name)}
      />
      {sessions !== undefined && sessions.length > 0 && (
        <DialogFooter>
          <Button color="red" loading={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            {m.memberSessions.endAllSessions}
          </Button>
        </DialogFooter>
      )}
    </Stack>
  );
}

export function MemberSessionsDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : m.memberSessions.sessionsOf(member.name)}
      size="lg"
    >
      {member !== null && <MemberSessions member={member} />}
    </Modal>
  );
}
