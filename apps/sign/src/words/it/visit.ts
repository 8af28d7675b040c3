import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('it');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Lingua',
  opening: 'Apertura del documento…',
  openingNote:
    'Può leggere tutto il documento prima di decidere. Aprirlo non firma nulla, e può chiudere questa pagina in qualsiasi momento.',
  close: 'Chiudi',
  cancel: 'Annulla',
  back: 'Indietro',
  tryAgain: 'Riprova',

  asksToSign: (who) => `${who} Le chiede di firmare`,
  asksToApprove: (who) => `${who} Le chiede di approvare`,
  asTheSigner: (name) => `Per ${name}`,
  messageFrom: (name) => `Messaggio di ${name}`,
  document: 'Documento',
  pageCount: counted({ one: '# pagina', other: '# pagine' }),
  signBy: 'Da firmare entro',
  lastDay: 'oggi è l’ultimo giorno',
  daysLeft: counted({ one: 'manca # giorno', other: 'mancano # giorni' }),
  noEndDate: 'Nessuna scadenza',
  alsoSigning: 'Firmano anche',
  reviewDocument: 'Leggi il documento',
  nothingYet:
    'Prima lo legga. Non viene firmato nulla finché Lei non preme «Firma il documento» alla fine. Non serve un account.',
  nothingYetApprover:
    'Prima lo legga. Non viene approvato nulla finché Lei non preme «Approva il documento» alla fine. Non serve un account.',
  notForYou: 'Non è destinato a Lei, oppure preferisce firmare su carta?',
  writeTo: (name) => `Scrivi a ${name}`,

  codeTitle: 'Inserisca il codice di accesso',
  codeText: (sender) =>
    `${sender} ha protetto questo documento con un codice e glielo ha comunicato per una via diversa da questa e-mail.`,
  codeLabel: 'Codice di accesso',
  codeWrong: counted({
    one: 'Il codice non è corretto. Resta # tentativo.',
    other: 'Il codice non è corretto. Restano # tentativi.',
  }),
  codeOpen: 'Apri il documento',
  codeMissing: 'Non ha il codice?',

  turnTitle: 'Non tocca ancora a Lei',
  turnText: (sender) =>
    `Altri firmano prima di Lei. Riceverà un’e-mail appena sarà il Suo turno. Per domande, scriva a ${sender}.`,
  readMeanwhile: 'Leggi il documento',
  checkAgain: 'Controlla di nuovo',
  readingTurn: 'Sola lettura: non tocca ancora a Lei',
  readingCopy: 'La Sua copia: qui non c’è nulla da firmare',

  otherwise: 'Non vuole firmare?',
  declineTitle: 'Rifiutare di firmare',
  declineText: (sender) =>
    `Così il documento termina per tutti, e non si può tornare indietro. ${sender} e gli altri vengono a conoscenza del motivo.`,
  declineReason: 'Motivo',
  declineMissing: 'Indichi il motivo in poche parole.',
  decline: 'Rifiuta',
  forwardTitle: 'Deve firmare un’altra persona',
  forwardText: (sender) =>
    `Questa persona riceve un proprio link e firma al Suo posto. Il Suo link non funziona più, e ${sender} riceve un avviso.`,
  forwardName: 'Nome di questa persona',
  forwardEmail: 'Indirizzo e-mail di questa persona',
  forwardRefused: 'Il documento non può essere passato a questo indirizzo.',
  forward: 'Passa il documento',
  otherwiseFaults: {
    offline: {
      title: 'Nessuna connessione',
      text: 'Non è arrivata alcuna risposta. Controlli la connessione e riprovi.',
    },
    unavailable: {
      title: 'Al momento non è possibile',
      text: 'Non è stato modificato nulla. Riprovi tra poco.',
    },
    other: { title: 'Non ha funzionato', text: 'Non è stato modificato nulla.' },
  },

  stopped: {
    'no-link': {
      title: 'Apra il link nella Sua e-mail',
      what: 'Questa pagina si apre dal link personale del Suo invito; è stata aperta senza.',
      kept: '',
      todo: 'Torni all’e-mail e apra di nuovo il link.',
    },
    'session-ended': {
      title: 'Questa pagina è stata chiusa per proteggerLa',
      what: 'Per mezz’ora qui non è successo nulla, perciò il documento è stato chiuso.',
      kept: 'Non è stato firmato nulla. Quanto ha inserito è ancora in questa scheda.',
      todo: 'Per continuare, apra di nuovo il link nella Sua e-mail.',
    },
    'wrong-link': {
      title: 'Questo link non funziona',
      what: 'Il link è incompleto, oppure uno più recente lo ha sostituito.',
      kept: 'Non è stato firmato nulla.',
      todo: 'Apra il link nell’e-mail più recente su questo documento. Se non funziona nemmeno quello, ne chieda uno nuovo a chi l’ha inviato.',
    },
    expired: {
      title: 'Il termine per firmare è scaduto',
      what: 'Questo documento si poteva firmare fino a un certo giorno, e quel giorno è passato.',
      kept: 'Lei non ha firmato nulla.',
      todo: 'Se va ancora firmato, chieda che venga inviato di nuovo.',
    },
    replaced: {
      title: 'Il mittente ha modificato questo documento',
      what: 'Questo link porta a una versione precedente e non funziona più.',
      kept: 'Con questo link non è stato firmato nulla.',
      todo: 'Apra il documento con il link nella nostra e-mail più recente. Se non ha questa e-mail, chieda al mittente.',
    },
    removed: {
      title: 'Lei non è più destinatario',
      what: 'Il mittente L’ha rimossa dai destinatari di questo documento. Il Suo link non funziona più.',
      kept: 'Non deve fare nulla.',
      todo: 'Se questo La sorprende, chieda al mittente.',
    },
    voided: {
      title: 'Questo documento è stato ritirato',
      what: 'Il mittente lo ha ritirato. Non può più essere letto né firmato.',
      kept: 'Non deve fare nulla.',
      todo: 'Se questo La sorprende, chieda al mittente.',
    },
    unreadable: {
      title: 'Questo link è scaduto',
      what: 'I documenti conclusi si possono leggere qui per 30 giorni, e questo periodo è passato.',
      kept: 'Le firme restano valide.',
      todo: 'Chieda una copia al mittente.',
    },
    declined: {
      title: 'Questo documento è stato chiuso',
      what: 'Qualcuno ha rifiutato di firmarlo, perciò non sarà completato.',
      kept: 'Non deve fare nulla.',
      todo: 'Per domande, si rivolga al mittente.',
    },
    'you-declined': {
      title: 'Ha rifiutato di firmare',
      what: 'Questo documento non sarà completato. Il mittente e gli altri hanno ricevuto un avviso con il motivo.',
      kept: 'Lei non ha firmato nulla.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Ha passato il documento',
      what: 'L’altra persona riceve un proprio link via e-mail. Il Suo non funziona più.',
      kept: 'Lei non ha firmato nulla. Il mittente ha ricevuto un avviso.',
      todo: '',
    },
    locked: {
      title: 'Questo documento è bloccato',
      what: 'È stato inserito cinque volte un codice errato.',
      kept: 'Del documento non è stato mostrato nulla.',
      todo: 'Il mittente ha ricevuto un avviso e può inviarLe un nuovo link.',
    },
    offline: {
      title: 'Nessuna connessione',
      what: 'Non è stato possibile caricare il documento, perché non è arrivata alcuna risposta.',
      kept: 'Nulla è andato perso.',
      todo: 'Controlli la connessione e riprovi.',
    },
    unavailable: {
      title: 'Al momento non disponibile',
      what: 'Il servizio non può mostrare il documento in questo momento.',
      kept: 'Non è stato modificato nulla.',
      todo: '',
    },
    other: {
      title: 'Non ha funzionato',
      what: 'Non è stato possibile aprire il documento.',
      kept: 'Non è stato modificato nulla.',
      todo: 'Riprovi. Se il problema rimane, chieda a chi Le ha inviato il link.',
    },
  },
  askSubject: (title) => `A proposito di «${title}»`,

  tryShortly: 'Riprovi tra poco.',
  trySeconds: counted({ one: 'Riprovi tra # secondo.', other: 'Riprovi tra # secondi.' }),
  requestId: (id) => `Se chiede aiuto, indichi ${id}.`,

  sessionWarning: (left) => `Questa pagina si chiude tra ${left}`,
  sessionKept: 'Per proteggerLa, si chiude quando nessuno la usa.',
  stay: 'Lascia aperta',
};
