import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('de');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Tags',
    pressEnterOrComma: 'Mit Enter oder Komma fügen Sie ein Tag hinzu.',
    addTag: 'Tag hinzufügen',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `Die Vorschau von Seite ${number(page)} konnte nicht geladen werden. Das Dokument selbst ist vollständig.`,
    tryAgain: 'Noch einmal versuchen',
    pageOf: (page: number, title: string): string => `Seite ${number(page)} von ${title}`,
    of: (index: number, count: number): string => `${number(index)} von ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Weitere ${number(piece)} von ${number(count)} Seiten anzeigen`,
  },
  strip: {
    nextAction: 'Nächster Schritt',
  },
  undoToast: {
    undone: 'Rückgängig gemacht',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'Ich habe die Seiten geprüft und möchte diese Fassung senden',
    fileEndsWithUnfinishedChange:
      'Diese Datei endet mit einer unfertigen Änderung. Die Seiten zeigen die Fassung davor.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filter' : `Filter (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nichts in diesem Zeitraum',
    upTo: (say: string): string => `Bis zu ${say}`,
    showAsTable: 'Als Tabelle anzeigen',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Kopieren Sie den Wert jetzt, und bewahren Sie ihn sicher auf. ${why}`,
    iHaveSaved: 'Ich habe ihn gespeichert',
  },
  sessionList: {
    withPassword: 'mit Passwort',
    withPasskey: 'mit Passkey',
    throughSingleSignOn: 'über Single Sign-on',
    unknownBrowser: 'Unbekannter Browser',
    thisBrowser: 'Dieser Browser',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Zuletzt verwendet ', time, ', angemeldet ', otherTime],
    signOut: 'Abmelden',
    signOutAriaLabel: (device: string, address: string): string => `${device}, ${address} abmelden`,
  },
  passwordFields: {
    showPassword: 'Passwort anzeigen',
  },
  password: {
    atLeastCharacters: (min: number): string =>
      `Mindestens ${number(min)} Zeichen. Ein paar Wörter lassen sich leicht merken.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} von mindestens ${number(min)} Zeichen`,
    characters: (length: number): string => `${number(length)} Zeichen: gut. Länger ist stärker.`,
    charactersStrong: (length: number): string => `${number(length)} Zeichen: stark.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Löschung abgebrochen',
    accountWillNotBeDeleted: 'Ihr Konto wird nicht gelöscht.',
  },
  unsavedGuard: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen seit dem letzten Speichern gehen verloren.',
    discard: 'Änderungen verwerfen',
    stay: 'Weiter bearbeiten',
    sections: (sections: string): string => `Nicht gespeichert: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Nicht gespeicherte Änderungen',
    saving: 'Wird gespeichert…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Legt der Betreiber dieses Servers fest: ',
      name,
      '. ',
      link('Über diese Einstellung'),
      '.',
    ],
  },
};
