import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { toastError } from '../../ui/toast.ts';

type FileKind = 'signed' | 'original' | 'current' | 'audit' | 'bundle';

/** Requests a link that is valid for 15 minutes, and opens it. The server sends the file as an attachment. */
export function useDownload(id: string) {
  return useMutation({
    mutationFn: (type: FileKind) => call(api.downloadDocument, { params: { id }, query: { type } }),
    onSuccess: ({ downloadUrl, filename }) => {
      const link = window.document.createElement('a');
      link.href = downloadUrl;
      link.download = filename;
      link.click();
    },
    onError: toastError,
  });
}
