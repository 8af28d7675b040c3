import type { Words } from './words.ts';

export const words: Words = {
  locale: 'it',
  direction: 'ltr',
  language: 'Lingua',
  title: 'Verifica un PDF firmato',
  lead: 'Chi l’ha firmato, quando, e che cosa è cambiato da allora. Per PDF firmati con qualsiasi fornitore.',
  choose: 'Scegli un PDF',
  drop: 'o rilascialo in qualsiasi punto di questa pagina',
  limit: 'Al massimo 50 MB.',
  privacy: 'Il file viene inviato a questo server per la verifica. Non se ne conserva nulla.',
  checking: (file) => `Verifica di ${file} …`,
  another: 'Verifica un altro file',
  print: 'Stampa il rapporto',
  verdicts: {
    unchanged: (count) =>
      `${count === 1 ? 'La firma è valida.' : `Tutte le ${count} firme sono valide.`} Da allora il documento non è stato modificato.`,
    permitted: (count) =>
      `${count === 1 ? 'La firma è valida.' : `Tutte le ${count} firme sono valide.`} Ciò che è stato aggiunto dopo è permesso da esse.`,
    certified: (by) => `Questo documento reca il sigillo di ${by}. Nessuno lo ha ancora firmato.`,
    sealed: (by) =>
      `Questo documento reca il sigillo di ${by}. Da allora non è stato modificato e nessuno lo ha firmato.`,
    'completion-certificate': (by) =>
      `Questo è un certificato di completamento, con il sigillo di ${by}. Da allora non è stato modificato.`,
    timestamped: () => 'Nessuno ha firmato questo documento. La sua marca temporale è valida.',
    unconfirmed: (count) =>
      count === 1 ? 'Non è stato possibile confermare la firma.' : 'Non è stato possibile confermare tutte le firme.',
    invalid: (count) =>
      count === 1
        ? 'Non fare affidamento su questo documento: la sua firma non è valida.'
        : 'Non fare affidamento su questo documento: non tutte le sue firme sono valide.',
    unconfirmedSeal: () => 'Non è stato possibile confermare il sigillo o una marca temporale.',
    invalidSeal: () =>
      'Non fare affidamento su questo documento: è stato modificato, oppure il sigillo o una marca temporale non è valido.',
    unsigned: () => 'Questo documento non porta alcuna firma.',
    unreadable: () => 'Non è stato possibile leggere alcuna firma in questo file.',
  },
  caution:
    'Questo rapporto dice chi ha firmato e che cosa è cambiato. Non dice se ciò che il documento afferma è vero.',
  size: 'Dimensione',
  fingerprint: 'Impronta di questo file (SHA-256)',
  checkedAt: 'Verificato',
  problems: 'Perché',
  signatures: 'Firme',
  seals: 'Sigilli e marche temporali',
  kinds: {
    signer: 'Firma',
    foreign: 'Firma',
    certification: 'Sigillo del mittente',
    'archive-timestamp': 'Marca temporale su tutto il documento',
  },
  states: { valid: 'Valida', unconfirmed: 'Non confermata', invalid: 'Non valida' },
  timeProved: 'ora provata da una marca temporale',
  timeClaimed: 'ora dichiarata dal solo firmatario',
  trustedBy: 'Attendibile secondo',
  history: 'Come si è formato il file',
  version: (number) => `Versione ${number}`,
  revisions: {
    original: 'Il documento come è stato scritto',
    certification: 'Certificato dal mittente',
    signature: 'Firmato',
    timestamp: 'Con marca temporale',
    'validation-data': 'Prove aggiunte per verifiche future',
    update: 'Modificato',
  },
  details: 'Dettagli tecnici',
  field: 'Campo',
  certificate: 'Certificato',
  issuer: 'Emesso da',
  serial: 'Numero di serie',
  validity: 'Validità',
  level: 'Livello',
  timeStamp: 'Marca temporale',
  revocation: 'Revoca',
  revocations: { good: 'non revocato', revoked: 'revocato', unknown: 'sconosciuta' },
  changesSince: 'Aggiunto dopo questa firma',
  notes: 'Da sapere',
  judgement: 'Giudizio (EN 319 102-1)',
  reports: {
    heading: 'Rapporti di convalida',
    about: 'Per archivi e altri programmi: gli stessi risultati in un file.',
    etsi: 'Scarica il rapporto (XML, ETSI TS 119 102-2)',
    json: 'Scarica il rapporto (JSON)',
    failed: 'Non è stato possibile scaricare il rapporto. Attendere un minuto e riprovare.',
  },
  faults: {
    size: 'Questo file supera i 50 MB.',
    type: 'Questo non è un PDF. Scegli il PDF firmato stesso, non una scansione o un’immagine.',
    unreadable: 'Questo file è troppo complesso o danneggiato per essere verificato in sicurezza.',
    busy: 'Si stanno verificando molti file. Attendi un minuto e riprova.',
    offline: 'Non è stato possibile raggiungere il server. Controlla la connessione e riprova.',
    other: 'Qualcosa è andato storto da parte nostra, quindi non si può dire nulla di questo file. Riprova.',
  },
};
