/** The application that shows the editor in a frame. */
import { createContext } from 'react';
import type { Document } from '../../api/queries.ts';

export type EditorHost = {
  /** Called after each save. */
  saved: () => void;
  /** Called after sending. `isNotified` means that at least one recipient gets an e-mail. */
  sent: (document: Document, isNotified: boolean) => void;
  close: () => void;
  /** If false, the editor only saves the draft, and the application sends it. */
  canSend: boolean;
};

/** Null if the editor is not embedded in another application. */
export const EditorHostContext = createContext<EditorHost | null>(null);
