import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Dit veld is verplicht.',
  empty: 'Dit veld mag niet leeg zijn.',
  too_short: 'Minstens {limit} tekens zijn nodig.',
  too_long: 'Hoogstens {limit} tekens zijn toegestaan.',
  too_few: 'Minstens {limit} items zijn nodig.',
  too_many: 'Hoogstens {limit} items zijn toegestaan.',
  below_minimum: 'De kleinste toegestane waarde is {limit}.',
  above_maximum: 'De grootste toegestane waarde is {limit}.',
  email: 'Voer een e-mailadres in, zoals naam@example.com.',
  date: 'Voer een geldige datum in.',
  datetime: 'Voer een geldige datum met tijd in.',
  password_too_short: 'Het wachtwoord moet minstens {limit} tekens hebben.',
  password_too_common:
    'Het wachtwoord is makkelijk te raden, omdat het uit veelgebruikte wachtwoorden bestaat. Gebruik liever vier woorden zonder verband.',
  password_contains_context:
    'Het wachtwoord is makkelijk te raden, omdat het uw naam, uw e-mailadres, uw organisatie of de naam van deze dienst bevat. Gebruik liever vier woorden zonder verband.',
  password_required: 'Voer het wachtwoord in, want u hebt zich niet in deze browser geregistreerd.',
  code_required: 'Voer een code uit uw authenticator-app of een herstelcode in.',
  another_address: 'Voer het adres in waarnaar de uitnodiging is gestuurd.',
  no_such_member: 'Kies een ander actief lid van deze organisatie.',
  not_an_administrator: 'Alleen een beheerder kan API-sleutels overnemen.',
  invalid_url: 'Voer een volledig adres in dat met https:// begint.',
  insecure_url: 'Het adres moet met https:// beginnen.',
  unknown_host: 'De hostnaam van het adres is niet in DNS te vinden.',
  private_address: 'Het adres moet openbaar zijn en mag niet in een lokaal netwerk liggen.',
  empty_file: 'Het bestand is leeg.',
  not_a_pdf: 'Het bestand is geen pdf.',
  wrong_password: 'Het bestand gaat met dit wachtwoord niet open.',
};
