import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { counted } = figuresIn('en');

export const commands = {
  palette: {
    title: 'Search and commands',
    searchOrJump: 'Search documents, pages and actions',
    close: 'Close',
    results: 'Results',
    thisDocument: 'This document',
    recentDocuments: 'Recent documents',
    pages: 'Pages',
    actions: 'Actions',
    documents: 'Documents',
    searching: 'Searching …',
    found: counted({ one: '1 result', other: '# results' }),
    nothingFound: (text: string): string => `No results for “${text}”.`,
    searchFailed: 'The document search failed.',
    showAllWith: (text: string): string => `Show all documents that match “${text}”`,
    settingsPage: (name: string): string => `Settings: ${name}`,
    keyboardShortcuts: 'Keyboard shortcuts',
  },
  keys: {
    keyboardShortcuts: 'Keyboard shortcuts',
    names: {
      palette: 'Search and commands',
      newDocument: 'New document',
      search: 'Search the document list',
      next: 'Next row in the document list',
      previous: 'Previous row in the document list',
      select: 'Select or deselect row',
      selectTo: 'Select all rows up to this one',
      keys: 'Keyboard shortcuts',
    },
    open: 'Open row',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Shortcuts are off while you type. You can turn off single-key shortcuts in your ',
      link('profile'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Single-key shortcuts are turned off. You can turn them on in your ',
      link('profile'),
      '.',
    ],
  },
};
