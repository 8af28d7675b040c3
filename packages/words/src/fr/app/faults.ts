import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Ce champ est obligatoire.',
  empty: 'Ce champ ne doit pas être vide.',
  too_short: 'Au moins {limit} caractères sont nécessaires.',
  too_long: 'Au plus {limit} caractères sont autorisés.',
  too_few: 'Au moins {limit} éléments sont nécessaires.',
  too_many: 'Au plus {limit} éléments sont autorisés.',
  below_minimum: 'La plus petite valeur autorisée est {limit}.',
  above_maximum: 'La plus grande valeur autorisée est {limit}.',
  email: 'Saisissez une adresse e-mail telle que nom@example.com.',
  date: 'Saisissez une date valide.',
  datetime: 'Saisissez une date et une heure valides.',
  password_too_short: 'Le mot de passe doit contenir au moins {limit} caractères.',
  password_too_common:
    'Le mot de passe est facile à deviner, car il se compose de mots de passe courants. Utilisez plutôt quatre mots sans rapport entre eux.',
  password_contains_context:
    'Le mot de passe est facile à deviner, car il contient votre nom, votre adresse e-mail, votre organisation ou le nom de ce service. Utilisez plutôt quatre mots sans rapport entre eux.',
  password_required: 'Saisissez le mot de passe, car vous ne vous êtes pas inscrit dans ce navigateur.',
  code_required: 'Saisissez un code de votre application d’authentification ou un code de secours.',
  another_address: 'Saisissez l’adresse à laquelle l’invitation a été envoyée.',
  no_such_member: 'Choisissez un autre membre actif de cette organisation.',
  not_an_administrator: 'Seul un administrateur peut reprendre des clés API.',
  invalid_url: 'Saisissez une adresse complète qui commence par https://.',
  insecure_url: 'L’adresse doit commencer par https://.',
  unknown_host: 'Le nom d’hôte de l’adresse est introuvable dans le DNS.',
  private_address: 'L’adresse doit être publique et ne doit pas se trouver dans un réseau local.',
  empty_file: 'Le fichier est vide.',
  not_a_pdf: 'Le fichier n’est pas un PDF.',
  wrong_password: 'Le fichier ne s’ouvre pas avec ce mot de passe.',
};
