import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('de');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Suche und Befehle',
    searchOrJump: 'Dokumente, Seiten und Aktionen suchen',
    close: 'Schließen',
    results: 'Ergebnisse',
    thisDocument: 'Dieses Dokument',
    recentDocuments: 'Zuletzt geöffnete Dokumente',
    pages: 'Seiten',
    actions: 'Aktionen',
    documents: 'Dokumente',
    searching: 'Suche läuft …',
    found: counted({ one: '1 Ergebnis', other: '# Ergebnisse' }),
    nothingFound: (text: string): string => `Zu „${text}“ wurde nichts gefunden.`,
    searchFailed: 'Die Suche nach Dokumenten ist fehlgeschlagen.',
    showAllWith: (text: string): string => `Alle Dokumente mit „${text}“ anzeigen`,
    settingsPage: (name: string): string => `Einstellungen: ${name}`,
    keyboardShortcuts: 'Tastenkürzel',
  },
  keys: {
    keyboardShortcuts: 'Tastenkürzel',
    names: {
      palette: 'Suche und Befehle',
      newDocument: 'Neues Dokument',
      search: 'Liste der Dokumente durchsuchen',
      next: 'Nächste Zeile in der Liste der Dokumente',
      previous: 'Vorherige Zeile in der Liste der Dokumente',
      select: 'Zeile auswählen oder abwählen',
      selectTo: 'Alle Zeilen bis hierher auswählen',
      keys: 'Tastenkürzel',
    },
    open: 'Zeile öffnen',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Während Sie tippen, wirken die Tasten nicht. Einzelne Tasten können Sie in Ihrem ',
      link('Profil'),
      ' ausschalten.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Einzelne Tasten sind ausgeschaltet. In Ihrem ',
      link('Profil'),
      ' können Sie sie einschalten.',
    ],
  },
};
