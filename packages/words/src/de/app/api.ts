import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('de');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'gleich',
    inSeconds: (seconds: number): string => `in ${number(seconds)} Sekunden`,
    inMinutes: (seconds: number): string => `in ${number(seconds)} Minuten`,
    serverCannotBeReached: 'Der Server ist nicht erreichbar',
    connectionOrServerDown:
      'Ihre Verbindung oder der Server ist ausgefallen. Ihre Eingaben sind noch da. Versuchen Sie es gleich noch einmal.',
    noAnswer: 'Der Server hat nicht geantwortet',
    outcomeUnknown:
      'Die Verbindung ist abgebrochen, deshalb wissen wir nicht, ob Ihre Änderung gespeichert wurde. Laden Sie die Seite neu, und versuchen Sie es noch einmal, wenn Ihre Änderung fehlt.',
    signedOut: 'Sie sind abgemeldet',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an, um fortzufahren.',
    doNotHavePermission: 'Sie haben keine Berechtigung',
    notFound: 'Nicht gefunden',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} Möglicherweise wurde es gelöscht, oder es gehört einer anderen Organisation.`,
    somethingNeedsCorrecting: 'Prüfen Sie Ihre Eingaben',
    tooManyAttempts: 'Zu viele Versuche',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `Sie haben zu oft einen falschen Wert eingegeben. Versuchen Sie es ${inSeconds} noch einmal.`,
    notPartOfPlan: 'In Ihrem Tarif nicht enthalten',
    linkNoLongerWorks: 'Dieser Link funktioniert nicht mehr',
    tooManyRequests: 'Zu viele Anfragen',
    nothingChanged: (inSeconds: string): string =>
      `Es wurde nichts geändert. Versuchen Sie es ${inSeconds} noch einmal.`,
    temporarilyUnavailable: 'Zurzeit nicht verfügbar',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Versuchen Sie es ${inSeconds} noch einmal.`,
    somethingWentWrongOnServer: 'Auf dem Server ist ein Fehler aufgetreten',
    savedDataSafe:
      'Ihre gespeicherten Daten sind sicher. Versuchen Sie es noch einmal. Wenn der Fehler wieder auftritt, nennen Sie Ihrer Administration die Anfrage-ID.',
    didNotWork: 'Das hat nicht geklappt',
    canceledOrTookTooLong:
      'Der Vorgang wurde abgebrochen oder hat zu lange gedauert. Versuchen Sie es noch einmal, oder verwenden Sie eine andere Methode.',
    canceled: 'Der Vorgang wurde abgebrochen. Versuchen Sie es noch einmal, oder verwenden Sie eine andere Methode.',
    deviceOrPasswordManagerAlready:
      'Auf diesem Gerät oder in diesem Passwortmanager gibt es schon einen Passkey für Ihr Konto.',
    passkeysDoNotWork:
      'Unter dieser Adresse funktionieren Passkeys nicht. Öffnen Sie Countersign unter seinem Hostnamen über HTTPS.',
    browserOrDeviceCannotCreate: 'Dieser Browser oder dieses Gerät kann keinen passenden Passkey erstellen.',
    passkeyNotUsed: 'Der Passkey wurde nicht verwendet',
    pageHasProblem: 'Auf dieser Seite ist ein Fehler aufgetreten',
    documentsSafeOnServer:
      'Ihre Dokumente sind auf dem Server sicher. Laden Sie die Seite neu. Nicht gespeicherte Änderungen müssen Sie vielleicht noch einmal eingeben.',
  },
};
