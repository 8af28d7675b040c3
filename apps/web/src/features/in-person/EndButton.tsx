import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconHandStop } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { InPersonSession } from './queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';

/** Ends the session: the device shows nothing from then on. The signer can still be asked again. */
export function EndButton({ session, small = false }: { session: InPersonSession; small?: boolean }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(api.endInPersonSession, { params: { inPersonId: session.id } }),
    onSuccess: () => toastDone('Session ended', 'The device no longer shows the document.'),
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
      aria-label={small ? `End the session of ${session.signer.name}` : undefined}
    >
      {small ? 'End' : 'End the session'}
    </Button>
  );
}
