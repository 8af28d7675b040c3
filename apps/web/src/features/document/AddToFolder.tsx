import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import type { Document } from '../../api/queries.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { FolderPicker } from '../documents/FolderPicker.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const NOTHING: ReadonlySet<string> = new Set();

export function AddToFolder({ document, close }: { document: Document; close: () => void }) {
  const body = { documentIds: [document.id] };
  return (
    <FolderPicker
      picking={{
        title: m.moreMenu.addToFolder,
        action: labels.save,
        without: NOTHING,
        pick: async (folder) => {
          if (folder === null) return;
          const params = { folderId: folder.id };
          await call(api.addToFolder, { params, body });
          toastUndo(m.moreMenu.addedToFolder, folder.name, () => call(api.removeFromFolder, { params, body }));
        },
      }}
      close={close}
    />
  );
}
