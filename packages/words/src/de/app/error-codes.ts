import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  LOGIN_STEP_EXPIRED: 'Diese Anmeldung ist abgelaufen. Geben Sie Ihr Passwort noch einmal ein.',
  INVALID_LINK: 'Dieser Link ist ungültig. Öffnen Sie den neuesten Link, oder bitten Sie den Absender um einen neuen.',
  PAYMENT_FAILED:
    'Die Zahlung wurde abgelehnt, daher wurde der Tarif nicht geändert. Aktualisieren Sie das Zahlungsmittel, und versuchen Sie es noch einmal.',
  FORBIDDEN: 'Ihre Rolle erlaubt das nicht.',
  STORAGE_QUOTA_EXCEEDED:
    'Die Datei überschreitet den Speicherplatz Ihrer Organisation. Löschen Sie Dateien, die Sie nicht mehr brauchen, oder bitten Sie den Betreiber dieses Servers um mehr Speicher.',
  REGISTRATION_CLOSED:
    'Die Registrierung ist nur mit Einladung möglich. Bitten Sie einen Administrator Ihrer Organisation um eine Einladung.',
  WRONG_PASSWORD: 'Das Passwort ist falsch.',
  WRONG_CODE:
    'Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten, oder verwenden Sie einen Wiederherstellungscode.',
  TWO_FACTOR_REQUIRED: 'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie zuerst einen ein.',
  NETWORK_NOT_ALLOWED:
    'Ihre Organisation erlaubt den Zugang nur aus bestimmten Netzen, und Ihre Adresse gehört nicht dazu. Wenden Sie sich an einen Administrator.',
  PASSKEY_REFUSED:
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  EMAIL_NOT_VERIFIED: 'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der Bestätigungs-E-Mail.',
  NO_ORGANIZATION: 'Ihr Konto gehört zu keiner Organisation mehr. Bitten Sie einen Administrator um eine Einladung.',
  SSO_REFUSED:
    'Die Anmeldung über Ihre Organisation ist fehlgeschlagen. Versuchen Sie es noch einmal. Wenn es wieder fehlschlägt, wenden Sie sich an Ihren Administrator.',
  SSO_NOT_ALLOWED:
    'Ihre Organisation hat Ihre Identität bestätigt, Ihnen aber keinen Zugang gegeben. Bitten Sie einen Administrator um eine Einladung.',
  NOT_FOUND: 'Unter dieser Adresse gibt es nichts.',
  DOCUMENT_NOT_FOUND: 'Das Dokument wurde nicht gefunden.',
  TEMPLATE_NOT_FOUND: 'Die Vorlage wurde nicht gefunden.',
  DRAFT_CHANGED:
    'Jemand anders hat diesen Entwurf gespeichert. Laden Sie ihn neu, und nehmen Sie Ihre Änderungen noch einmal vor.',
  SETTINGS_CHANGED:
    'Jemand anders hat die Einstellungen geändert. Laden Sie sie neu, und nehmen Sie Ihre Änderung noch einmal vor.',
  TEMPLATE_CHANGED:
    'Jemand anders hat diese Vorlage geändert. Laden Sie sie neu, und nehmen Sie Ihre Änderung noch einmal vor.',
  SIGNER_HAS_SIGNED:
    'Dieser Empfänger hat schon unterschrieben. Name und Adresse sind Teil der Signatur und können nicht mehr geändert werden.',
  ACCOUNT_EXISTS: 'Für diese Adresse gibt es schon ein Konto. Melden Sie sich an, und öffnen Sie den Link noch einmal.',
  ALREADY_INVITED: 'Diese Person hat schon eine offene Einladung mit einer anderen Rolle. Widerrufen Sie diese zuerst.',
  ALREADY_MEMBER: 'Diese Person ist schon Mitglied.',
  LAST_OWNER:
    'Eine Organisation braucht einen Inhaber. Übertragen Sie zuerst die Inhaberschaft, oder löschen Sie die Organisation.',
  EMAIL_TAKEN: 'Ein anderes Konto verwendet diese Adresse schon.',
  DOMAIN_RECORD_MISSING:
    'Der TXT-Eintrag wurde nicht gefunden oder hat einen anderen Wert. Änderungen im DNS werden manchmal erst nach einem Tag überall sichtbar. Versuchen Sie es später noch einmal.',
  LEGAL_HOLD:
    'Für diese Daten gilt eine Löschsperre. Ein Administrator muss sie aufheben, bevor die Daten gelöscht werden können.',
  MAIL_LINK_INVALID:
    'Dieser Link ist abgelaufen, unvollständig oder wurde schon verwendet. Fordern Sie einen neuen an.',
  SERVICE_UNAVAILABLE: 'Der Dienst ist vorübergehend nicht verfügbar. Nichts wurde geändert.',
  MAIL_NOT_CONFIGURED:
    'Es ist kein Mailserver eingerichtet, daher können keine Dokumente gesendet werden. Wenden Sie sich an den Betreiber dieses Servers.',
};
