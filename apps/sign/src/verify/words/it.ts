import type { Words } from './words.ts';

export const words: Words = {
  locale: 'it',
  direction: 'ltr',
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
    certified: () => 'Il mittente ha certificato questo documento. Nessuno lo ha ancora firmato.',
    unconfirmed: (count) =>
      count === 1 ? 'Non è stato possibile confermare la firma.' : 'Non è stato possibile confermare tutte le firme.',
    invalid: (count) =>
      count === 1
        ? 'Non fare affidamento su questo documento: la sua firma non è valida.'
        : 'Non fare affidamento su questo documento: non tutte le sue firme sono valide.',
    unsigned: () => 'Questo documento non porta alcuna firma.',
    unreadable: () => 'Non è stato possibile leggere alcuna firma in questo file.',
  },
  caution:
    'Questo rapporto dice chi ha firmato e che cosa è cambiato. Non dice se ciò che il documento afferma è vero.',
  size: 'Dimensione',
  fingerprint: 'Impronta (SHA-256)',
  checkedAt: 'Verificato',
  problems: 'Perché',
  signatures: 'Firme',
  kinds: {
    signer: 'Firma',
    foreign: 'Firma',
    certification: 'Certificato dal mittente',
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
  faults: {
    size: 'Questo file supera i 50 MB.',
    type: 'Questo non è un PDF. Scegli il PDF firmato stesso, non una scansione o un’immagine.',
    unreadable: 'Questo file è troppo complesso o danneggiato per essere verificato in sicurezza.',
    busy: 'Si stanno verificando molti file. Attendi un minuto e riprova.',
    offline: 'Non è stato possibile raggiungere il server. Controlla la connessione e riprova.',
    other: 'Qualcosa è andato storto da parte nostra, quindi non si può dire nulla di questo file. Riprova.',
  },
};
