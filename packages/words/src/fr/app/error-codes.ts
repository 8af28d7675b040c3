import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'L’adresse e-mail ou le mot de passe est incorrect.',
  LOGIN_STEP_EXPIRED: 'Cette connexion a expiré. Saisissez de nouveau votre mot de passe.',
  INVALID_LINK: 'Ce lien n’est pas valide. Ouvrez le lien le plus récent, ou demandez-en un nouveau à l’expéditeur.',
  PAYMENT_FAILED:
    'Le paiement a été refusé, l’offre n’a donc pas été modifiée. Mettez à jour le moyen de paiement et réessayez.',
  FORBIDDEN: 'Votre rôle ne le permet pas.',
  STORAGE_QUOTA_EXCEEDED:
    'Le fichier dépasse l’espace de stockage de votre organisation. Supprimez des fichiers devenus inutiles, ou demandez plus d’espace à l’opérateur de ce serveur.',
  REGISTRATION_CLOSED:
    'L’inscription se fait uniquement sur invitation. Demandez une invitation à un administrateur de votre organisation.',
  WRONG_PASSWORD: 'Le mot de passe est incorrect.',
  WRONG_CODE: 'Le code est incorrect ou a déjà été utilisé. Attendez le suivant, ou utilisez un code de secours.',
  TWO_FACTOR_REQUIRED: 'Votre organisation exige un second facteur. Configurez-en un d’abord.',
  NETWORK_NOT_ALLOWED:
    'Votre organisation autorise l’accès uniquement depuis certains réseaux, et votre adresse n’en fait pas partie. Adressez-vous à un administrateur.',
  PASSKEY_REFUSED: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous autrement.',
  EMAIL_NOT_VERIFIED: 'Votre adresse e-mail n’a pas encore été confirmée. Ouvrez le lien de l’e-mail de confirmation.',
  NO_ORGANIZATION: 'Votre compte n’appartient plus à aucune organisation. Demandez une invitation à un administrateur.',
  SSO_REFUSED:
    'La connexion par votre organisation a échoué. Réessayez. En cas de nouvel échec, adressez-vous à votre administrateur.',
  SSO_NOT_ALLOWED:
    'Votre organisation a confirmé votre identité, mais ne vous a pas donné accès. Demandez une invitation à un administrateur.',
  NOT_FOUND: 'Il n’y a rien à cette adresse.',
  DOCUMENT_NOT_FOUND: 'Le document est introuvable.',
  TEMPLATE_NOT_FOUND: 'Le modèle est introuvable.',
  DRAFT_CHANGED: 'Une autre personne a enregistré ce brouillon. Rechargez-le et refaites vos modifications.',
  SETTINGS_CHANGED: 'Une autre personne a modifié les paramètres. Rechargez-les et refaites votre modification.',
  TEMPLATE_CHANGED: 'Une autre personne a modifié ce modèle. Rechargez-le et refaites votre modification.',
  SIGNER_HAS_SIGNED:
    'Ce destinataire a déjà signé. Le nom et l’adresse font partie de la signature et ne peuvent plus être modifiés.',
  ACCOUNT_EXISTS: 'Un compte existe déjà avec cette adresse. Connectez-vous, puis ouvrez de nouveau le lien.',
  ALREADY_INVITED: 'Cette personne a déjà une invitation en cours avec un autre rôle. Révoquez-la d’abord.',
  ALREADY_MEMBER: 'Cette personne est déjà membre.',
  LAST_OWNER:
    'Une organisation a besoin d’un propriétaire. Transférez d’abord la propriété, ou supprimez l’organisation.',
  EMAIL_TAKEN: 'Un autre compte utilise déjà cette adresse.',
  DOMAIN_RECORD_MISSING:
    'L’enregistrement TXT est introuvable ou a une autre valeur. Les modifications du DNS peuvent mettre un jour à être visibles partout. Réessayez plus tard.',
  LEGAL_HOLD:
    'Un gel légal couvre ces données. Un administrateur doit le lever avant que les données puissent être supprimées.',
  MAIL_LINK_INVALID: 'Ce lien a expiré, est incomplet ou a déjà été utilisé. Demandez-en un nouveau.',
  SERVICE_UNAVAILABLE: 'Le service est temporairement indisponible. Rien n’a été modifié.',
  MAIL_NOT_CONFIGURED:
    'Aucun serveur de messagerie n’est configuré, les documents ne peuvent donc pas être envoyés. Adressez-vous à l’opérateur de ce serveur.',
};
