import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Questo campo è obbligatorio.',
  empty: 'Questo campo non può essere vuoto.',
  too_short: 'Servono almeno {limit} caratteri.',
  too_long: 'Sono consentiti al massimo {limit} caratteri.',
  too_few: 'Servono almeno {limit} elementi.',
  too_many: 'Sono consentiti al massimo {limit} elementi.',
  below_minimum: 'Il valore minimo consentito è {limit}.',
  above_maximum: 'Il valore massimo consentito è {limit}.',
  email: 'Inserisci un indirizzo e-mail come nome@example.com.',
  date: 'Inserisci una data valida.',
  datetime: 'Inserisci una data e un’ora valide.',
  password_too_short: 'La password deve avere almeno {limit} caratteri.',
  password_too_common:
    'La password è facile da indovinare, perché è composta da password comuni. Usa invece quattro parole senza legami tra loro.',
  password_contains_context:
    'La password è facile da indovinare, perché contiene il tuo nome, il tuo indirizzo e-mail, la tua organizzazione o il nome di questo servizio. Usa invece quattro parole senza legami tra loro.',
  password_required: 'Inserisci la password, perché non ti sei registrato in questo browser.',
  code_required: 'Inserisci un codice della tua app di autenticazione o un codice di recupero.',
  another_address: 'Inserisci l’indirizzo a cui è stato inviato l’invito.',
  no_such_member: 'Scegli un altro membro attivo di questa organizzazione.',
  not_an_administrator: 'Solo un amministratore può prendere in carico le chiavi API.',
  invalid_url: 'Inserisci un indirizzo completo che inizia con https://.',
  insecure_url: 'L’indirizzo deve iniziare con https://.',
  unknown_host: 'Il nome host dell’indirizzo non si trova nel DNS.',
  private_address: 'L’indirizzo deve essere pubblico e non può trovarsi in una rete locale.',
  empty_file: 'Il file è vuoto.',
  not_a_pdf: 'Il file non è un PDF.',
  wrong_password: 'Il file non si apre con questa password.',
};
