import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'To pole jest wymagane.',
  empty: 'To pole nie może być puste.',
  too_short: 'Minimalna liczba znaków: {limit}.',
  too_long: 'Maksymalna liczba znaków: {limit}.',
  too_few: 'Minimalna liczba pozycji: {limit}.',
  too_many: 'Maksymalna liczba pozycji: {limit}.',
  below_minimum: 'Najmniejsza dozwolona wartość to {limit}.',
  above_maximum: 'Największa dozwolona wartość to {limit}.',
  email: 'Podaj adres e-mail, taki jak nazwa@example.com.',
  date: 'Podaj prawidłową datę.',
  datetime: 'Podaj prawidłową datę i godzinę.',
  password_too_short: 'Minimalna liczba znaków hasła: {limit}.',
  password_too_common:
    'Hasło łatwo odgadnąć, ponieważ składa się z często używanych haseł. Użyj zamiast tego czterech niepowiązanych słów.',
  password_contains_context:
    'Hasło łatwo odgadnąć, ponieważ zawiera Twoje imię lub nazwisko, adres e-mail, organizację lub nazwę tej usługi. Użyj zamiast tego czterech niepowiązanych słów.',
  password_required: 'Podaj hasło, ponieważ rejestracji dokonano w innej przeglądarce.',
  code_required: 'Podaj kod z aplikacji uwierzytelniającej lub kod odzyskiwania.',
  another_address: 'Podaj adres, na który wysłano zaproszenie.',
  no_such_member: 'Wybierz innego aktywnego członka tej organizacji.',
  not_an_administrator: 'Klucze API może przejąć tylko administrator.',
  invalid_url: 'Podaj pełny adres, który zaczyna się od https://.',
  insecure_url: 'Adres musi zaczynać się od https://.',
  unknown_host: 'Nazwy hosta z adresu nie znaleziono w DNS.',
  private_address: 'Adres musi być publiczny i nie może znajdować się w sieci lokalnej.',
  empty_file: 'Plik jest pusty.',
  not_a_pdf: 'Plik nie jest plikiem PDF.',
  wrong_password: 'Pliku nie można otworzyć tym hasłem.',
};
