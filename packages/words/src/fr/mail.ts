import type { MailWords } from '../mail.ts';

export const mail: MailWords = {
  greeting: 'Bonjour {name},',
  greetingUnnamed: 'Bonjour,',
  document: 'Document',
  package: 'Dossier',
  documents: 'Documents',
  from: 'De',
  signBy: 'À signer avant le',
  date: 'Date',
  validFor: 'Validité du lien',
  address: 'Adresse',
  reason: 'Motif',
  serverAnswer: 'Réponse du serveur de messagerie',
  signedBy: 'Signé par',
  notSignedBy: 'Non signé par',
  messageOf: 'Message de {name}',
  reasonOf: 'Motif indiqué par {name}',
  sign: 'Lire et signer',
  open: 'Ouvrir le document',
  signIn: 'Se connecter',
  linkFallback: 'Le bouton ne fonctionne pas ? Copiez cette adresse dans votre navigateur :',
  personal:
    'Ce lien est strictement personnel. Merci de ne pas transférer cet e-mail : toute personne qui a le lien peut signer en votre nom.',
  questions: 'Des questions ? Écrivez à {sender} : {email}.',
  stopReminders: 'Ne plus recevoir de rappels pour ce document :',
  'stop.heading': 'Plus de rappels ?',
  'stop.button': 'Arrêter les rappels',
  'stop.done': 'Vous ne recevrez plus de rappels pour ce document. Votre lien fonctionne toujours.',
  checkTitle: 'Comment le vérifier',
  check:
    'Toutes les signatures se trouvent dans le PDF. Tout lecteur PDF qui affiche les signatures peut les vérifier, aujourd’hui ou dans des années. Le moindre octet modifié serait visible.',
  receiptTitle: 'Votre reçu',
  receiptNote:
    'Conservez ce reçu. Il vous permet de prouver quel fichier vous a été montré et quel fichier vous avez signé.',
  receiptShown: 'Fichier qui vous a été montré (SHA-256)',
  receiptSigned: 'Fichier que vous avez signé (SHA-256)',
  receiptTrail: 'Journal après votre signature, entrée {n} (SHA-256)',
  auditTitle: 'Journal d’audit',
  auditNote:
    'Conservez cet e-mail. Le point de contrôle signé montre le journal après la finalisation. Il révèle toute modification ultérieure du journal.',
  auditCheckpoint: 'Point de contrôle',
  fingerprint: 'Empreinte du fichier signé (SHA-256)',
  sentBy: 'Envoyé par {product} pour {organization}.',
  testNotice: 'Environnement de test : rien de ce qui est signé ici n’a de valeur juridique.',
  notYou:
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe (« Mot de passe oublié » sur la page de connexion) : toutes les sessions seront fermées. Prévenez ensuite votre administrateur.',
  'role.owner': 'Propriétaire',
  'role.admin': 'Administrateur',
  'role.member': 'Membre',

  'why.asked':
    'Vous recevez cet e-mail parce que {sender} ({email}) a indiqué votre adresse, {recipient}, pour faire signer ce document. Si vous ne connaissez pas l’expéditeur ou n’attendiez pas ce document, ne signez pas ; vous pouvez ignorer cet e-mail.',
  'why.party':
    'Vous recevez cet e-mail parce que {sender} ({email}) vous a demandé ({recipient}) de signer ce document.',
  'why.sender': 'Vous recevez cet e-mail parce que vous ({recipient}) avez envoyé ce document pour signature.',
  'why.typed':
    'Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse, {recipient}, sur notre page d’inscription ou de connexion.',
  'why.account':
    'Vous recevez cet e-mail parce que vous ({recipient}) avez un compte. Les avis de ce type ne peuvent pas être désactivés.',
  'why.invited': 'Vous recevez cet e-mail parce que {by} a saisi votre adresse, {recipient}, pour vous inviter.',

  'invitation.subject': '{sender} vous demande de signer « {title} »',
  'invitation.label': 'Signature demandée',
  'invitation.heading': '{sender} vous demande de signer un document',
  'invitation.lead':
    'Lisez-le et, si vous êtes d’accord, signez-le en ligne. Cela prend quelques minutes et ne demande pas de compte.',
  'turn.subject': 'À votre tour : merci de signer « {title} »',
  'turn.label': 'À votre tour',
  'turn.heading': 'C’est à votre tour de signer',
  'turn.lead':
    '{sender} vous demande de signer le document ci-dessous. Toutes les personnes avant vous ont signé. Cela prend quelques minutes et ne demande pas de compte.',
  'reminder.subject': 'Rappel : merci de signer « {title} »',
  'reminder.label': 'Rappel',
  'reminder.heading': '{sender} attend votre signature',
  'reminder.lead':
    'Le document ci-dessous attend encore votre signature. Cela prend quelques minutes et ne demande pas de compte.',
  'forwarded.subject': '{name} vous a transmis « {title} » à signer',
  'forwarded.label': 'Transmis à vous',
  'forwarded.heading': '{name} vous a transmis un document',
  'forwarded.lead':
    '{sender} a demandé à {name} de signer le document ci-dessous, et {name} vous a désigné pour le signer à sa place. Aucun compte n’est nécessaire.',
  'forwardedOn.subject': '{name} a transmis « {title} » à {other}',
  'forwardedOn.label': 'Transmis',
  'forwardedOn.heading': '{name} a transmis votre document',
  'forwardedOn.lead':
    '{name} ne signera pas le document ci-dessous et a désigné {other} ({email}) pour le signer à sa place.',
  'declined.subject': '{name} a refusé de signer « {title} »',
  'declined.label': 'Refusé',
  'declined.heading': '{name} a refusé de signer',
  'declined.lead':
    'Le document ci-dessous ne peut plus être finalisé. Vous pouvez contacter {name} et envoyer une nouvelle version.',
  'declined.leadParty': 'Le document ci-dessous ne sera pas finalisé. Vous n’avez plus rien à faire.',
  'voided.subject': 'Retiré : « {title} »',
  'voided.label': 'Retiré',
  'voided.heading': 'Ce document a été retiré',
  'voided.lead':
    '{sender} a retiré le document ci-dessous avant qu’il soit finalisé. Il ne peut plus être signé et vous n’avez plus rien à faire.',
  'changed.subject': 'Modifié : merci de relire « {title} »',
  'changed.label': 'Document modifié',
  'changed.heading': '{sender} a modifié le document',
  'changed.sign':
    'Le document ci-dessous a été modifié après vous avoir été envoyé. Les liens précédents ne fonctionnent plus. Veuillez relire la nouvelle version et la signer si vous êtes d’accord.',
  'changed.read':
    'Le document ci-dessous a été modifié après vous avoir été envoyé. Les liens précédents ne fonctionnent plus. Ouvrez la nouvelle version pour la lire.',
  'changed.wait':
    'Le document ci-dessous a été modifié après vous avoir été envoyé. Les liens précédents ne fonctionnent plus. Vous recevrez un nouveau lien quand ce sera à votre tour de signer.',
  'recipientRemoved.subject': 'Retrait : « {title} »',
  'recipientRemoved.label': 'Retrait',
  'recipientRemoved.heading': 'Vous n’êtes plus destinataire',
  'recipientRemoved.lead':
    '{sender} vous a retiré des destinataires du document ci-dessous. Votre lien ne fonctionne plus et vous n’avez plus rien à faire.',
  'recipientRemoved.why':
    'Vous recevez cet e-mail parce que {sender} ({email}) vous avait envoyé ce document ({recipient}).',
  'expired.subject': 'Expiré : « {title} »',
  'expired.label': 'Expiré',
  'expired.heading': 'Le délai de signature est dépassé',
  'expired.lead':
    'Tout le monde n’a pas signé le document ci-dessous à temps. Si vous lui accordez plus de temps, il reprend là où il en était.',
  'expired.leadParty': 'Le document ci-dessous ne peut plus être signé. Vous n’avez plus rien à faire.',
  'completed.subject': 'Tout le monde a signé « {title} »',
  'completed.label': 'Finalisé',
  'completed.heading': 'Tout le monde a signé',
  'completed.lead':
    'Le document que vous avez envoyé porte toutes les signatures et il est scellé. Tous les signataires en reçoivent également une copie.',
  'completed.leadParty':
    'Le document que vous avez signé pour {sender} est finalisé. Votre exemplaire est prêt : conservez-le.',
  'completed.action': 'Voir et télécharger',
  'packageCompleted.lead':
    'Tous les documents du dossier que vous avez envoyé portent toutes les signatures et sont scellés. Tous les signataires reçoivent également leurs exemplaires.',
  'packageCompleted.leadParty':
    'Les documents que {sender} vous a envoyés sont finalisés. Vos exemplaires sont prêts : conservez-les.',
  'packageExpired.lead':
    'Les documents du dossier ci-dessous n’ont pas tous été signés à temps. Si vous leur accordez plus de temps, ils reprennent là où ils en étaient.',
  'packageExpired.leadParty': 'Les documents indiqués ci-dessous comme expirés ne peuvent plus être signés.',
  'packageClosed.subject': 'Clos : « {title} »',
  'packageClosed.label': 'Clos',
  'packageClosed.heading': 'Ce dossier est clos',
  'packageClosed.lead': 'Plus rien n’y est ouvert. Vous voyez ci-dessous ce qu’il est advenu de chaque document.',
  'package.open': 'Ouvrir le dossier',
  'package.stillOpen': 'Encore ouvert',
  'bounced.subject': 'Non distribué à {name} : « {title} »',
  'bounced.label': 'Non distribué',
  'bounced.heading': 'Notre e-mail à {name} n’a pas été distribué',
  'bounced.lead': '{name} n’a rien reçu de nous au sujet du document ci-dessous. Vérifiez l’adresse.',
  'bounced.unknown': 'Il n’y a pas de boîte aux lettres à cette adresse.',
  'bounced.full': 'La boîte aux lettres est pleine.',
  'bounced.refused': 'Le serveur de messagerie a refusé l’e-mail.',
  'bounced.late': 'Aucun serveur de messagerie n’a accepté l’e-mail en 24 heures.',
  'bounced.advice':
    'Si l’adresse est fausse, corrigez-la dans le document : un nouveau lien part à la bonne adresse. Si elle est juste, demandez à {name} une autre adresse, ou de faire réparer la boîte aux lettres.',
  'why.reader':
    'Vous recevez cet e-mail parce que {sender} ({email}) vous a désigné ({recipient}) comme lecteur de ce document.',
  'copy.subject': 'Pour information : « {title} »',
  'copy.label': 'Pour information',
  'copy.heading': '{sender} vous a envoyé un document à lire',
  'copy.lead':
    'D’autres personnes ont été invitées à signer le document ci-dessous. Vous n’avez rien à faire ; une fois que tout le monde a signé, vous en recevez une copie.',
  'notSent.subject': 'Non envoyé : « {title} »',
  'notSent.label': 'Non envoyé',
  'notSent.heading': 'Votre document n’a pas été envoyé',
  'notSent.lead':
    'Vous aviez programmé l’envoi du document ci-dessous, mais il n’a pas pu être envoyé à ce moment-là. Rien n’est parti. Corrigez ce qu’indique le motif, puis renvoyez-le.',
  'notSent.time': 'Programmé pour',
  'notSent.why': 'Vous recevez cet e-mail parce que vous ({recipient}) avez programmé l’envoi de ce document.',
  'locked.subject': 'Accès bloqué pour {name} : « {title} »',
  'locked.label': 'Accès bloqué',
  'locked.heading': '{name} ne peut plus ouvrir votre document',
  'locked.lead':
    'Le code d’accès a été saisi trop souvent de façon erronée ; le lien de {name} a donc été bloqué. Demandez si c’était bien {name}, puis définissez un nouveau code d’accès dans le document.',
  'locked.leadStep':
    'Le code de la seconde étape a été mal saisi cinq fois, le lien de {name} est donc bloqué. Demandez s’il s’agissait bien de {name}, puis renvoyez l’invitation.',
  'revoked.subject': 'Certificat de {name} révoqué : « {title} »',
  'revoked.label': 'Certificat révoqué',
  'revoked.heading': 'Le certificat de signature de {name} a été révoqué',
  'revoked.lead':
    'Le certificat avec lequel {name} a signé le document ci-dessous a été révoqué. La signature reste valide, car un horodatage prouve qu’elle est antérieure.',
  'revoked.leadDeclared':
    'L’exploitant de ce service déclare nul, à compter d’une date antérieure, le certificat avec lequel {name} a signé le document ci-dessous. La signature elle-même reste intacte. Toute personne qui vérifie le document voit cette déclaration à côté des preuves contenues dans le fichier. Contactez l’expéditeur si vous n’êtes pas d’accord.',
  'code.subject': 'Votre code pour un document de {sender}',
  'code.label': 'Code',
  'code.heading': 'Votre code',
  'code.lead':
    '{sender} a protégé un document pour vous par ce code. Saisissez-le sur la page qui le demande. Il sert une fois, pendant 10 minutes.',
  'code.personal':
    'Ne le donnez à personne : nous ne le demandons jamais par téléphone ni par e-mail. Si vous n’ouvrez aucun document en ce moment, ignorez cet e-mail.',
  'code.why':
    'Vous recevez cet e-mail parce que {sender} ({email}) a indiqué cette adresse, {recipient}, pour les codes.',
  'linkCode.subject': '{code} est votre code pour {organization}',
  'linkCode.lead':
    '{organization} prépare « {title} » pour vous dès que vous saisissez ce code sur la page où vous l’avez demandé. Il est valable 10 minutes.',
  'linkCode.personal':
    'Ne donnez ce code à personne : nous ne le demandons jamais par téléphone ni par e-mail. Si vous ne l’avez pas demandé, ignorez cet e-mail : rien ne se passe sans le code.',
  'linkCode.why':
    'Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse, {recipient}, sur une page de {organization}.',
  'webhook.subject': 'Webhook désactivé : {host}',
  'webhook.label': 'Webhook désactivé',
  'webhook.heading': 'Nous n’envoyons plus d’événements à {host}',
  'webhook.lead':
    'Le webhook ci-dessous a été désactivé. Les envois qui ont échoué sont conservés : réparez le récepteur, réactivez le webhook et relancez-les.',
  'webhook.failing': 'Tous les envois ont échoué pendant cinq jours.',
  'webhook.gone': 'Le récepteur a répondu 410 (gone).',
  'webhook.action': 'Ouvrir les réglages des webhooks',
  'webhook.why': 'Vous recevez cet e-mail parce que vous ({recipient}) administrez {organization}.',

  'confirm-registration.subject': 'Confirmez votre adresse e-mail',
  'confirm-registration.label': 'Confirmez votre adresse',
  'confirm-registration.heading': 'Encore une étape : confirmez votre adresse',
  'confirm-registration.lead':
    'Appuyez sur le bouton dans le navigateur où vous vous êtes inscrit, et votre compte est prêt. Dans un autre navigateur, le mot de passe choisi vous sera demandé. Le lien fonctionne une seule fois.',
  'confirm-registration.action': 'Confirmer mon adresse',
  'confirm-registration.otherwise':
    'Si vous ne vous êtes pas inscrit, ignorez cet e-mail : sans cette étape, aucun compte n’est créé.',
  'account-exists.subject': 'Vous avez déjà un compte',
  'account-exists.label': 'Votre compte',
  'account-exists.heading': 'Vous avez déjà un compte',
  'account-exists.lead':
    'Quelqu’un, peut-être vous, a voulu créer un compte avec votre adresse, ou y rattacher un autre compte. Il en existe déjà un et rien n’y a été changé. Connectez-vous, ou utilisez « Mot de passe oublié » sur la page de connexion.',
  'account-exists.otherwise': 'Si ce n’était pas vous, vous n’avez rien à faire.',
  'sign-in-by-sso.subject': 'Connectez-vous avec votre organisation',
  'sign-in-by-sso.label': 'Votre compte',
  'sign-in-by-sso.heading': 'Connectez-vous avec votre organisation',
  'sign-in-by-sso.lead':
    'Quelqu’un, peut-être vous, a demandé un nouveau mot de passe. Vous vous connectez avec le compte de votre organisation et n’avez pas de mot de passe ici : saisissez votre adresse sur la page de connexion, et vous serez dirigé vers la connexion de votre organisation.',
  'sign-in-by-sso.otherwise': 'Si ce n’était pas vous, vous n’avez rien à faire.',
  'reset-password.subject': 'Choisissez un nouveau mot de passe',
  'reset-password.label': 'Nouveau mot de passe',
  'reset-password.heading': 'Choisissez un nouveau mot de passe',
  'reset-password.lead': 'Le lien fonctionne une seule fois. Son utilisation ferme toutes vos sessions.',
  'reset-password.action': 'Choisir un nouveau mot de passe',
  'reset-password.otherwise': 'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste le même.',
  'verify-email.subject': 'Confirmez votre adresse e-mail',
  'verify-email.label': 'Confirmez votre adresse',
  'verify-email.heading': 'Confirmez votre adresse',
  'verify-email.lead':
    'Votre compte est prêt. Confirmez l’adresse pour signer avec votre compte les documents qui lui sont envoyés. Le lien fonctionne une seule fois.',
  'verify-email.action': 'Confirmer mon adresse',
  'verify-email.otherwise': 'Si vous n’avez pas de compte ici, ignorez cet e-mail.',
  'change-email.subject': 'Confirmez votre nouvelle adresse e-mail',
  'change-email.label': 'Nouvelle adresse',
  'change-email.heading': 'Confirmez votre nouvelle adresse',
  'change-email.lead':
    'Vous avez demandé à utiliser cette adresse pour votre compte. Appuyez sur le bouton en étant connecté. Le lien fonctionne une seule fois ; d’ici là, l’ancienne adresse reste valable.',
  'change-email.action': 'Utiliser cette adresse',
  'change-email.otherwise': 'Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.',
  'email-changed.subject': 'Votre adresse e-mail a été modifiée',
  'email-changed.heading': 'L’adresse de votre compte a été modifiée',
  'email-changed.lead':
    'Vous vous connectez désormais avec {detail}, et nos e-mails y sont envoyés. Si ce n’était pas vous, appuyez sur le bouton : la modification est annulée, toutes les sessions sont fermées et vous recevez un lien pour choisir un nouveau mot de passe.',
  'email-changed.action': 'Annuler la modification',
  'recover.action': 'Vérifier votre compte',
  'password-changed.subject': 'Votre mot de passe a été modifié',
  'password-changed.heading': 'Votre mot de passe a été modifié',
  'password-changed.lead':
    'Le mot de passe de votre compte a été modifié et toutes les autres sessions ont été fermées.',
  'new-device.subject': 'Nouvelle connexion à votre compte',
  'new-device.heading': 'Connexion depuis un nouveau navigateur',
  'new-device.lead':
    'Une connexion à votre compte a eu lieu depuis un navigateur que nous ne connaissions pas : {detail}.',
  'two-factor-on.subject': 'La connexion en deux étapes est activée',
  'two-factor-on.heading': 'Connexion en deux étapes activée',
  'two-factor-on.lead':
    'Désormais, votre compte demande une seconde étape après le mot de passe. Conservez vos codes de secours en lieu sûr.',
  'two-factor-off.subject': 'La connexion en deux étapes est désactivée',
  'two-factor-off.heading': 'Connexion en deux étapes désactivée',
  'two-factor-off.lead': 'Votre compte ne demande plus de seconde étape après le mot de passe.',
  'recovery-codes-made.subject': 'De nouveaux codes de secours ont été créés',
  'recovery-codes-made.heading': 'De nouveaux codes de secours ont été créés',
  'recovery-codes-made.lead': 'Les codes de secours précédents ne fonctionnent plus.',
  'recovery-code-used.subject': 'Un code de secours a été utilisé',
  'recovery-code-used.heading': 'Connexion avec un code de secours',
  'recovery-code-used.lead':
    'Un code de secours de votre compte a été utilisé pour se connecter. Codes restants : {detail}.',
  'passkey-added.subject': 'Une clé d’accès a été ajoutée',
  'passkey-added.heading': 'Une clé d’accès a été ajoutée à votre compte',
  'passkey-added.lead': 'Vous pouvez désormais vous connecter avec cette clé d’accès : {detail}.',
  'passkey-removed.subject': 'Une clé d’accès a été supprimée',
  'passkey-removed.heading': 'Une clé d’accès a été retirée de votre compte',
  'passkey-removed.lead': 'Cette clé d’accès ne permet plus de se connecter : {detail}.',
  'authenticator-removed.subject': 'Votre application d’authentification a été retirée',
  'authenticator-removed.heading': 'Une application d’authentification a été retirée de votre compte',
  'authenticator-removed.lead':
    'Les codes de cette application ne comptent plus à la connexion. La connexion en deux étapes reste activée, avec vos clés d’accès et vos codes de secours.',
  'api-key-made.subject': 'Une clé API a été créée',
  'api-key-made.heading': 'Une clé API a été créée avec votre compte',
  'api-key-made.lead':
    'Quiconque possède cette clé peut utiliser l’API au nom de votre organisation : {detail}. Si vous ne la reconnaissez pas, révoquez-la dans les réglages.',
  'email-change-undone.subject': 'La modification de votre adresse e-mail a été annulée',
  'email-change-undone.heading': 'La modification de l’adresse a été annulée',
  'email-change-undone.lead':
    'Le compte utilise de nouveau {detail}. Toutes les sessions sont fermées, le mot de passe ne fonctionne plus, et tout ce que le compte a créé depuis la modification a pris fin : clés d’accès et applications d’authentification, clés API, webhooks, invitations et liens.',
  'api-keys-suspending.subject': 'Des clés API de {organization} cesseront bientôt de fonctionner',
  'api-keys-suspending.heading': 'Des clés API cesseront bientôt de fonctionner',
  'api-keys-suspending.lead':
    '{organization} exige un second facteur. Les clés API dont les titulaires n’en ont pas cesseront de fonctionner le {detail} : {by}. Elles continueront de fonctionner si leurs titulaires configurent d’ici là une application d’authentification ou une clé d’accès.',
  'api-keys-suspended.subject': 'Des clés API de {organization} ont été suspendues',
  'api-keys-suspended.heading': 'Des clés API ont été suspendues',
  'api-keys-suspended.lead':
    '{organization} exige un second facteur et les titulaires de ces clés API n’en ont pas : {by}. Les clés fonctionneront de nouveau dès que leurs titulaires auront configuré une application d’authentification ou une clé d’accès.',
  'export-ready.subject': 'Votre export de données de {organization} est prêt',
  'export-ready.heading': 'Votre export de données est prêt',
  'export-ready.lead':
    'Vous pouvez le télécharger jusqu’au {detail} ; il sera ensuite effacé. Vous seul(e) pouvez le télécharger, après connexion. Si vous ne l’avez pas demandé, annulez-le sur la même page et changez votre mot de passe.',
  'incident-reported.subject': 'Incident de sécurité signalé chez {organization}',
  'incident-reported.heading': 'Un incident de sécurité a été signalé',
  'incident-reported.lead':
    '« {by} » a été signalé. Si des données personnelles sont concernées, l’autorité de contrôle doit être informée dans les 72 heures ; il reste {detail} heures.',
  'incident-due.subject': 'Encore {detail} heures pour informer l’autorité : {organization}',
  'incident-due.heading': 'Encore {detail} heures pour informer l’autorité',
  'incident-due.lead':
    'L’incident « {by} » est toujours ouvert et aucune notification à l’autorité de contrôle n’est enregistrée. Le délai de 72 heures de l’article 33 du RGPD prend fin dans {detail} heures.',
  'incident-overdue.subject': 'Le délai de 72 heures est écoulé : {organization}',
  'incident-overdue.heading': 'Le délai de 72 heures est écoulé',
  'incident-overdue.lead':
    'L’incident « {by} » est toujours ouvert et aucune notification à l’autorité de contrôle n’est enregistrée. Une notification tardive doit indiquer les motifs du retard (article 33 du RGPD).',
  'sub-processors-changed.subject': 'Les sous-traitants ultérieurs de {organization} changent le {detail}',
  'sub-processors-changed.heading': 'Les sous-traitants ultérieurs changent',
  'sub-processors-changed.lead':
    'Une nouvelle liste des entreprises qui traitent des données pour le compte de {organization} s’applique à partir du {detail}. Consultez ce qui change. Si vous vous y opposez, contactez avant cette date l’exploitant de ce service.',
  'sub-processors-changed.action': 'Voir la liste',
  'export-ready.action': 'Accéder à l’export',
  'incident.action': 'Ouvrir l’incident',
  'why.incident':
    'Vous recevez cet e-mail parce que {organization} détient des données vous concernant ({recipient}) que l’incident touche.',
  'incident-notice.heading': '{title}',
  'security.label': 'Avis de sécurité',
  'role-changed.subject': 'Votre rôle dans {organization} a été modifié',
  'role-changed.label': 'Votre rôle',
  'role-changed.heading': 'Votre rôle a été modifié',
  'role-changed.lead': '{by} a modifié votre rôle dans {organization}. Votre rôle est désormais : {detail}.',
  'removed.subject': 'Vous ne faites plus partie de {organization}',
  'removed.label': 'Fin d’adhésion',
  'removed.heading': 'Vous n’êtes plus membre de {organization}',
  'removed.lead':
    '{by} a mis fin à votre adhésion. Les documents que vous avez envoyés restent dans l’organisation. Votre compte et ce que vous avez signé sont à vous.',
  'member.subject': '{by} vous invite à rejoindre {organization}',
  'member.label': 'Invitation',
  'member.heading': 'Vous êtes invité à rejoindre {organization}',
  'member.lead':
    '{by} vous invite à travailler avec {organization}. Votre rôle : {detail}. Le lien est strictement personnel.',
  'member.action': 'Accepter l’invitation',
  'member.otherwise': 'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.',
  'confirm-sso.subject': 'Confirmez la connexion par {organization}',
  'confirm-sso.label': 'Confirmer la connexion',
  'confirm-sso.heading': 'Autoriser {organization} à vous connecter ?',
  'confirm-sso.lead':
    'Quelqu’un s’est connecté avec votre adresse par le service de connexion de {organization}. Si c’était vous, appuyez sur le bouton : ce service pourra désormais vous connecter à votre compte pour {organization}. Le lien fonctionne une seule fois.',
  'confirm-sso.action': 'Autoriser',
  'confirm-sso.otherwise': 'Si ce n’était pas vous, ignorez cet e-mail : rien ne change.',
  'sso-changed.subject': 'Nouveau service de connexion pour {organization}',
  'sso-changed.heading': 'Un service de connexion a été configuré pour {organization}',
  'sso-changed.lead':
    '{by} a choisi le service par lequel on se connecte à {organization} : {detail}. Si vous ne vous y attendiez pas, vérifiez-le dans les réglages.',
  'organization-deletion.subject': '{organization} va être supprimée',
  'organization-deletion.label': 'Suppression',
  'organization-deletion.heading': '{organization} va être supprimée',
  'organization-deletion.lead':
    '{by} a demandé la suppression de l’organisation. Date de la suppression : {detail}. D’ici là, tout continue et un propriétaire peut l’annuler dans les réglages. Ensuite, les documents en cours sont retirés et les membres perdent leur accès ; les documents finalisés restent pendant leur durée de conservation.',
  'payment.action': 'Mettre à jour le paiement',
  'payment-failed.subject': 'Le paiement de {organization} a échoué',
  'payment-failed.label': 'Facturation',
  'payment-failed.heading': 'Un paiement a échoué',
  'payment-failed.lead':
    'Une facture de {organization} est impayée. Tout fonctionne comme avant jusqu’au {detail}. Ensuite, l’organisation aura les droits de l’offre Free jusqu’au paiement de la facture. Rien n’est supprimé.',
  'plan-suspended.subject': 'L’offre de {organization} est suspendue',
  'plan-suspended.label': 'Facturation',
  'plan-suspended.heading': 'L’offre est suspendue',
  'plan-suspended.lead':
    'Une facture de {organization} est impayée depuis 14 jours : l’organisation a désormais les droits de l’offre Free au lieu de {detail}. Rien n’a été supprimé. Le paiement de la facture rétablit l’offre immédiatement.',
  'payment-received.subject': 'Paiement de {organization} reçu',
  'payment-received.label': 'Facturation',
  'payment-received.heading': 'Paiement reçu',
  'payment-received.lead': 'Merci. La facture de {organization} est payée et l’offre {detail} est en vigueur.',
  'documents-due.subject': 'Des documents vont être supprimés',
  'documents-due.label': 'Conservation',
  'documents-due.heading': 'Des documents vont être supprimés',
  'documents-due.lead':
    'La durée de conservation de documents qui vous appartiennent arrive à son terme (nombre de documents : {by}). Ils seront définitivement supprimés avec leurs fichiers, les premiers le {detail}. Téléchargez avant cette date ce dont vous avez encore besoin, ou demandez à un administrateur de les conserver plus longtemps.',
  'account-deletion.subject': 'Votre compte va être supprimé',
  'account-deletion.heading': 'Votre compte va être supprimé',
  'account-deletion.lead':
    'Vous avez demandé la suppression de votre compte. Il sera supprimé le {detail}. D’ici là, vous pouvez vous connecter et annuler la suppression. Les documents signés restent dans les organisations auxquelles ils appartiennent.',
  'account-deletion-cancelled.subject': 'Votre compte est conservé',
  'account-deletion-cancelled.heading': 'Votre compte est conservé',
  'account-deletion-cancelled.lead': 'La suppression de votre compte a été annulée. Tout reste comme avant.',
  'account-deleted.subject': 'Votre compte a été supprimé',
  'account-deleted.label': 'Compte',
  'account-deleted.heading': 'Votre compte a été supprimé',
  'account-deleted.lead':
    'Comme vous l’avez demandé, votre compte a été fermé et ses données sont en cours de suppression. Les documents signés restent dans les organisations auxquelles ils appartiennent, aussi longtemps qu’elles doivent les conserver.',
  'file-damaged.subject': 'Un fichier stocké est endommagé',
  'file-damaged.label': 'Stockage',
  'file-damaged.heading': 'Un fichier stocké est endommagé',
  'file-damaged.lead':
    'Ce fichier ne correspond plus à ce qui a été stocké : {detail}. Le serveur ne le fournit pas tant qu’il n’est pas de nouveau intact. Si vous exploitez ce serveur, restaurez le fichier à partir d’une sauvegarde et vérifiez le disque ; sinon, prévenez la personne qui l’exploite.',
  'clock-jumped.subject': 'L’horloge du serveur a sauté',
  'clock-jumped.label': 'Horloge',
  'clock-jumped.heading': 'L’horloge du serveur a sauté',
  'clock-jumped.lead':
    'L’horloge de ce serveur indique maintenant {detail}, ce qui ne correspond pas au temps écoulé. Les envois, les signatures, les expirations, les rappels, la conservation et les suppressions prévues sont arrêtés. Si l’heure est juste, exécutez : npm start -- clock confirm. Sinon, corrigez-la et tout reprendra de soi-même.',
  'backup-trouble.subject': 'Aucune sauvegarde n’est fiable',
  'backup-trouble.label': 'Sauvegardes',
  'backup-trouble.heading': 'Aucune sauvegarde n’est fiable',
  'backup-trouble.lead':
    'Depuis {detail}, la dernière sauvegarde de cette installation a échoué, est en retard, est endommagée ou n’a pas été vérifiée. Paramètres > Sauvegardes indique laquelle de ces raisons s’applique et pourquoi. Corrigez la cause, puis créez-y une sauvegarde. Vous ne recevrez plus d’e-mail à ce sujet avant qu’il y ait de nouveau une bonne sauvegarde.',
};
