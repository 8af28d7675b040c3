import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastDone, toastError } from '../../ui/toast.ts';
import type { Outcome, Task } from './bulk-run.ts';

export type Progress = { done: number; total: number };

export type Bulk = ReturnType<typeof useBulk>;

/** Runs actions and keeps the result until it is dismissed. Leaving the page stops the action and reports its result. */
export function useBulk() {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);
  const { mutate, isPending } = useMutation({
    mutationFn: (task: Task) => {
      running.current = new AbortController();
      const { signal } = running.current;
      return task({ signal, progress: (done, total) => setProgress({ done, total }) });
    },
    onSuccess: async (done) => {
      if (isGone.current) toastDone(done.text);
      await queryClient.invalidateQueries({ queryKey: ['documents'] });
      setOutcome(done);
    },
    onError: toastError,
    onSettled: () => setProgress(null),
  });
  return {
    run: mutate,
    isPending,
    progress,
    stop: () => running.current?.abort(),
    outcome,
    dismiss: () => setOutcome(null),
  };
}
