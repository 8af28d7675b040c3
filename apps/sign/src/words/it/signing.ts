import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Firma il documento',
  approveTitle: 'Approva il documento',
  signatureOf: (name) => `Firma di ${name}`,
  whatHappens: (title, sender) =>
    `Quando preme «Firma il documento», «${title}» viene firmato a Suo nome con una firma elettronica e una marca temporale affidabile. ${sender} riceve un avviso. In seguito non sarà più possibile annullare qui.`,
  whatHappensApprove: (title, sender) =>
    `Quando preme «Approva il documento», la Sua approvazione di «${title}» viene registrata con una firma elettronica e una marca temporale affidabile. ${sender} riceve un avviso. In seguito non sarà più possibile annullare qui.`,
  consentLabel: 'Acconsento',
  consentNeeded:
    'Spunti la casella per continuare: senza il Suo consenso il documento non può essere firmato elettronicamente.',
  signDocument: 'Firma il documento',
  approveDocument: 'Approva il documento',
  signing: 'Firma in corso…',
  approving: 'Approvazione in corso…',
  signingNote: 'La firma e la marca temporale sono in preparazione. Tenga aperta questa pagina.',
  ratherNot: 'Non è d’accordo? Chiuda questa pagina e non viene firmato nulla. Per firmare su carta, scriva a:',

  sendFaults: {
    offline: {
      title: 'Nessuna connessione',
      text: 'Non è arrivata alcuna risposta. Quanto ha inserito resta in questa pagina. Controlli la connessione e riprovi; non è possibile firmare due volte per errore.',
    },
    unavailable: {
      title: 'Al momento non è possibile',
      text: 'Non è stato firmato nulla, e quanto ha inserito resta in questa pagina.',
    },
    invalid: {
      title: 'C’è qualcosa da correggere',
      text: 'Non è stato firmato nulla, e quanto ha inserito viene conservato.',
    },
    other: {
      title: 'Non ha funzionato',
      text: 'Non è stato firmato nulla, e quanto ha inserito resta in questa pagina.',
    },
  },

  signedTitle: 'Ha firmato',
  approvedTitle: 'Ha approvato',
  thanks: (name) => `Grazie, ${name}.`,
  signedAt: 'Quando',
  signedAs: 'Chi',
  receiptTitle: 'La sua ricevuta',
  receiptNote: 'Conservi questa ricevuta. Con essa può provare quale file le è stato mostrato e quale file ha firmato.',
  receiptShown: 'File che le è stato mostrato (SHA-256)',
  receiptSigned: 'File che ha firmato (SHA-256)',
  receiptTrail: (n: number) => `Registro dopo la sua firma, voce ${n} (SHA-256)`,
  receiptDownload: 'Scarica la ricevuta',
  fingerprint: 'Impronta',
  fingerprintNote: 'SHA-256 del documento così come è stato inviato',
  fingerprintNoteFinished: 'SHA-256 del documento completato',
  copy: 'Copia',
  copied: 'Copiato',
  verifyNote:
    'Può verificare questo documento in qualsiasi momento: il file definitivo contiene tutte le firme e le marche temporali, e i lettori PDF che verificano le firme le mostrano.',
  waitingFor: 'Chi firma',
  signerStates: {
    waiting: 'Attende il proprio turno',
    'pending-signature': 'Non ancora firmato',
    signed: 'Firmato',
    declined: 'Rifiutato',
    notified: 'Riceve una copia',
  },
  everyoneSigned: 'Tutti hanno firmato',
  downloadReadyText: 'Il documento è completo e sigillato. Ne conservi una copia.',
  downloadWaiting: 'Non tutti hanno ancora firmato',
  downloadWaitingText: (email) =>
    `Riceverà il documento definitivo per e-mail all’indirizzo ${email}. Può chiudere questa pagina.`,
  downloadSealingText: 'Il documento definitivo viene sigillato. Basta un momento.',
  download: 'Scarica il documento',
  downloading: 'Scaricamento…',
  downloadFailed: 'Il documento non è stato scaricato. Controlli la connessione e riprovi.',
  downloadLater:
    'Questa pagina non cerca più novità. Apra di nuovo il link nella Sua e-mail per vedere a che punto è il documento.',
};
