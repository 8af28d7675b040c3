import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'L’indirizzo e-mail o la password non è corretta.',
  LOGIN_STEP_EXPIRED: 'Questo accesso è scaduto. Inserisca di nuovo la password.',
  INVALID_LINK: 'Questo link non è valido. Apra il link più recente o ne chieda uno nuovo al mittente.',
  PAYMENT_FAILED:
    'Il pagamento è stato rifiutato, quindi il piano non è stato cambiato. Aggiorni il metodo di pagamento e riprovi.',
  FORBIDDEN: 'Il Suo ruolo non lo consente.',
  STORAGE_QUOTA_EXCEEDED:
    'Il file supera lo spazio di archiviazione della Sua organizzazione. Elimini i file che non servono più o chieda più spazio al gestore di questo server.',
  REGISTRATION_CLOSED:
    'La registrazione è possibile solo su invito. Chieda un invito a un amministratore della Sua organizzazione.',
  WRONG_PASSWORD: 'La password non è corretta.',
  WRONG_CODE: 'Il codice non è corretto o è già stato usato. Attenda il prossimo o usi un codice di recupero.',
  TWO_FACTOR_REQUIRED: 'La Sua organizzazione richiede un secondo fattore. Ne configuri prima uno.',
  NETWORK_NOT_ALLOWED:
    'La Sua organizzazione consente l’accesso solo da determinate reti e il Suo indirizzo non ne fa parte. Si rivolga a un amministratore.',
  PASSKEY_REFUSED: 'Questa passkey non è stata accettata. Riprovi o acceda in un altro modo.',
  EMAIL_NOT_VERIFIED: 'Il Suo indirizzo e-mail non è ancora confermato. Apra il link nell’e-mail di conferma.',
  NO_ORGANIZATION: 'Il Suo account non appartiene più ad alcuna organizzazione. Chieda un invito a un amministratore.',
  SSO_REFUSED:
    'L’accesso tramite la Sua organizzazione non è riuscito. Riprovi. Se non riesce di nuovo, si rivolga all’amministratore.',
  SSO_NOT_ALLOWED:
    'La Sua organizzazione ha confermato la Sua identità, ma non Le ha dato accesso. Chieda un invito a un amministratore.',
  NOT_FOUND: 'Non c’è nulla a questo indirizzo.',
  DOCUMENT_NOT_FOUND: 'Documento non trovato.',
  TEMPLATE_NOT_FOUND: 'Modello non trovato.',
  DRAFT_CHANGED: 'Un’altra persona ha salvato questa bozza. La ricarichi e ripeta le modifiche.',
  SETTINGS_CHANGED: 'Un’altra persona ha modificato le impostazioni. Le ricarichi e ripeta la modifica.',
  TEMPLATE_CHANGED: 'Un’altra persona ha modificato questo modello. Lo ricarichi e ripeta la modifica.',
  SIGNER_HAS_SIGNED:
    'Questo destinatario ha già firmato. Il nome e l’indirizzo fanno parte della firma e non possono più essere modificati.',
  ACCOUNT_EXISTS: 'Esiste già un account con questo indirizzo. Acceda e apra di nuovo il link.',
  ALREADY_INVITED: 'Questa persona ha già un invito aperto con un altro ruolo. Lo revochi prima.',
  ALREADY_MEMBER: 'Questa persona è già membro.',
  LAST_OWNER:
    'Un’organizzazione ha bisogno di un proprietario. Trasferisca prima la proprietà o elimini l’organizzazione.',
  EMAIL_TAKEN: 'Un altro account usa già questo indirizzo.',
  DOMAIN_RECORD_MISSING:
    'Il record TXT non è stato trovato o ha un altro valore. Le modifiche al DNS possono richiedere un giorno per essere visibili ovunque. Riprovi più tardi.',
  LEGAL_HOLD:
    'Questi dati sono soggetti a un blocco legale. Un amministratore deve rimuoverlo prima che possano essere eliminati.',
  MAIL_LINK_INVALID: 'Questo link è scaduto, è incompleto o è già stato usato. Ne richieda uno nuovo.',
  SERVICE_UNAVAILABLE: 'Il servizio è temporaneamente non disponibile. Nulla è stato modificato.',
  MAIL_NOT_CONFIGURED:
    'Nessun server di posta è configurato, quindi non è possibile inviare documenti. Si rivolga al gestore di questo server.',
};
