import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'Het e-mailadres of wachtwoord is onjuist.',
  LOGIN_STEP_EXPIRED: 'Deze aanmelding is verlopen. Voer uw wachtwoord opnieuw in.',
  INVALID_LINK: 'Deze link is niet geldig. Open de nieuwste link of vraag de afzender om een nieuwe.',
  PAYMENT_FAILED:
    'De betaling is geweigerd, dus het abonnement is niet gewijzigd. Werk de betaalmethode bij en probeer het opnieuw.',
  FORBIDDEN: 'Uw rol staat dit niet toe.',
  STORAGE_QUOTA_EXCEEDED:
    'Het bestand overschrijdt de opslagruimte van uw organisatie. Verwijder bestanden die u niet meer nodig hebt of vraag de serverbeheerder om meer ruimte.',
  REGISTRATION_CLOSED:
    'Registreren kan alleen op uitnodiging. Vraag een beheerder van uw organisatie om een uitnodiging.',
  WRONG_PASSWORD: 'Het wachtwoord is onjuist.',
  WRONG_CODE: 'De code is onjuist of al gebruikt. Wacht op de volgende of gebruik een herstelcode.',
  TWO_FACTOR_REQUIRED: 'Uw organisatie vereist een tweede factor. Stel er eerst een in.',
  NETWORK_NOT_ALLOWED:
    'Uw organisatie staat toegang alleen vanuit bepaalde netwerken toe en uw adres hoort daar niet bij. Neem contact op met een beheerder.',
  PASSKEY_REFUSED: 'Deze passkey is niet geaccepteerd. Probeer het opnieuw of log op een andere manier in.',
  EMAIL_NOT_VERIFIED: 'Uw e-mailadres is nog niet bevestigd. Open de link in de bevestigingsmail.',
  NO_ORGANIZATION: 'Uw account hoort niet meer bij een organisatie. Vraag een beheerder om een uitnodiging.',
  SSO_REFUSED:
    'Inloggen via uw organisatie is mislukt. Probeer het opnieuw. Als het weer mislukt, neem dan contact op met uw beheerder.',
  SSO_NOT_ALLOWED:
    'Uw organisatie heeft uw identiteit bevestigd, maar u geen toegang gegeven. Vraag een beheerder om een uitnodiging.',
  NOT_FOUND: 'Er is niets op dit adres.',
  DOCUMENT_NOT_FOUND: 'Het document is niet gevonden.',
  TEMPLATE_NOT_FOUND: 'Het sjabloon is niet gevonden.',
  DRAFT_CHANGED: 'Iemand anders heeft dit concept opgeslagen. Laad het opnieuw en breng uw wijzigingen nogmaals aan.',
  SETTINGS_CHANGED:
    'Iemand anders heeft de instellingen gewijzigd. Laad ze opnieuw en breng uw wijziging nogmaals aan.',
  TEMPLATE_CHANGED: 'Iemand anders heeft dit sjabloon gewijzigd. Laad het opnieuw en breng uw wijziging nogmaals aan.',
  SIGNER_HAS_SIGNED:
    'Deze ontvanger heeft al ondertekend. Naam en adres maken deel uit van de handtekening en kunnen niet meer worden gewijzigd.',
  ACCOUNT_EXISTS: 'Er bestaat al een account met dit adres. Log in en open de link opnieuw.',
  ALREADY_INVITED: 'Deze persoon heeft al een openstaande uitnodiging met een andere rol. Trek die eerst in.',
  ALREADY_MEMBER: 'Deze persoon is al lid.',
  LAST_OWNER: 'Een organisatie heeft een eigenaar nodig. Draag eerst het eigendom over of verwijder de organisatie.',
  EMAIL_TAKEN: 'Een ander account gebruikt dit adres al.',
  DOMAIN_RECORD_MISSING:
    'Het TXT-record is niet gevonden of heeft een andere waarde. Het kan een dag duren voordat DNS-wijzigingen overal zichtbaar zijn. Probeer het later opnieuw.',
  LEGAL_HOLD:
    'Op deze gegevens rust een verwijderblokkade. Een beheerder moet die opheffen voordat de gegevens kunnen worden verwijderd.',
  MAIL_LINK_INVALID: 'Deze link is verlopen, onvolledig of al gebruikt. Vraag een nieuwe aan.',
  SERVICE_UNAVAILABLE: 'De dienst is tijdelijk niet beschikbaar. Er is niets gewijzigd.',
  MAIL_NOT_CONFIGURED:
    'Er is geen mailserver ingesteld, dus documenten kunnen niet worden verzonden. Neem contact op met de serverbeheerder.',
};
