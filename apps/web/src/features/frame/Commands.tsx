/** The command palette, the list of keyboard shortcuts, and the shortcuts for lists. Loaded after the first paint. */
import { useEffect } from 'react';
import { useKey } from '../../ui/keys.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { moveInList, onArrow, selectInList } from './list-keys.ts';
import { Palette } from './Palette.tsx';

export type Opened = 'palette' | 'keys' | null;

export function Commands({ opened, open }: { opened: Opened; open: (next: Opened) => void }) {
  useKey('next', () => moveInList(1));
  useKey('previous', () => moveInList(-1));
  useKey('select', () => selectInList(false));
  useKey('selectTo', () => selectInList(true));
  useEffect(() => {
    window.addEventListener('keydown', onArrow);
    return () => window.removeEventListener('keydown', onArrow);
  }, []);
  return (
    <>
      <Palette opened={opened === 'palette'} close={() => open(null)} showKeys={() => open('keys')} />
      <KeysDialog opened={opened === 'keys'} close={() => open(null)} />
    </>
  );
}
