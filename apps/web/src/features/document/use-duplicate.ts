import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { labels } from '../../ui/labels.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';

/** Creates a draft from the same file and opens it. */
export function useDuplicate(id: string) {
  const changed = useDocumentChanged(id);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(api.duplicateDocument, { params: { id } }),
    onSuccess: async ({ document: copy }) => {
      await changed();
      await navigate({ to: '/documents/$id', params: { id: copy.id } });
      toastDone(labels.copied, m.moreMenu.copyNewDraftWithSame);
    },
    onError: toastError,
  });
}
