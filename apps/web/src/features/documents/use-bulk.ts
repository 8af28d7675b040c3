import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../ui/toast.ts';
import type { Outcome, Task } from './bulk-actions.ts';

/** Runs actions and keeps the result until it is dismissed. */
export function useBulk() {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (task: Task) => task(),
    onSuccess: async (done) => {
      await queryClient.invalidateQueries({ queryKey: ['documents'] });
      setOutcome(done);
    },
    onError: toastError,
  });
  return { run: mutate, isPending, outcome, dismiss: () => setOutcome(null) };
}
