import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { keysAreOn, useKey } from '../../ui/keys.ts';
import { type ListState, withSearch } from './list-state.ts';
import { m } from './texts.ts';
import classes from './Documents.module.css';

const PAUSE_MS = 220;

/**
 * Searches while the person types. All changes of the URL form a single entry in the browser history. `/` moves the
 * focus to the box, and Escape clears it.
 */
export function SearchBox({ state, show }: { state: ListState; show: (next: ListState, replace: boolean) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(state.q ?? '');
  const shown = state.q ?? '';
  const [seen, setSeen] = useState(shown);
  // The browser's Back and Forward buttons and "show all" change the URL, so the box is updated from the URL.
  if (seen !== shown) {
    setSeen(shown);
    if (text.trim() !== shown) setText(shown);
  }

  useEffect(() => {
    if (text.trim() === shown) return undefined;
    const timer = setTimeout(() => show(withSearch(state, text.trim()), shown !== ''), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, shown, state, show]);

  useKey('search', () => {
    input.current?.select();
    input.current?.focus();
    return true;
  });

  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search']}
      aria-label={m.searchBox.searchTitlesAndRecipients}
      placeholder={m.searchBox.searchTitlesAndRecipients}
      size="sm"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
      }}
      leftSection={<IconSearch size={16} />}
      rightSection={
        keysAreOn() && (
          <Kbd size="xs" visibleFrom="sm">
            /
          </Kbd>
        )
      }
    />
  );
}
