import type { MailWords } from '../mail.ts';

export const mail: MailWords = {
  greeting: 'Guten Tag {name},',
  greetingUnnamed: 'Guten Tag,',
  document: 'Dokument',
  package: 'Paket',
  documents: 'Dokumente',
  from: 'Von',
  signBy: 'Unterschreiben bis',
  date: 'Zeitpunkt',
  validFor: 'Der Link gilt',
  address: 'Adresse',
  reason: 'Grund',
  serverAnswer: 'Antwort des Mailservers',
  signedBy: 'Unterschrieben von',
  notSignedBy: 'Nicht unterschrieben von',
  messageOf: 'Nachricht von {name}',
  reasonOf: 'Begründung von {name}',
  sign: 'Ansehen und unterschreiben',
  open: 'Dokument öffnen',
  signIn: 'Anmelden',
  linkFallback: 'Der Knopf geht nicht? Kopieren Sie diese Adresse in Ihren Browser:',
  personal:
    'Dieser Link ist nur für Sie. Bitte leiten Sie diese E-Mail nicht weiter: Wer den Link hat, kann in Ihrem Namen unterschreiben.',
  questions: 'Fragen? Schreiben Sie bitte an {sender}: {email}.',
  stopReminders: 'Keine Erinnerungen mehr an dieses Dokument:',
  'stop.heading': 'Keine Erinnerungen mehr?',
  'stop.button': 'Erinnerungen beenden',
  'stop.done': 'Sie erhalten keine Erinnerungen mehr an dieses Dokument. Ihr Link dorthin funktioniert weiterhin.',
  checkTitle: 'So prüfen Sie es',
  check:
    'Alle Unterschriften stecken in der PDF-Datei. Jeder PDF-Leser, der Unterschriften anzeigt, kann sie prüfen, heute oder in vielen Jahren. Schon ein einziges geändertes Byte würde auffallen.',
  receiptTitle: 'Ihre Quittung',
  receiptNote:
    'Bewahren Sie diese Quittung auf. Mit ihr können Sie nachweisen, welche Datei Ihnen gezeigt wurde und welche Datei Sie unterzeichnet haben.',
  receiptShown: 'Datei, die Ihnen gezeigt wurde (SHA-256)',
  receiptSigned: 'Datei, die Sie unterzeichnet haben (SHA-256)',
  receiptTrail: 'Protokoll nach Ihrer Unterschrift, Eintrag {n} (SHA-256)',
  auditTitle: 'Protokoll',
  auditNote:
    'Bewahren Sie diese E-Mail auf. Der signierte Prüfpunkt zeigt das Protokoll nach dem Abschluss. Mit ihm lässt sich erkennen, ob jemand das Protokoll später ändert.',
  auditCheckpoint: 'Prüfpunkt',
  fingerprint: 'Prüfsumme der unterschriebenen Datei (SHA-256)',
  sentBy: 'Gesendet von {product} für {organization}.',
  testNotice: 'Testumgebung: Nichts, was hier unterschrieben wird, ist rechtlich bindend.',
  notYou:
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort („Passwort vergessen“ auf der Anmeldeseite): Das beendet alle Sitzungen. Sagen Sie danach Ihrer Administration Bescheid.',
  'role.owner': 'Inhaber',
  'role.admin': 'Administrator',
  'role.member': 'Mitglied',

  'why.asked':
    'Sie erhalten diese E-Mail, weil {sender} ({email}) Ihre Adresse {recipient} angegeben hat, um dieses Dokument unterschreiben zu lassen. Wenn Sie den Absender nicht kennen oder dies nicht erwartet haben, unterschreiben Sie nicht; Sie können diese E-Mail ignorieren.',
  'why.party':
    'Sie erhalten diese E-Mail, weil {sender} ({email}) Sie ({recipient}) gebeten hat, dieses Dokument zu unterschreiben.',
  'why.sender': 'Sie erhalten diese E-Mail, weil Sie ({recipient}) dieses Dokument zum Unterschreiben versandt haben.',
  'why.typed':
    'Sie erhalten diese E-Mail, weil jemand Ihre Adresse {recipient} auf unserer Registrierungs- oder Anmeldeseite eingegeben hat.',
  'why.account':
    'Sie erhalten diese E-Mail, weil Sie ({recipient}) ein Konto haben. Hinweise wie dieser lassen sich nicht abstellen.',
  'why.invited': 'Sie erhalten diese E-Mail, weil {by} Ihre Adresse {recipient} eingegeben hat, um Sie einzuladen.',

  'invitation.subject': '{sender} bittet um Ihre Unterschrift: „{title}“',
  'invitation.label': 'Unterschrift erbeten',
  'invitation.heading': '{sender} bittet Sie, ein Dokument zu unterschreiben',
  'invitation.lead':
    'Bitte lesen Sie es und unterschreiben Sie es online, wenn Sie einverstanden sind. Das dauert wenige Minuten, und Sie brauchen kein Konto.',
  'turn.subject': 'Sie sind an der Reihe: Bitte unterschreiben Sie „{title}“',
  'turn.label': 'Sie sind an der Reihe',
  'turn.heading': 'Jetzt fehlt Ihre Unterschrift',
  'turn.lead':
    '{sender} bittet Sie, das folgende Dokument zu unterschreiben. Alle vor Ihnen haben unterschrieben. Das dauert wenige Minuten, und Sie brauchen kein Konto.',
  'reminder.subject': 'Erinnerung: Bitte unterschreiben Sie „{title}“',
  'reminder.label': 'Erinnerung',
  'reminder.heading': '{sender} wartet auf Ihre Unterschrift',
  'reminder.lead':
    'Das folgende Dokument braucht noch Ihre Unterschrift. Das dauert wenige Minuten, und Sie brauchen kein Konto.',
  'forwarded.subject': '{name} hat „{title}“ zum Unterschreiben an Sie weitergegeben',
  'forwarded.label': 'An Sie weitergegeben',
  'forwarded.heading': '{name} hat ein Dokument an Sie weitergegeben',
  'forwarded.lead':
    '{sender} hat {name} gebeten, das folgende Dokument zu unterschreiben, und {name} hat stattdessen Sie dafür benannt. Sie brauchen kein Konto.',
  'forwardedOn.subject': '{name} hat „{title}“ an {other} weitergegeben',
  'forwardedOn.label': 'Weitergegeben',
  'forwardedOn.heading': '{name} hat Ihr Dokument weitergegeben',
  'forwardedOn.lead':
    '{name} wird das folgende Dokument nicht unterschreiben und hat stattdessen {other} ({email}) dafür benannt.',
  'declined.subject': '{name} unterschreibt „{title}“ nicht',
  'declined.label': 'Abgelehnt',
  'declined.heading': '{name} hat die Unterschrift abgelehnt',
  'declined.lead':
    'Das folgende Dokument kann nicht mehr abgeschlossen werden. Sie können mit {name} sprechen und eine neue Fassung senden.',
  'declined.leadParty': 'Das folgende Dokument wird nicht abgeschlossen. Für Sie ist nichts mehr zu tun.',
  'voided.subject': 'Zurückgezogen: „{title}“',
  'voided.label': 'Zurückgezogen',
  'voided.heading': 'Dieses Dokument wurde zurückgezogen',
  'voided.lead':
    '{sender} hat das folgende Dokument vor dem Abschluss zurückgezogen. Es kann nicht mehr unterschrieben werden, und für Sie ist nichts mehr zu tun.',
  'changed.subject': 'Geändert: Bitte prüfen Sie „{title}“ erneut',
  'changed.label': 'Dokument geändert',
  'changed.heading': '{sender} hat das Dokument geändert',
  'changed.sign':
    'Das folgende Dokument wurde geändert, nachdem es Ihnen gesendet worden war. Frühere Links funktionieren nicht mehr. Bitte prüfen Sie die neue Fassung und unterschreiben Sie sie, wenn Sie einverstanden sind.',
  'changed.read':
    'Das folgende Dokument wurde geändert, nachdem es Ihnen gesendet worden war. Frühere Links funktionieren nicht mehr. Öffnen Sie die neue Fassung, um sie zu lesen.',
  'changed.wait':
    'Das folgende Dokument wurde geändert, nachdem es Ihnen gesendet worden war. Frühere Links funktionieren nicht mehr. Sie erhalten einen neuen Link, sobald Sie mit dem Unterschreiben an der Reihe sind.',
  'recipientRemoved.subject': 'Entfernt: „{title}“',
  'recipientRemoved.label': 'Entfernt',
  'recipientRemoved.heading': 'Sie sind kein Empfänger mehr',
  'recipientRemoved.lead':
    '{sender} hat Sie aus den Empfängern des folgenden Dokuments entfernt. Ihr Link funktioniert nicht mehr, und für Sie ist nichts mehr zu tun.',
  'recipientRemoved.why':
    'Sie erhalten diese E-Mail, weil {sender} ({email}) Ihnen ({recipient}) dieses Dokument gesendet hatte.',
  'expired.subject': 'Abgelaufen: „{title}“',
  'expired.label': 'Abgelaufen',
  'expired.heading': 'Die Frist zum Unterschreiben ist vorbei',
  'expired.lead':
    'Nicht alle haben das folgende Dokument rechtzeitig unterschrieben. Geben Sie ihm mehr Zeit, dann geht es dort weiter, wo es stand.',
  'expired.leadParty': 'Das folgende Dokument kann nicht mehr unterschrieben werden. Für Sie ist nichts mehr zu tun.',
  'completed.subject': 'Alle haben „{title}“ unterschrieben',
  'completed.label': 'Abgeschlossen',
  'completed.heading': 'Alle haben unterschrieben',
  'completed.lead':
    'Das Dokument, das Sie gesendet haben, trägt alle Unterschriften und ist versiegelt. Alle, die unterschrieben haben, erhalten ebenfalls eine Ausfertigung.',
  'completed.leadParty':
    'Das Dokument, das Sie für {sender} unterschrieben haben, ist abgeschlossen. Ihre Ausfertigung liegt bereit: Bitte bewahren Sie sie auf.',
  'completed.action': 'Ansehen und herunterladen',
  'packageCompleted.lead':
    'Alle Dokumente des Pakets, das Sie gesendet haben, tragen sämtliche Unterschriften und sind versiegelt. Alle, die unterschrieben haben, erhalten ebenfalls ihre Ausfertigungen.',
  'packageCompleted.leadParty':
    'Die Dokumente, die {sender} Ihnen gesendet hat, sind abgeschlossen. Ihre Ausfertigungen liegen bereit: Bitte bewahren Sie sie auf.',
  'packageExpired.lead':
    'Nicht alle Dokumente des folgenden Pakets wurden rechtzeitig unterschrieben. Geben Sie ihnen mehr Zeit, dann geht es dort weiter, wo es stand.',
  'packageExpired.leadParty': 'Die unten als abgelaufen genannten Dokumente können nicht mehr unterschrieben werden.',
  'packageClosed.subject': 'Beendet: „{title}“',
  'packageClosed.label': 'Beendet',
  'packageClosed.heading': 'Dieses Paket ist beendet',
  'packageClosed.lead': 'Darin ist nichts mehr offen. Unten steht, was aus jedem Dokument geworden ist.',
  'package.open': 'Paket öffnen',
  'package.stillOpen': 'Noch offen',
  'bounced.subject': 'Nicht zugestellt an {name}: „{title}“',
  'bounced.label': 'Nicht zugestellt',
  'bounced.heading': 'Unsere E-Mail an {name} kam nicht an',
  'bounced.lead': '{name} hat von uns nichts zum folgenden Dokument erhalten. Bitte prüfen Sie die Adresse.',
  'bounced.unknown': 'Unter dieser Adresse gibt es kein Postfach.',
  'bounced.full': 'Das Postfach ist voll.',
  'bounced.refused': 'Der Mailserver hat die E-Mail abgelehnt.',
  'bounced.late': 'Kein Mailserver hat die E-Mail innerhalb von 24 Stunden angenommen.',
  'bounced.advice':
    'Ist die Adresse falsch, berichtigen Sie sie im Dokument: Dann geht ein neuer Link an die richtige. Ist sie richtig, fragen Sie {name} nach einer anderen Adresse, oder lassen Sie das Postfach in Ordnung bringen.',
  'why.reader':
    'Sie erhalten diese E-Mail, weil {sender} ({email}) Sie ({recipient}) als Leser dieses Dokuments angegeben hat.',
  'copy.subject': 'Zur Kenntnis: „{title}“',
  'copy.label': 'Zur Kenntnis',
  'copy.heading': '{sender} hat Ihnen ein Dokument zum Lesen gesendet',
  'copy.lead':
    'Andere wurden gebeten, das folgende Dokument zu unterschreiben. Sie brauchen nichts zu tun; wenn alle unterschrieben haben, erhalten Sie eine Ausfertigung.',
  'notSent.subject': 'Nicht versendet: „{title}“',
  'notSent.label': 'Nicht versendet',
  'notSent.heading': 'Ihr Dokument wurde nicht versendet',
  'notSent.lead':
    'Sie haben den Versand des folgenden Dokuments geplant, doch zu diesem Zeitpunkt war er nicht möglich. Es wurde nichts verschickt. Beheben Sie den genannten Grund und senden Sie es erneut.',
  'notSent.time': 'Geplant für',
  'notSent.why': 'Sie erhalten diese E-Mail, weil Sie ({recipient}) den Versand dieses Dokuments geplant haben.',
  'locked.subject': 'Zugang gesperrt für {name}: „{title}“',
  'locked.label': 'Zugang gesperrt',
  'locked.heading': '{name} kann Ihr Dokument nicht mehr öffnen',
  'locked.lead':
    'Der Zugangscode wurde zu oft falsch eingegeben, deshalb wurde der Link von {name} gesperrt. Fragen Sie nach, ob es {name} war; vergeben Sie dann im Dokument einen neuen Zugangscode.',
  'locked.leadStep':
    'Der Code des zweiten Schritts wurde fünfmal falsch eingegeben, deshalb ist der Link von {name} gesperrt. Fragen Sie, ob es {name} war; senden Sie dann die Einladung erneut.',
  'revoked.subject': 'Zertifikat von {name} widerrufen: „{title}“',
  'revoked.label': 'Zertifikat widerrufen',
  'revoked.heading': 'Das Signaturzertifikat von {name} wurde widerrufen',
  'revoked.lead':
    'Das Zertifikat, mit dem {name} das unten genannte Dokument unterschrieben hat, wurde widerrufen. Die Unterschrift bleibt gültig, denn ein Zeitstempel beweist, dass sie älter ist.',
  'revoked.leadDeclared':
    'Der Betreiber dieses Dienstes erklärt das Zertifikat, mit dem {name} das unten genannte Dokument unterschrieben hat, ab einem früheren Zeitpunkt für ungültig. Die Unterschrift selbst bleibt unversehrt. Wer das Dokument prüft, sieht diese Erklärung neben den Nachweisen in der Datei. Wenden Sie sich an den Absender, wenn Sie nicht einverstanden sind.',
  'code.subject': 'Ihr Code für ein Dokument von {sender}',
  'code.label': 'Code',
  'code.heading': 'Ihr Code',
  'code.lead':
    '{sender} hat ein Dokument für Sie mit diesem Code geschützt. Geben Sie ihn auf der Seite ein, die danach fragt. Er gilt einmal, 10 Minuten lang.',
  'code.personal':
    'Geben Sie ihn niemandem: Wir fragen nie per Telefon oder E-Mail danach. Wenn Sie gerade kein Dokument öffnen, ignorieren Sie diese E-Mail.',
  'code.why':
    'Sie erhalten diese E-Mail, weil {sender} ({email}) diese Adresse, {recipient}, für Codes eingetragen hat.',
  'linkCode.subject': '{code} ist Ihr Code für {organization}',
  'linkCode.lead':
    '{organization} bereitet „{title}“ für Sie vor, sobald Sie diesen Code auf der Seite eingeben, auf der Sie ihn angefordert haben. Er gilt 10 Minuten lang.',
  'linkCode.personal':
    'Geben Sie den Code niemandem: Wir fragen nie per Telefon oder E-Mail danach. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.',
  'linkCode.why':
    'Sie erhalten diese E-Mail, weil jemand Ihre Adresse, {recipient}, auf einer Seite von {organization} eingegeben hat.',
  'webhook.subject': 'Webhook abgeschaltet: {host}',
  'webhook.label': 'Webhook abgeschaltet',
  'webhook.heading': 'Wir senden keine Ereignisse mehr an {host}',
  'webhook.lead':
    'Der folgende Webhook wurde abgeschaltet. Fehlgeschlagene Zustellungen bleiben erhalten: Bringen Sie den Empfänger in Ordnung, schalten Sie den Webhook wieder ein und lassen Sie sie noch einmal senden.',
  'webhook.failing': 'Fünf Tage lang ist jede Zustellung fehlgeschlagen.',
  'webhook.gone': 'Der Empfänger antwortete mit 410 (gone).',
  'webhook.action': 'Webhook-Einstellungen öffnen',
  'webhook.why': 'Sie erhalten diese E-Mail, weil Sie ({recipient}) {organization} verwalten.',

  'confirm-registration.subject': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'confirm-registration.label': 'Adresse bestätigen',
  'confirm-registration.heading': 'Noch ein Schritt: Bestätigen Sie Ihre Adresse',
  'confirm-registration.lead':
    'Drücken Sie den Knopf in dem Browser, in dem Sie sich registriert haben, und Ihr Konto ist bereit. In einem anderen Browser werden Sie nach Ihrem gewählten Passwort gefragt. Der Link gilt einmal.',
  'confirm-registration.action': 'Meine Adresse bestätigen',
  'confirm-registration.otherwise':
    'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail: Ohne diesen Schritt entsteht kein Konto.',
  'account-exists.subject': 'Sie haben schon ein Konto',
  'account-exists.label': 'Ihr Konto',
  'account-exists.heading': 'Sie haben schon ein Konto',
  'account-exists.lead':
    'Jemand, vielleicht Sie, wollte mit Ihrer Adresse ein Konto anlegen oder ein anderes Konto auf sie umstellen. Es gibt schon eines, und daran wurde nichts geändert. Melden Sie sich an, oder benutzen Sie „Passwort vergessen“ auf der Anmeldeseite.',
  'account-exists.otherwise': 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
  'sign-in-by-sso.subject': 'Melden Sie sich über Ihre Organisation an',
  'sign-in-by-sso.label': 'Ihr Konto',
  'sign-in-by-sso.heading': 'Melden Sie sich über Ihre Organisation an',
  'sign-in-by-sso.lead':
    'Jemand, vielleicht Sie, hat ein neues Passwort angefordert. Sie melden sich mit dem Konto Ihrer Organisation an und haben hier kein Passwort: Geben Sie auf der Anmeldeseite Ihre Adresse ein, dann werden Sie zur Anmeldung Ihrer Organisation geleitet.',
  'sign-in-by-sso.otherwise': 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
  'reset-password.subject': 'Wählen Sie ein neues Passwort',
  'reset-password.label': 'Neues Passwort',
  'reset-password.heading': 'Wählen Sie ein neues Passwort',
  'reset-password.lead': 'Der Link gilt einmal. Wenn Sie ihn benutzen, enden alle Ihre Sitzungen.',
  'reset-password.action': 'Neues Passwort wählen',
  'reset-password.otherwise':
    'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
  'verify-email.subject': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'verify-email.label': 'Adresse bestätigen',
  'verify-email.heading': 'Bestätigen Sie Ihre Adresse',
  'verify-email.lead':
    'Ihr Konto ist bereit. Bestätigen Sie die Adresse, um Dokumente, die an sie gesendet werden, mit Ihrem Konto zu unterschreiben. Der Link gilt einmal.',
  'verify-email.action': 'Meine Adresse bestätigen',
  'verify-email.otherwise': 'Wenn Sie hier kein Konto haben, ignorieren Sie diese E-Mail.',
  'change-email.subject': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'change-email.label': 'Neue Adresse',
  'change-email.heading': 'Bestätigen Sie Ihre neue Adresse',
  'change-email.lead':
    'Sie möchten diese Adresse für Ihr Konto benutzen. Drücken Sie den Knopf, während Sie angemeldet sind. Der Link gilt einmal; bis dahin zählt die alte Adresse.',
  'change-email.action': 'Diese Adresse benutzen',
  'change-email.otherwise': 'Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
  'email-changed.subject': 'Ihre E-Mail-Adresse wurde geändert',
  'email-changed.heading': 'Die Adresse Ihres Kontos wurde geändert',
  'email-changed.lead':
    'Ab jetzt melden Sie sich mit {detail} an, und unsere E-Mails gehen dorthin. Wenn Sie das nicht waren, drücken Sie den Knopf: Die Änderung wird zurückgenommen, alle Sitzungen enden, und Sie erhalten einen Link für ein neues Passwort.',
  'email-changed.action': 'Zurücknehmen',
  'recover.action': 'Konto überprüfen',
  'password-changed.subject': 'Ihr Passwort wurde geändert',
  'password-changed.heading': 'Ihr Passwort wurde geändert',
  'password-changed.lead': 'Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen sind beendet.',
  'new-device.subject': 'Neue Anmeldung an Ihrem Konto',
  'new-device.heading': 'Anmeldung aus einem neuen Browser',
  'new-device.lead':
    'Mit Ihrem Konto hat sich jemand aus einem Browser angemeldet, den wir noch nicht kannten: {detail}.',
  'two-factor-on.subject': 'Die Anmeldung in zwei Schritten ist eingeschaltet',
  'two-factor-on.heading': 'Anmeldung in zwei Schritten eingeschaltet',
  'two-factor-on.lead':
    'Ab jetzt fragt Ihr Konto nach dem Passwort noch nach einem zweiten Schritt. Bewahren Sie Ihre Wiederherstellungscodes sicher auf.',
  'two-factor-off.subject': 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
  'two-factor-off.heading': 'Anmeldung in zwei Schritten ausgeschaltet',
  'two-factor-off.lead': 'Ihr Konto fragt nach dem Passwort nicht mehr nach einem zweiten Schritt.',
  'recovery-codes-made.subject': 'Neue Wiederherstellungscodes',
  'recovery-codes-made.heading': 'Es gibt neue Wiederherstellungscodes',
  'recovery-codes-made.lead': 'Die bisherigen Wiederherstellungscodes gelten nicht mehr.',
  'recovery-code-used.subject': 'Ein Wiederherstellungscode wurde benutzt',
  'recovery-code-used.heading': 'Anmeldung mit einem Wiederherstellungscode',
  'recovery-code-used.lead':
    'Ein Wiederherstellungscode Ihres Kontos wurde zum Anmelden benutzt. Übrige Codes: {detail}.',
  'passkey-added.subject': 'Ein Passkey wurde hinzugefügt',
  'passkey-added.heading': 'Ihr Konto hat einen neuen Passkey',
  'passkey-added.lead': 'Ab jetzt können Sie sich mit diesem Passkey anmelden: {detail}.',
  'passkey-removed.subject': 'Ein Passkey wurde entfernt',
  'passkey-removed.heading': 'Von Ihrem Konto wurde ein Passkey entfernt',
  'passkey-removed.lead': 'Mit diesem Passkey ist keine Anmeldung mehr möglich: {detail}.',
  'authenticator-removed.subject': 'Ihre Authenticator-App wurde entfernt',
  'authenticator-removed.heading': 'Von Ihrem Konto wurde eine Authenticator-App entfernt',
  'authenticator-removed.lead':
    'Die Codes dieser App gelten bei der Anmeldung nicht mehr. Die Anmeldung in zwei Schritten bleibt eingeschaltet, mit Ihren Passkeys und Ihren Wiederherstellungscodes.',
  'api-key-made.subject': 'Ein API-Schlüssel wurde erstellt',
  'api-key-made.heading': 'Mit Ihrem Konto wurde ein API-Schlüssel erstellt',
  'api-key-made.lead':
    'Wer diesen Schlüssel hat, kann die API im Namen Ihrer Organisation nutzen: {detail}. Wenn Sie ihn nicht kennen, widerrufen Sie ihn in den Einstellungen.',
  'email-change-undone.subject': 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
  'email-change-undone.heading': 'Die Änderung der Adresse wurde rückgängig gemacht',
  'email-change-undone.lead':
    'Das Konto verwendet wieder {detail}. Alle Sitzungen sind beendet, das Passwort gilt nicht mehr, und was seit der Änderung mit dem Konto erstellt wurde, ist ebenfalls beendet: Passkeys und Authenticator-Apps, API-Schlüssel, Webhooks, Einladungen und Links.',
  'api-keys-suspending.subject': 'API-Schlüssel von {organization} funktionieren bald nicht mehr',
  'api-keys-suspending.heading': 'API-Schlüssel funktionieren bald nicht mehr',
  'api-keys-suspending.lead':
    '{organization} verlangt einen zweiten Faktor. API-Schlüssel, deren Inhaber keinen haben, funktionieren ab {detail} nicht mehr: {by}. Sie funktionieren weiter, wenn ihre Inhaber vorher eine Authenticator-App oder einen Passkey einrichten.',
  'api-keys-suspended.subject': 'API-Schlüssel von {organization} wurden gesperrt',
  'api-keys-suspended.heading': 'API-Schlüssel wurden gesperrt',
  'api-keys-suspended.lead':
    '{organization} verlangt einen zweiten Faktor, und die Inhaber dieser API-Schlüssel haben keinen: {by}. Die Schlüssel funktionieren wieder, sobald ihre Inhaber eine Authenticator-App oder einen Passkey einrichten.',
  'export-ready.subject': 'Ihr Datenexport aus {organization} ist fertig',
  'export-ready.heading': 'Ihr Datenexport ist fertig',
  'export-ready.lead':
    'Sie können ihn bis {detail} herunterladen; danach wird er gelöscht. Herunterladen können nur Sie, nach der Anmeldung. Wenn Sie ihn nicht angefordert haben, brechen Sie ihn auf derselben Seite ab und ändern Sie Ihr Passwort.',
  'incident-reported.subject': 'Sicherheitsvorfall bei {organization} gemeldet',
  'incident-reported.heading': 'Ein Sicherheitsvorfall wurde gemeldet',
  'incident-reported.lead':
    '„{by}“ wurde gemeldet. Sind personenbezogene Daten betroffen, muss die Aufsichtsbehörde innerhalb von 72 Stunden nach Bekanntwerden benachrichtigt werden; es bleiben {detail} Stunden.',
  'incident-due.subject': 'Noch {detail} Stunden für die Meldung an die Behörde: {organization}',
  'incident-due.heading': 'Noch {detail} Stunden für die Meldung an die Behörde',
  'incident-due.lead':
    'Der Vorfall „{by}“ ist noch offen, und es ist keine Meldung an die Aufsichtsbehörde vermerkt. Die 72 Stunden nach Artikel 33 DSGVO enden in {detail} Stunden.',
  'incident-overdue.subject': 'Die 72 Stunden sind abgelaufen: {organization}',
  'incident-overdue.heading': 'Die 72 Stunden sind abgelaufen',
  'incident-overdue.lead':
    'Der Vorfall „{by}“ ist noch offen, und es ist keine Meldung an die Aufsichtsbehörde vermerkt. Eine verspätete Meldung muss die Gründe für die Verzögerung nennen (Artikel 33 DSGVO).',
  'sub-processors-changed.subject': 'Unterauftragsverarbeiter von {organization} ändern sich am {detail}',
  'sub-processors-changed.heading': 'Die Unterauftragsverarbeiter ändern sich',
  'sub-processors-changed.lead':
    'Ab {detail} gilt eine neue Liste der Unternehmen, die im Auftrag von {organization} Daten verarbeiten. Sehen Sie nach, was sich ändert. Wenn Sie widersprechen möchten, wenden Sie sich vorher an den Betreiber dieses Dienstes.',
  'sub-processors-changed.action': 'Liste ansehen',
  'export-ready.action': 'Zum Export',
  'incident.action': 'Vorfall öffnen',
  'why.incident':
    'Sie erhalten diese E-Mail, weil {organization} Daten über Sie ({recipient}) hat, die der Vorfall betrifft.',
  'incident-notice.heading': '{title}',
  'security.label': 'Sicherheitshinweis',
  'role-changed.subject': 'Ihre Rolle in {organization} wurde geändert',
  'role-changed.label': 'Ihre Rolle',
  'role-changed.heading': 'Ihre Rolle wurde geändert',
  'role-changed.lead': '{by} hat Ihre Rolle in {organization} geändert. Ihre Rolle ist jetzt: {detail}.',
  'removed.subject': 'Sie gehören nicht mehr zu {organization}',
  'removed.label': 'Mitgliedschaft beendet',
  'removed.heading': 'Sie sind kein Mitglied von {organization} mehr',
  'removed.lead':
    '{by} hat Ihre Mitgliedschaft beendet. Dokumente, die Sie gesendet haben, bleiben bei der Organisation. Ihr Konto und was Sie unterschrieben haben, gehört Ihnen.',
  'member.subject': '{by} lädt Sie zu {organization} ein',
  'member.label': 'Einladung',
  'member.heading': 'Sie sind zu {organization} eingeladen',
  'member.lead': '{by} lädt Sie ein, bei {organization} mitzuarbeiten. Ihre Rolle: {detail}. Der Link ist nur für Sie.',
  'member.action': 'Einladung annehmen',
  'member.otherwise': 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.',
  'confirm-sso.subject': 'Bestätigen Sie die Anmeldung über {organization}',
  'confirm-sso.label': 'Anmeldung bestätigen',
  'confirm-sso.heading': 'Darf {organization} Sie anmelden?',
  'confirm-sso.lead':
    'Jemand hat sich mit Ihrer Adresse über den Anmeldedienst von {organization} angemeldet. Wenn Sie das waren, drücken Sie den Knopf: Ab dann darf dieser Dienst Sie bei Ihrem Konto für {organization} anmelden. Der Link gilt einmal.',
  'confirm-sso.action': 'Erlauben',
  'confirm-sso.otherwise': 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
  'sso-changed.subject': 'Neuer Anmeldedienst für {organization}',
  'sso-changed.heading': 'Für {organization} wurde ein Anmeldedienst eingerichtet',
  'sso-changed.lead':
    '{by} hat den Dienst gewählt, über den man sich bei {organization} anmeldet: {detail}. Wenn Sie das nicht erwartet haben, sehen Sie in den Einstellungen nach.',
  'organization-deletion.subject': '{organization} soll gelöscht werden',
  'organization-deletion.label': 'Löschung',
  'organization-deletion.heading': '{organization} soll gelöscht werden',
  'organization-deletion.lead':
    '{by} hat die Löschung der Organisation beantragt. Tag der Löschung: {detail}. Bis dahin läuft alles weiter, und ein Inhaber kann sie in den Einstellungen abbrechen. Dann werden laufende Dokumente zurückgezogen, und die Mitglieder verlieren den Zugang; abgeschlossene Dokumente bleiben für ihre Aufbewahrungsfrist.',
  'payment.action': 'Zahlung aktualisieren',
  'payment-failed.subject': 'Zahlung für {organization} fehlgeschlagen',
  'payment-failed.label': 'Abrechnung',
  'payment-failed.heading': 'Eine Zahlung ist fehlgeschlagen',
  'payment-failed.lead':
    'Eine Rechnung von {organization} ist nicht bezahlt. Bis {detail} funktioniert alles wie bisher. Danach hat die Organisation die Rechte des Tarifs Free, bis die Rechnung bezahlt ist. Nichts wird gelöscht.',
  'plan-suspended.subject': 'Der Tarif von {organization} ist ausgesetzt',
  'plan-suspended.label': 'Abrechnung',
  'plan-suspended.heading': 'Der Tarif ist ausgesetzt',
  'plan-suspended.lead':
    'Eine Rechnung von {organization} ist seit 14 Tagen nicht bezahlt. Deshalb hat die Organisation jetzt die Rechte des Tarifs Free statt {detail}. Nichts wurde gelöscht. Sobald die Rechnung bezahlt ist, gilt der Tarif wieder.',
  'payment-received.subject': 'Zahlung für {organization} eingegangen',
  'payment-received.label': 'Abrechnung',
  'payment-received.heading': 'Zahlung eingegangen',
  'payment-received.lead': 'Vielen Dank. Die Rechnung von {organization} ist bezahlt, der Tarif {detail} gilt.',
  'documents-due.subject': 'Dokumente werden bald gelöscht',
  'documents-due.label': 'Aufbewahrung',
  'documents-due.heading': 'Dokumente werden bald gelöscht',
  'documents-due.lead':
    'Die Aufbewahrungsfrist von Dokumenten, die Ihnen gehören, läuft ab (Anzahl der Dokumente: {by}). Sie werden mit ihren Dateien endgültig gelöscht, die ersten am {detail}. Laden Sie vorher herunter, was Sie noch brauchen, oder bitten Sie Ihre Administration, sie länger aufzubewahren.',
  'account-deletion.subject': 'Ihr Konto wird gelöscht',
  'account-deletion.heading': 'Ihr Konto wird gelöscht',
  'account-deletion.lead':
    'Sie haben die Löschung Ihres Kontos beantragt. Es wird am {detail} gelöscht. Bis dahin können Sie sich anmelden und die Löschung abbrechen. Unterzeichnete Dokumente bleiben bei den Organisationen, denen sie gehören.',
  'account-deletion-cancelled.subject': 'Ihr Konto bleibt bestehen',
  'account-deletion-cancelled.heading': 'Ihr Konto bleibt bestehen',
  'account-deletion-cancelled.lead': 'Die Löschung Ihres Kontos wurde abgebrochen. Alles bleibt, wie es war.',
  'account-deleted.subject': 'Ihr Konto wurde gelöscht',
  'account-deleted.label': 'Konto',
  'account-deleted.heading': 'Ihr Konto wurde gelöscht',
  'account-deleted.lead':
    'Ihr Konto wurde wie gewünscht geschlossen, und seine Daten werden gelöscht. Unterzeichnete Dokumente bleiben bei den Organisationen, denen sie gehören, solange diese sie aufbewahren müssen.',
  'file-damaged.subject': 'Eine gespeicherte Datei ist beschädigt',
  'file-damaged.label': 'Speicher',
  'file-damaged.heading': 'Eine gespeicherte Datei ist beschädigt',
  'file-damaged.lead':
    'Diese Datei entspricht nicht mehr dem, was gespeichert wurde: {detail}. Der Server gibt sie nicht heraus, bis sie wieder unversehrt ist. Wenn Sie diesen Server betreiben, stellen Sie die Datei aus einer Sicherung wieder her und prüfen Sie den Datenträger; andernfalls wenden Sie sich an den Betreiber.',
  'clock-jumped.subject': 'Die Uhr des Servers ist gesprungen',
  'clock-jumped.label': 'Uhr',
  'clock-jumped.heading': 'Die Uhr des Servers ist gesprungen',
  'clock-jumped.lead':
    'Die Uhr dieses Servers zeigt jetzt {detail}. Das passt nicht zur vergangenen Zeit. Senden, Unterschreiben, Ablauf, Erinnerungen, Aufbewahrung und geplante Löschungen sind angehalten. Stimmt die Zeit, führen Sie aus: npm start -- clock confirm. Stimmt sie nicht, stellen Sie die Uhr richtig; dann geht es von selbst weiter.',
  'backup-trouble.subject': 'Es gibt keine verlässliche Sicherung',
  'backup-trouble.label': 'Sicherungen',
  'backup-trouble.heading': 'Es gibt keine verlässliche Sicherung',
  'backup-trouble.lead':
    'Seit {detail} ist die neueste Sicherung dieser Installation fehlgeschlagen, überfällig, beschädigt oder ungeprüft. Was davon zutrifft und warum, steht unter Einstellungen > Sicherungen. Beheben Sie die Ursache und erstellen Sie dort eine Sicherung. Bis es wieder eine gute gibt, erhalten Sie dazu keine weitere E-Mail.',
};
