import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../api/client.ts';
import { accountDeletionQuery } from '../api/queries.ts';
import { toastDone, toastError } from './toast.ts';
import { m } from './part-texts.ts';

/** Cancels the deletion of the person's account. */
export function useKeepAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.cancelAccountDeletion, {}),
    onSuccess: () => {
      queryClient.setQueryData(accountDeletionQuery.queryKey, null);
      toastDone(m.useKeepAccount.deletionCanceled, m.useKeepAccount.accountWillNotBeDeleted);
    },
    onError: toastError,
  });
}
