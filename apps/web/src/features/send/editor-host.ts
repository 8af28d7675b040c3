/** The application that shows the editor in a frame. */
import { createContext } from 'react';
import type { Document } from '../../api/queries.ts';

export type EditorHost = {
  /** Called after each save. */
  saved: () => void;
  /** `isNotified`: at least one recipient gets an e-mail. */
  sent: (document: Document, isNotified: boolean) => void;
  close: () => void;
  /** False: the editor only saves, and the application sends. */
  canSend: boolean;
};

/** Null in the app itself. */
export const EditorHostContext = createContext<EditorHost | null>(null);
