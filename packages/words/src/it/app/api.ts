import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('it');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'tra poco',
    inSeconds: (seconds: number): string => `tra ${number(seconds)} secondi`,
    inMinutes: (seconds: number): string => `tra ${number(seconds)} minuti`,
    serverCannotBeReached: 'Il server non è raggiungibile',
    connectionOrServerDown:
      'La connessione o il server non funziona. Quanto ha inserito è ancora qui. Riprovi tra poco.',
    noAnswer: 'Il server non ha risposto',
    outcomeUnknown:
      'La connessione si è interrotta, perciò non sappiamo se la modifica è stata salvata. Ricarichi la pagina per controllare e riprovi se la modifica manca.',
    signedOut: 'Accesso terminato',
    sessionEnded: 'La sessione è terminata. Acceda di nuovo per continuare.',
    doNotHavePermission: 'Non ha l’autorizzazione',
    notFound: 'Non trovato',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} Può essere stato eliminato, oppure appartiene a un’altra organizzazione.`,
    somethingNeedsCorrecting: 'Controlli i dati inseriti',
    tooManyAttempts: 'Troppi tentativi',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `Ha inserito troppe volte un valore errato. Riprovi ${inSeconds}.`,
    notPartOfPlan: 'Non compreso nel Suo piano',
    linkNoLongerWorks: 'Questo link non funziona più',
    tooManyRequests: 'Troppe richieste',
    nothingChanged: (inSeconds: string): string => `Non è stato modificato nulla. Riprovi ${inSeconds}.`,
    temporarilyUnavailable: 'Temporaneamente non disponibile',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Riprovi ${inSeconds}.`,
    somethingWentWrongOnServer: 'Si è verificato un errore sul server',
    savedDataSafe:
      'I dati salvati sono al sicuro. Riprovi. Se succede di nuovo, comunichi l’ID richiesta al Suo amministratore.',
    didNotWork: 'L’operazione non è riuscita',
    canceledOrTookTooLong: 'La richiesta è stata annullata o ha richiesto troppo tempo. Riprovi o usi un altro metodo.',
    canceled: 'La richiesta è stata annullata. Riprovi o usi un altro metodo.',
    deviceOrPasswordManagerAlready: 'Questo dispositivo o gestore di password ha già una passkey per il Suo account.',
    passkeysDoNotWork:
      'Le passkey non funzionano a questo indirizzo. Apra Countersign con il suo nome host tramite HTTPS.',
    browserOrDeviceCannotCreate: 'Questo browser o dispositivo non può creare una passkey adatta.',
    passkeyNotUsed: 'La passkey non è stata usata',
    pageHasProblem: 'Questa pagina ha un problema',
    documentsSafeOnServer:
      'I Suoi documenti sono al sicuro sul server. Ricarichi la pagina. Le modifiche non salvate potrebbero andare reinserite.',
  },
};
