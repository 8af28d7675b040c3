import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { sessionsQuery } from './queries.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Section } from '../../ui/Section.tsx';
import { SessionList } from '../../ui/SessionList.tsx';
import { m } from './texts.ts';

export function SessionsSection() {
  const queryClient = useQueryClient();
  const { data: sessions, error } = useQuery(sessionsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(api.revokeSession, { params: { sessionId } }),
    onSuccess: () => toastDone(m.sessionsSection.signedOut),
    onError: toastError,
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call(api.revokeOtherSessions, {}),
    onSuccess: ({ ended }) => toastDone(m.sessionsSection.otherBrowsersSignedOut(ended)),
    onError: toastError,
    onSettled: refresh,
  });
  return (
    <Section
      title={m.sessionsSection.yourSessions}
      text={m.sessionsSection.ifDoNotRecognizeSession}
      action={
        sessions !== undefined &&
        sessions.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {m.sessionsSection.signOutAllOthers}
          </Button>
        )
      }
    >
      <SessionList
        sessions={sessions}
        error={error}
        ending={end.isPending ? end.variables : null}
        end={(id) => end.mutate(id)}
        empty={m.sessionsSection.notSignedInAnywhere}
      />
    </Section>
  );
}
