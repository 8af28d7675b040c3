import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconHandStop } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { InPersonSession } from './queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { m } from './texts.ts';

/** Ends the session. After that, the device shows no data. The signer can still be invited to sign later. */
export function EndButton({ session, small = false }: { session: InPersonSession; small?: boolean }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(api.endInPersonSession, { params: { inPersonId: session.id } }),
    onSuccess: () => toastDone(m.endButton.sessionEnded, m.endButton.deviceNoLongerShowsDocument),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['in-person'] }),
  });
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      loading={end.isPending}
      leftSection={<IconHandStop size={small ? 14 : 16} />}
      onClick={() => end.mutate()}
      aria-label={small ? m.endButton.endSession(session.signer.name) : undefined}
    >
      {small ? m.endButton.end : m.endButton.endSessionText}
    </Button>
  );
}
