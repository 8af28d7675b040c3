import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastDone, toastError, toastRefusal } from '../../ui/toast.ts';
import type { Outcome, Task } from './bulk-run.ts';

export type Progress = { done: number; total: number };

export type Bulk = ReturnType<typeof useBulk>;

/**
 * Runs actions and keeps the result until it is dismissed. Leaving the page stops the action and reports what has been
 * done so far.
 */
export function useBulk() {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(null);
  const isGone = useRef(false);
  const announced = useRef<Outcome>(null);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ task, signal }: { task: Task; signal: AbortSignal }) =>
      task({ signal, progress: (done, total) => setProgress({ done, total }) }),
    onSuccess: async (done) => {
      if (isGone.current) {
        if (done.isComplete) toastDone(done.text);
        else toastRefusal(done.text, done.refused.map(({ title, why }) => `${title}: ${why}`)[0] ?? '');
      }
      await queryClient.invalidateQueries({ queryKey: ['documents'] });
      setOutcome(done);
    },
    onError: toastError,
    onSettled: () => {
      running.current = null;
      setProgress(null);
    },
  });
  return {
    /** Only one action can run at a time. */
    run: (task: Task) => {
      if (running.current !== null) return;
      running.current = new AbortController();
      mutate({ task, signal: running.current.signal });
    },
    isPending,
    progress,
    stop: () => running.current?.abort(),
    outcome,
    /**
     * Returns whether a result is shown for the first time. The list that shows results is mounted again after each
     * filter change.
     */
    announce: (shown: Outcome): boolean => {
      const isNew = announced.current !== shown;
      announced.current = shown;
      return isNew;
    },
    dismiss: () => setOutcome(null),
  };
}
