import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { BASE } from '../../api/environment.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { safeNext } from '../../app/url.ts';

/** Handles the start of a session: clears data of the previous session and opens the page that the person requested. */
export function useSessionStart(): (session: Session, next?: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (session, next) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    router.history.push(BASE + safeNext(next));
  };
}
