import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Dieses Feld ist erforderlich.',
  empty: 'Dieses Feld darf nicht leer sein.',
  too_short: 'Mindestens {limit} Zeichen sind erforderlich.',
  too_long: 'Höchstens {limit} Zeichen sind erlaubt.',
  too_few: 'Mindestens {limit} Einträge sind erforderlich.',
  too_many: 'Höchstens {limit} Einträge sind erlaubt.',
  below_minimum: 'Der kleinste erlaubte Wert ist {limit}.',
  above_maximum: 'Der größte erlaubte Wert ist {limit}.',
  email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  date: 'Geben Sie ein gültiges Datum ein.',
  datetime: 'Geben Sie ein gültiges Datum mit Uhrzeit ein.',
  password_too_short: 'Das Passwort braucht mindestens {limit} Zeichen.',
  password_too_common:
    'Das Passwort ist leicht zu erraten, weil es aus häufigen Passwörtern besteht. Verwenden Sie stattdessen vier Wörter ohne Zusammenhang.',
  password_contains_context:
    'Das Passwort ist leicht zu erraten, weil es Ihren Namen, Ihre E-Mail-Adresse, Ihre Organisation oder den Namen dieses Dienstes enthält. Verwenden Sie stattdessen vier Wörter ohne Zusammenhang.',
  password_required: 'Geben Sie das Passwort ein, denn in diesem Browser haben Sie sich nicht registriert.',
  code_required: 'Geben Sie einen Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  another_address: 'Geben Sie die Adresse ein, an die die Einladung gesendet wurde.',
  no_such_member: 'Wählen Sie ein anderes aktives Mitglied dieser Organisation.',
  not_an_administrator: 'API-Schlüssel kann nur ein Administrator übernehmen.',
  invalid_url: 'Geben Sie eine vollständige Adresse ein, die mit https:// beginnt.',
  insecure_url: 'Die Adresse muss mit https:// beginnen.',
  unknown_host: 'Der Hostname der Adresse ist im DNS nicht zu finden.',
  private_address: 'Die Adresse muss öffentlich erreichbar sein und darf nicht in einem lokalen Netz liegen.',
  empty_file: 'Die Datei ist leer.',
  not_a_pdf: 'Die Datei ist kein PDF.',
  wrong_password: 'Die Datei lässt sich mit diesem Passwort nicht öffnen.',
};
