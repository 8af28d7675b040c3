import { useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { toastDone, toastRefusal } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { FolderPicker } from '../documents/FolderPicker.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const NOTHING: ReadonlySet<string> = new Set();

export function AddToFolder({ document, close }: { document: Document; close: () => void }) {
  const body = { documentIds: [document.id] };
  const queryClient = useQueryClient();
  // The documents in a folder are one of the cached document lists, so these lists are reloaded.
  const changed = () => queryClient.invalidateQueries({ queryKey: ['documents'] });
  return (
    <FolderPicker
      picking={{
        title: m.moreMenu.addToFolder,
        action: labels.save,
        without: NOTHING,
        pick: async (folder) => {
          if (folder === null) return;
          const params = { folderId: folder.id };
          const { results } = await call(api.addToFolder, { params, body });
          void changed();
          if (results[0]?.success !== true) {
            toastRefusal(m.moreMenu.notAddedToFolder, results[0]?.message ?? '');
            return;
          }
          // No undo is offered, because it would remove a document that was already in the folder.
          if (results[0].added === false) toastDone(m.moreMenu.alreadyInFolder, folder.name);
          else
            toastUndo(m.moreMenu.addedToFolder, folder.name, async () => {
              await call(api.removeFromFolder, { params, body });
              await changed();
            });
        },
      }}
      close={close}
    />
  );
}
