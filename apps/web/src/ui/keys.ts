/** The keyboard shortcuts in one table, which defines both the keys and the displayed list of shortcuts. */
import { useEffect, useEffectEvent } from 'react';
import { isCovered, isTyping } from './typing.ts';

/** The key of each shortcut, as reported by `KeyboardEvent.key`. */
export const KEYS = {
  newDocument: 'n',
  search: '/',
  next: 'j',
  previous: 'k',
  select: 'x',
  selectTo: 'X',
  keys: '?',
} as const;
export type KeyName = keyof typeof KEYS | 'palette';

const STORED = 'countersign.keys';

/**
 * Whether single-letter shortcuts are on. Speech input may trigger them by accident, so they can be turned off in the
 * profile (WCAG 2.1.4).
 */
export const keysAreOn = (): boolean => localStorage.getItem(STORED) !== 'off';
export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
}

/** Whether this is a Mac. There, the palette cannot use Ctrl+K, which deletes to the end of a line. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

function nameOf(event: KeyboardEvent): KeyName | undefined {
  // The event was already handled, for example by the palette, which closes itself with the same key.
  if (event.defaultPrevented) return undefined;
  if (event.key.toLowerCase() === 'k' && (isMac() ? event.metaKey : event.ctrlKey))
    return event.shiftKey || event.altKey || event.isComposing || isCovered() ? undefined : 'palette';
  if (isTyping(event) || !keysAreOn()) return undefined;
  // Caps Lock changes the letter but not whether Shift is pressed.
  const isLetter = /^[a-z]$/i.test(event.key);
  const key = isLetter ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()) : event.key;
  return (Object.keys(KEYS) as (keyof typeof KEYS)[]).find((name) => KEYS[name] === key);
}

const handlers = new Map<KeyName, () => boolean | undefined>();

/**
 * @param run returns false if there is nothing to do, so that the browser handles the key
 */
export function useKey(name: KeyName, run: () => boolean | undefined): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    const handler = () => latest();
    handlers.set(name, handler);
    return () => {
      if (handlers.get(name) === handler) handlers.delete(name);
    };
  }, [name]);
}

/** Listens for all shortcuts, once for the whole app. */
export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const handler = name && handlers.get(name);
      if (handler !== undefined && handler() !== false) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
