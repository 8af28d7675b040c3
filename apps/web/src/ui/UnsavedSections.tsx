/**
 * Tracks the sections of a page that have unsaved changes, and asks a single question before the changes in any of them
 * are lost.
 */
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { UnsavedGuard } from './UnsavedGuard.tsx';

type Mark = (id: string, section: string | null) => void;
const MarkContext = createContext<Mark | null>(null);

export function UnsavedSections({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<ReadonlyMap<string, string>>(new Map());
  const [mark] = useState<Mark>(
    () => (id: string, section: string | null) =>
      setSections((before) => {
        if ((before.get(id) ?? null) === section) return before;
        const after = new Map(before);
        if (section === null) after.delete(id);
        else after.set(id, section);
        return after;
      }),
  );
  return (
    <MarkContext value={mark}>
      {children}
      <UnsavedGuard isDirty={sections.size > 0} sections={[...sections.values()]} />
    </MarkContext>
  );
}

/** Reports that a section has unsaved changes, until the section is saved or closed. */
export function useUnsaved(section: string, isDirty: boolean): void {
  const mark = useContext(MarkContext);
  const id = useId();
  useEffect(() => {
    mark?.(id, isDirty ? section : null);
    return () => mark?.(id, null);
  }, [mark, id, section, isDirty]);
}
