import type { MailWords } from '../mail.ts';

export const mail: MailWords = {
  greeting: 'Hallo {name},',
  greetingUnnamed: 'Hallo,',
  document: 'Document',
  package: 'Pakket',
  documents: 'Documenten',
  from: 'Van',
  signBy: 'Ondertekenen vóór',
  date: 'Datum',
  validFor: 'Geldigheid van de link',
  address: 'Adres',
  reason: 'Reden',
  serverAnswer: 'Antwoord van de mailserver',
  signedBy: 'Ondertekend door',
  notSignedBy: 'Niet ondertekend door',
  messageOf: 'Bericht van {name}',
  reasonOf: 'Reden opgegeven door {name}',
  sign: 'Lezen en ondertekenen',
  open: 'Document openen',
  signIn: 'Inloggen',
  linkFallback: 'Werkt de knop niet? Kopieer dit adres naar uw browser:',
  personal: 'Deze link is alleen voor u. Stuur deze e-mail niet door: wie de link heeft, kan uit uw naam ondertekenen.',
  questions: 'Vragen? Schrijf naar {sender}: {email}.',
  stopReminders: 'Geen herinneringen meer over dit document:',
  'stop.heading': 'Geen herinneringen meer?',
  'stop.button': 'Herinneringen stoppen',
  'stop.done': 'U krijgt geen herinneringen meer over dit document. Uw link ernaartoe blijft werken.',
  checkTitle: 'Zo controleert u het',
  check:
    'Alle handtekeningen zitten in de PDF. Elke PDF-lezer die handtekeningen toont, kan ze controleren, vandaag of over jaren. Eén gewijzigde byte zou al opvallen.',
  receiptTitle: 'Uw ontvangstbewijs',
  receiptNote:
    'Bewaar dit ontvangstbewijs. Hiermee kunt u bewijzen welk bestand u is getoond en welk bestand u hebt ondertekend.',
  receiptShown: 'Bestand dat u is getoond (SHA-256)',
  receiptSigned: 'Bestand dat u hebt ondertekend (SHA-256)',
  receiptTrail: 'Logboek na uw handtekening, regel {n} (SHA-256)',
  auditTitle: 'Logboek',
  auditNote:
    'Bewaar deze e-mail. Het ondertekende controlepunt toont het logboek na de voltooiing. Zo wordt zichtbaar of iemand het logboek later wijzigt.',
  auditCheckpoint: 'Controlepunt',
  fingerprint: 'Vingerafdruk van het ondertekende bestand (SHA-256)',
  sentBy: 'Verzonden door {product} namens {organization}.',
  testNotice: 'Testomgeving: niets wat hier wordt ondertekend, is juridisch bindend.',
  notYou:
    'Was u dit niet, kies dan meteen een nieuw wachtwoord (‘Wachtwoord vergeten’ op de inlogpagina): dat beëindigt alle sessies. Waarschuw daarna uw beheerder.',
  'role.owner': 'Eigenaar',
  'role.admin': 'Beheerder',
  'role.member': 'Lid',

  'why.asked':
    'U krijgt deze e-mail omdat {sender} ({email}) uw adres, {recipient}, heeft opgegeven om dit document te laten ondertekenen. Kent u de afzender niet of verwachtte u dit niet, onderteken dan niet; u kunt deze e-mail negeren.',
  'why.party':
    'U krijgt deze e-mail omdat {sender} ({email}) u ({recipient}) heeft gevraagd dit document te ondertekenen.',
  'why.sender': 'U krijgt deze e-mail omdat u ({recipient}) dit document ter ondertekening hebt verzonden.',
  'why.typed':
    'U krijgt deze e-mail omdat iemand uw adres, {recipient}, heeft ingevuld op onze registratie- of inlogpagina.',
  'why.account':
    'U krijgt deze e-mail omdat u ({recipient}) een account hebt. Meldingen zoals deze kunnen niet worden uitgezet.',
  'why.invited': 'U krijgt deze e-mail omdat {by} uw adres, {recipient}, heeft ingevuld om u uit te nodigen.',

  'invitation.subject': '{sender} vraagt u om ‘{title}’ te ondertekenen',
  'invitation.label': 'Handtekening gevraagd',
  'invitation.heading': '{sender} vraagt u een document te ondertekenen',
  'invitation.lead':
    'Lees het en onderteken het online als u akkoord gaat. Dat duurt enkele minuten en u hebt geen account nodig.',
  'turn.subject': 'U bent aan de beurt: onderteken ‘{title}’',
  'turn.label': 'U bent aan de beurt',
  'turn.heading': 'U bent aan de beurt om te ondertekenen',
  'turn.lead':
    '{sender} vraagt u het onderstaande document te ondertekenen. Iedereen vóór u heeft ondertekend. Dat duurt enkele minuten en u hebt geen account nodig.',
  'reminder.subject': 'Herinnering: onderteken ‘{title}’',
  'reminder.label': 'Herinnering',
  'reminder.heading': '{sender} wacht op uw handtekening',
  'reminder.lead':
    'Het onderstaande document mist nog uw handtekening. Dat duurt enkele minuten en u hebt geen account nodig.',
  'forwarded.subject': '{name} heeft ‘{title}’ aan u doorgegeven om te ondertekenen',
  'forwarded.label': 'Aan u doorgegeven',
  'forwarded.heading': '{name} heeft een document aan u doorgegeven',
  'forwarded.lead':
    '{sender} vroeg {name} het onderstaande document te ondertekenen, en {name} heeft u aangewezen om dat te doen. U hebt geen account nodig.',
  'forwardedOn.subject': '{name} heeft ‘{title}’ doorgegeven aan {other}',
  'forwardedOn.label': 'Doorgegeven',
  'forwardedOn.heading': '{name} heeft uw document doorgegeven',
  'forwardedOn.lead':
    '{name} ondertekent het onderstaande document niet en heeft {other} ({email}) aangewezen om dat te doen.',
  'declined.subject': '{name} wil ‘{title}’ niet ondertekenen',
  'declined.label': 'Geweigerd',
  'declined.heading': '{name} wil niet ondertekenen',
  'declined.lead':
    'Het onderstaande document kan niet meer worden afgerond. U kunt met {name} overleggen en een nieuwe versie sturen.',
  'declined.leadParty': 'Het onderstaande document wordt niet afgerond. U hoeft niets meer te doen.',
  'voided.subject': 'Ingetrokken: ‘{title}’',
  'voided.label': 'Ingetrokken',
  'voided.heading': 'Dit document is ingetrokken',
  'voided.lead':
    '{sender} heeft het onderstaande document ingetrokken voordat het was afgerond. Het kan niet meer worden ondertekend en u hoeft niets meer te doen.',
  'changed.subject': 'Gewijzigd: bekijk ‘{title}’ opnieuw',
  'changed.label': 'Document gewijzigd',
  'changed.heading': '{sender} heeft het document gewijzigd',
  'changed.sign':
    'Het onderstaande document is gewijzigd nadat het naar u was gestuurd. Eerdere links werken niet meer. Bekijk de nieuwe versie en onderteken die als u akkoord gaat.',
  'changed.read':
    'Het onderstaande document is gewijzigd nadat het naar u was gestuurd. Eerdere links werken niet meer. Open de nieuwe versie om die te lezen.',
  'changed.wait':
    'Het onderstaande document is gewijzigd nadat het naar u was gestuurd. Eerdere links werken niet meer. U krijgt een nieuwe link als u aan de beurt bent om te ondertekenen.',
  'recipientRemoved.subject': 'Verwijderd: ‘{title}’',
  'recipientRemoved.label': 'Verwijderd',
  'recipientRemoved.heading': 'U bent geen ontvanger meer',
  'recipientRemoved.lead':
    '{sender} heeft u verwijderd als ontvanger van het onderstaande document. Uw link werkt niet meer en u hoeft niets meer te doen.',
  'recipientRemoved.why':
    'U krijgt deze e-mail omdat {sender} ({email}) dit document aan u ({recipient}) had gestuurd.',
  'expired.subject': 'Verlopen: ‘{title}’',
  'expired.label': 'Verlopen',
  'expired.heading': 'De termijn om te ondertekenen is voorbij',
  'expired.lead':
    'Niet iedereen heeft het onderstaande document op tijd ondertekend. Geef het meer tijd, dan gaat het verder waar het was.',
  'expired.leadParty': 'Het onderstaande document kan niet meer worden ondertekend. U hoeft niets meer te doen.',
  'completed.subject': 'Iedereen heeft ‘{title}’ ondertekend',
  'completed.label': 'Afgerond',
  'completed.heading': 'Iedereen heeft ondertekend',
  'completed.lead':
    'Het document dat u hebt verzonden, heeft alle handtekeningen en is verzegeld. Iedereen die heeft ondertekend, krijgt ook een exemplaar.',
  'completed.leadParty':
    'Het document dat u voor {sender} hebt ondertekend, is afgerond. Uw exemplaar staat klaar: bewaar het goed.',
  'completed.action': 'Bekijken en downloaden',
  'packageCompleted.lead':
    'Alle documenten van het pakket dat u hebt verzonden, dragen alle handtekeningen en zijn verzegeld. Iedereen die heeft ondertekend, krijgt ook de eigen exemplaren.',
  'packageCompleted.leadParty':
    'De documenten die {sender} u heeft gestuurd, zijn voltooid. Uw exemplaren staan klaar: bewaar ze goed.',
  'packageExpired.lead':
    'Niet alle documenten van het onderstaande pakket zijn op tijd ondertekend. Geef ze meer tijd, dan gaan ze verder waar ze stonden.',
  'packageExpired.leadParty':
    'De documenten die hieronder als verlopen staan vermeld, kunnen niet meer worden ondertekend.',
  'packageClosed.subject': 'Gesloten: ‘{title}’',
  'packageClosed.label': 'Gesloten',
  'packageClosed.heading': 'Dit pakket is gesloten',
  'packageClosed.lead': 'Er staat niets meer in open. Hieronder ziet u wat er van elk document is geworden.',
  'package.open': 'Het pakket openen',
  'package.stillOpen': 'Nog open',
  'bounced.subject': 'Niet bezorgd bij {name}: ‘{title}’',
  'bounced.label': 'Niet bezorgd',
  'bounced.heading': 'Onze e-mail aan {name} is niet bezorgd',
  'bounced.lead': '{name} heeft van ons niets ontvangen over het onderstaande document. Controleer het adres.',
  'bounced.unknown': 'Er is geen postvak op dit adres.',
  'bounced.full': 'Het postvak is vol.',
  'bounced.refused': 'De mailserver heeft de e-mail geweigerd.',
  'bounced.late': 'Geen mailserver heeft de e-mail binnen 24 uur aangenomen.',
  'bounced.advice':
    'Is het adres fout, verbeter het dan in het document: er gaat een nieuwe link naar het juiste. Is het goed, vraag {name} dan om een ander adres, of om het postvak te laten herstellen.',
  'why.reader':
    'U krijgt deze e-mail omdat {sender} ({email}) u ({recipient}) als lezer van dit document heeft opgegeven.',
  'copy.subject': 'Ter informatie: ‘{title}’',
  'copy.label': 'Ter informatie',
  'copy.heading': '{sender} heeft u een document gestuurd om te lezen',
  'copy.lead':
    'Anderen is gevraagd het onderstaande document te ondertekenen. U hoeft niets te doen; als iedereen heeft ondertekend, krijgt u een exemplaar.',
  'notSent.subject': 'Niet verzonden: ‘{title}’',
  'notSent.label': 'Niet verzonden',
  'notSent.heading': 'Uw document is niet verzonden',
  'notSent.lead':
    'U had het onderstaande document ingepland voor verzending, maar het kon op dat moment niet worden verzonden. Er is niets verstuurd. Los de genoemde reden op en verzend het opnieuw.',
  'notSent.time': 'Ingepland voor',
  'notSent.why': 'U ontvangt deze e-mail omdat u ({recipient}) de verzending van dit document hebt ingepland.',
  'locked.subject': 'Toegang geblokkeerd voor {name}: ‘{title}’',
  'locked.label': 'Toegang geblokkeerd',
  'locked.heading': '{name} kan uw document niet meer openen',
  'locked.lead':
    'De toegangscode is te vaak verkeerd ingevoerd, daarom is de link van {name} geblokkeerd. Vraag na of het {name} was; stel daarna in het document een nieuwe toegangscode in.',
  'locked.leadStep':
    'De code van de tweede stap is vijf keer verkeerd ingevoerd, dus de link van {name} is geblokkeerd. Vraag of het {name} was en stuur dan de uitnodiging opnieuw.',
  'revoked.subject': 'Certificaat van {name} ingetrokken: “{title}”',
  'revoked.label': 'Certificaat ingetrokken',
  'revoked.heading': 'Het ondertekeningscertificaat van {name} is ingetrokken',
  'revoked.lead':
    'Het certificaat waarmee {name} het onderstaande document heeft ondertekend, is ingetrokken. De handtekening blijft geldig, want een tijdstempel bewijst dat ze ouder is.',
  'revoked.leadDeclared':
    'De beheerder van deze dienst verklaart het certificaat waarmee {name} het onderstaande document heeft ondertekend, vanaf een eerdere datum ongeldig. De handtekening zelf blijft intact. Wie het document controleert, ziet deze verklaring naast het bewijs in het bestand. Neem contact op met de afzender als u het er niet mee eens bent.',
  'code.subject': 'Uw code voor een document van {sender}',
  'code.label': 'Code',
  'code.heading': 'Uw code',
  'code.lead':
    '{sender} heeft een document voor u met deze code beschermd. Voer hem in op de pagina die erom vraagt. Hij werkt één keer, 10 minuten lang.',
  'code.personal':
    'Geef hem aan niemand: wij vragen er nooit om per telefoon of e-mail. Opent u nu geen document, negeer dan deze e-mail.',
  'code.why': 'U krijgt deze e-mail omdat {sender} ({email}) dit adres, {recipient}, voor codes heeft opgegeven.',
  'linkCode.subject': '{code} is uw code voor {organization}',
  'linkCode.lead':
    '{organization} maakt ‘{title}’ voor u klaar zodra u deze code invoert op de pagina waarop u hem hebt aangevraagd. Hij is 10 minuten geldig.',
  'linkCode.personal':
    'Geef deze code aan niemand: wij vragen er nooit om per telefoon of e-mail. Hebt u hem niet aangevraagd, negeer dan deze e-mail: zonder de code gebeurt er niets.',
  'linkCode.why':
    'U krijgt deze e-mail omdat iemand uw adres, {recipient}, heeft ingevoerd op een pagina van {organization}.',
  'webhook.subject': 'Webhook uitgeschakeld: {host}',
  'webhook.label': 'Webhook uitgeschakeld',
  'webhook.heading': 'We sturen geen gebeurtenissen meer naar {host}',
  'webhook.lead':
    'De onderstaande webhook is uitgeschakeld. Mislukte leveringen blijven bewaard: herstel de ontvanger, schakel de webhook weer in en laat ze opnieuw versturen.',
  'webhook.failing': 'Vijf dagen lang is elke levering mislukt.',
  'webhook.gone': 'De ontvanger antwoordde met 410 (gone).',
  'webhook.action': 'Webhookinstellingen openen',
  'webhook.why': 'U krijgt deze e-mail omdat u ({recipient}) {organization} beheert.',

  'confirm-registration.subject': 'Bevestig uw e-mailadres',
  'confirm-registration.label': 'Bevestig uw adres',
  'confirm-registration.heading': 'Nog één stap: bevestig uw adres',
  'confirm-registration.lead':
    'Druk op de knop in de browser waarin u zich hebt geregistreerd en uw account is klaar. In een andere browser wordt om het gekozen wachtwoord gevraagd. De link werkt één keer.',
  'confirm-registration.action': 'Mijn adres bevestigen',
  'confirm-registration.otherwise':
    'Hebt u zich niet geregistreerd, negeer deze e-mail dan: zonder deze stap komt er geen account.',
  'account-exists.subject': 'U hebt al een account',
  'account-exists.label': 'Uw account',
  'account-exists.heading': 'U hebt al een account',
  'account-exists.lead':
    'Iemand, misschien u, wilde met uw adres een account maken of een ander account ernaar verplaatsen. Er is er al een, en daaraan is niets veranderd. Log in, of gebruik ‘Wachtwoord vergeten’ op de inlogpagina.',
  'account-exists.otherwise': 'Was u dit niet, dan hoeft u niets te doen.',
  'sign-in-by-sso.subject': 'Log in via uw organisatie',
  'sign-in-by-sso.label': 'Uw account',
  'sign-in-by-sso.heading': 'Log in via uw organisatie',
  'sign-in-by-sso.lead':
    'Iemand, misschien u, heeft om een nieuw wachtwoord gevraagd. U logt in met het account van uw organisatie en hebt hier geen wachtwoord: vul op de inlogpagina uw adres in, dan wordt u naar de inlogpagina van uw organisatie geleid.',
  'sign-in-by-sso.otherwise': 'Was u dit niet, dan hoeft u niets te doen.',
  'reset-password.subject': 'Kies een nieuw wachtwoord',
  'reset-password.label': 'Nieuw wachtwoord',
  'reset-password.heading': 'Kies een nieuw wachtwoord',
  'reset-password.lead': 'De link werkt één keer. Als u hem gebruikt, eindigen al uw sessies.',
  'reset-password.action': 'Nieuw wachtwoord kiezen',
  'reset-password.otherwise':
    'Hebt u hier niet om gevraagd, negeer deze e-mail dan: uw wachtwoord blijft zoals het is.',
  'verify-email.subject': 'Bevestig uw e-mailadres',
  'verify-email.label': 'Bevestig uw adres',
  'verify-email.heading': 'Bevestig uw adres',
  'verify-email.lead':
    'Uw account is klaar. Bevestig het adres om documenten die ernaartoe worden gestuurd, met uw account te ondertekenen. De link werkt één keer.',
  'verify-email.action': 'Mijn adres bevestigen',
  'verify-email.otherwise': 'Hebt u hier geen account, negeer deze e-mail dan.',
  'change-email.subject': 'Bevestig uw nieuwe e-mailadres',
  'change-email.label': 'Nieuw adres',
  'change-email.heading': 'Bevestig uw nieuwe adres',
  'change-email.lead':
    'U wilt dit adres voor uw account gebruiken. Druk op de knop terwijl u bent ingelogd. De link werkt één keer; tot dan geldt het oude adres.',
  'change-email.action': 'Dit adres gebruiken',
  'change-email.otherwise': 'Hebt u hier niet om gevraagd, negeer deze e-mail dan: er verandert niets.',
  'email-changed.subject': 'Uw e-mailadres is gewijzigd',
  'email-changed.heading': 'Het adres van uw account is gewijzigd',
  'email-changed.lead':
    'Vanaf nu logt u in met {detail}, en onze e-mails gaan daarheen. Was u dit niet, druk dan op de knop: de wijziging wordt teruggedraaid, alle sessies eindigen en u krijgt een link om een nieuw wachtwoord te kiezen.',
  'email-changed.action': 'Terugdraaien',
  'recover.action': 'Account controleren',
  'password-changed.subject': 'Uw wachtwoord is gewijzigd',
  'password-changed.heading': 'Uw wachtwoord is gewijzigd',
  'password-changed.lead': 'Het wachtwoord van uw account is gewijzigd en alle andere sessies zijn beëindigd.',
  'new-device.subject': 'Nieuwe aanmelding bij uw account',
  'new-device.heading': 'Aanmelding vanuit een nieuwe browser',
  'new-device.lead': 'Er is bij uw account ingelogd vanuit een browser die we nog niet kenden: {detail}.',
  'two-factor-on.subject': 'Inloggen in twee stappen is ingeschakeld',
  'two-factor-on.heading': 'Inloggen in twee stappen ingeschakeld',
  'two-factor-on.lead':
    'Vanaf nu vraagt uw account na het wachtwoord om een tweede stap. Bewaar uw herstelcodes op een veilige plaats.',
  'two-factor-off.subject': 'Inloggen in twee stappen is uitgeschakeld',
  'two-factor-off.heading': 'Inloggen in twee stappen uitgeschakeld',
  'two-factor-off.lead': 'Uw account vraagt na het wachtwoord niet meer om een tweede stap.',
  'recovery-codes-made.subject': 'Er zijn nieuwe herstelcodes gemaakt',
  'recovery-codes-made.heading': 'Er zijn nieuwe herstelcodes gemaakt',
  'recovery-codes-made.lead': 'De vorige herstelcodes werken niet meer.',
  'recovery-code-used.subject': 'Er is een herstelcode gebruikt',
  'recovery-code-used.heading': 'Aanmelding met een herstelcode',
  'recovery-code-used.lead': 'Met een herstelcode van uw account is ingelogd. Resterende codes: {detail}.',
  'passkey-added.subject': 'Er is een passkey toegevoegd',
  'passkey-added.heading': 'Er is een passkey aan uw account toegevoegd',
  'passkey-added.lead': 'Vanaf nu kunt u met deze passkey inloggen: {detail}.',
  'passkey-removed.subject': 'Er is een passkey verwijderd',
  'passkey-removed.heading': 'Er is een passkey van uw account verwijderd',
  'passkey-removed.lead': 'Met deze passkey kan niet meer worden ingelogd: {detail}.',
  'authenticator-removed.subject': 'Uw authenticator-app is verwijderd',
  'authenticator-removed.heading': 'Er is een authenticator-app van uw account verwijderd',
  'authenticator-removed.lead':
    'De codes van deze app tellen niet meer bij het inloggen. Inloggen in twee stappen blijft ingeschakeld, met uw passkeys en uw herstelcodes.',
  'api-key-made.subject': 'Er is een API-sleutel gemaakt',
  'api-key-made.heading': 'Er is met uw account een API-sleutel gemaakt',
  'api-key-made.lead':
    'Wie deze sleutel heeft, kan de API namens uw organisatie gebruiken: {detail}. Kent u deze sleutel niet, trek hem dan in via de instellingen.',
  'email-change-undone.subject': 'De wijziging van uw e-mailadres is ongedaan gemaakt',
  'email-change-undone.heading': 'De wijziging van het adres is ongedaan gemaakt',
  'email-change-undone.lead':
    'Het account gebruikt weer {detail}. Alle sessies zijn beëindigd, het wachtwoord werkt niet meer en wat het account sinds de wijziging heeft gemaakt, is ook beëindigd: passkeys en authenticator-apps, API-sleutels, webhooks, uitnodigingen en links.',
  'api-keys-suspending.subject': 'API-sleutels van {organization} werken binnenkort niet meer',
  'api-keys-suspending.heading': 'API-sleutels werken binnenkort niet meer',
  'api-keys-suspending.lead':
    '{organization} vereist een tweede factor. API-sleutels waarvan de eigenaar er geen heeft, werken vanaf {detail} niet meer: {by}. Ze blijven werken als hun eigenaars voor die tijd een authenticator-app of een passkey instellen.',
  'api-keys-suspended.subject': 'API-sleutels van {organization} zijn opgeschort',
  'api-keys-suspended.heading': 'API-sleutels zijn opgeschort',
  'api-keys-suspended.lead':
    '{organization} vereist een tweede factor en de eigenaars van deze API-sleutels hebben er geen: {by}. De sleutels werken weer zodra hun eigenaars een authenticator-app of een passkey instellen.',
  'export-ready.subject': 'Uw gegevensexport van {organization} is klaar',
  'export-ready.heading': 'Uw gegevensexport is klaar',
  'export-ready.lead':
    'U kunt hem downloaden tot {detail}; daarna wordt hij gewist. Alleen u kunt hem downloaden, na het inloggen. Hebt u er niet om gevraagd, annuleer hem dan op dezelfde pagina en wijzig uw wachtwoord.',
  'incident-reported.subject': 'Beveiligingsincident gemeld bij {organization}',
  'incident-reported.heading': 'Er is een beveiligingsincident gemeld',
  'incident-reported.lead':
    '“{by}” is gemeld. Als het om persoonsgegevens gaat, moet de toezichthouder binnen 72 uur worden ingelicht; er resten {detail} uur.',
  'incident-due.subject': 'Nog {detail} uur om de toezichthouder in te lichten: {organization}',
  'incident-due.heading': 'Nog {detail} uur om de toezichthouder in te lichten',
  'incident-due.lead':
    'Het incident “{by}” is nog open en er is geen melding aan de toezichthouder vastgelegd. De 72 uur van artikel 33 AVG eindigen over {detail} uur.',
  'incident-overdue.subject': 'De 72 uur zijn voorbij: {organization}',
  'incident-overdue.heading': 'De 72 uur zijn voorbij',
  'incident-overdue.lead':
    'Het incident “{by}” is nog open en er is geen melding aan de toezichthouder vastgelegd. Een late melding moet de redenen voor de vertraging geven (artikel 33 AVG).',
  'sub-processors-changed.subject': 'De subverwerkers van {organization} wijzigen op {detail}',
  'sub-processors-changed.heading': 'De subverwerkers wijzigen',
  'sub-processors-changed.lead':
    'Vanaf {detail} geldt een nieuwe lijst van bedrijven die namens {organization} gegevens verwerken. Bekijk wat er verandert. Als u bezwaar hebt, neem dan vóór die tijd contact op met de beheerder van deze dienst.',
  'sub-processors-changed.action': 'Lijst bekijken',
  'export-ready.action': 'Naar de export',
  'incident.action': 'Incident openen',
  'why.incident':
    'U ontvangt deze e-mail omdat {organization} gegevens over u ({recipient}) heeft die bij het incident betrokken zijn.',
  'incident-notice.heading': '{title}',
  'security.label': 'Beveiligingsmelding',
  'role-changed.subject': 'Uw rol in {organization} is gewijzigd',
  'role-changed.label': 'Uw rol',
  'role-changed.heading': 'Uw rol is gewijzigd',
  'role-changed.lead': '{by} heeft uw rol in {organization} gewijzigd. Uw rol is nu: {detail}.',
  'removed.subject': 'U hoort niet meer bij {organization}',
  'removed.label': 'Lidmaatschap beëindigd',
  'removed.heading': 'U bent geen lid meer van {organization}',
  'removed.lead':
    '{by} heeft uw lidmaatschap beëindigd. Documenten die u hebt verzonden, blijven bij de organisatie. Uw account en wat u hebt ondertekend, zijn van u.',
  'member.subject': '{by} nodigt u uit voor {organization}',
  'member.label': 'Uitnodiging',
  'member.heading': 'U bent uitgenodigd voor {organization}',
  'member.lead': '{by} nodigt u uit om met {organization} te werken. Uw rol: {detail}. De link is alleen voor u.',
  'member.action': 'Uitnodiging aannemen',
  'member.otherwise': 'Kent u de afzender niet, negeer deze e-mail dan.',
  'confirm-sso.subject': 'Bevestig inloggen via {organization}',
  'confirm-sso.label': 'Inloggen bevestigen',
  'confirm-sso.heading': 'Mag {organization} u inloggen?',
  'confirm-sso.lead':
    'Iemand heeft met uw adres ingelogd via de inlogdienst van {organization}. Was u dat, druk dan op de knop: vanaf dan mag die dienst u bij uw account inloggen voor {organization}. De link werkt één keer.',
  'confirm-sso.action': 'Toestaan',
  'confirm-sso.otherwise': 'Was u dit niet, negeer deze e-mail dan: er verandert niets.',
  'sso-changed.subject': 'Nieuwe inlogdienst voor {organization}',
  'sso-changed.heading': 'Er is een inlogdienst ingesteld voor {organization}',
  'sso-changed.lead':
    '{by} heeft de dienst gekozen waarmee bij {organization} wordt ingelogd: {detail}. Had u dit niet verwacht, kijk dan in de instellingen.',
  'organization-deletion.subject': '{organization} wordt verwijderd',
  'organization-deletion.label': 'Verwijdering',
  'organization-deletion.heading': '{organization} wordt verwijderd',
  'organization-deletion.lead':
    '{by} heeft gevraagd de organisatie te verwijderen. Datum van verwijdering: {detail}. Tot dan gaat alles door en kan een eigenaar het in de instellingen annuleren. Daarna worden lopende documenten ingetrokken en verliezen de leden hun toegang; afgeronde documenten blijven voor hun bewaartermijn.',
  'payment.action': 'Betaling bijwerken',
  'payment-failed.subject': 'Betaling voor {organization} mislukt',
  'payment-failed.label': 'Facturering',
  'payment-failed.heading': 'Een betaling is mislukt',
  'payment-failed.lead':
    'Een factuur van {organization} is niet betaald. Tot {detail} werkt alles zoals voorheen. Daarna heeft de organisatie de rechten van het abonnement Free totdat de factuur is betaald. Er wordt niets verwijderd.',
  'plan-suspended.subject': 'Het abonnement van {organization} is opgeschort',
  'plan-suspended.label': 'Facturering',
  'plan-suspended.heading': 'Het abonnement is opgeschort',
  'plan-suspended.lead':
    'Een factuur van {organization} is al 14 dagen niet betaald. De organisatie heeft daarom nu de rechten van het abonnement Free in plaats van {detail}. Er is niets verwijderd. Zodra de factuur is betaald, geldt het abonnement weer.',
  'payment-received.subject': 'Betaling voor {organization} ontvangen',
  'payment-received.label': 'Facturering',
  'payment-received.heading': 'Betaling ontvangen',
  'payment-received.lead':
    'Bedankt. De factuur van {organization} is betaald en het abonnement {detail} is van kracht.',
  'documents-due.subject': 'Documenten worden binnenkort verwijderd',
  'documents-due.label': 'Bewaartermijn',
  'documents-due.heading': 'Documenten worden binnenkort verwijderd',
  'documents-due.lead':
    'De bewaartermijn van documenten waarvan u eigenaar bent, loopt af (aantal documenten: {by}). Ze worden met hun bestanden definitief verwijderd, de eerste op {detail}. Download vóór die tijd wat u nog nodig hebt, of vraag een beheerder ze langer te bewaren.',
  'account-deletion.subject': 'Uw account wordt verwijderd',
  'account-deletion.heading': 'Uw account wordt verwijderd',
  'account-deletion.lead':
    'U hebt gevraagd uw account te verwijderen. Het wordt op {detail} verwijderd. Tot die tijd kunt u inloggen en de verwijdering annuleren. Ondertekende documenten blijven bij de organisaties waartoe ze behoren.',
  'account-deletion-cancelled.subject': 'Uw account blijft bestaan',
  'account-deletion-cancelled.heading': 'Uw account blijft bestaan',
  'account-deletion-cancelled.lead': 'De verwijdering van uw account is geannuleerd. Alles blijft zoals het was.',
  'account-deleted.subject': 'Uw account is verwijderd',
  'account-deleted.label': 'Account',
  'account-deleted.heading': 'Uw account is verwijderd',
  'account-deleted.lead':
    'Uw account is op uw verzoek gesloten en de gegevens ervan worden verwijderd. Ondertekende documenten blijven bij de organisaties waartoe ze behoren, zolang die ze moeten bewaren.',
  'file-damaged.subject': 'Een opgeslagen bestand is beschadigd',
  'file-damaged.label': 'Opslag',
  'file-damaged.heading': 'Een opgeslagen bestand is beschadigd',
  'file-damaged.lead':
    'Dit bestand komt niet meer overeen met wat is opgeslagen: {detail}. De server geeft het niet vrij totdat het weer heel is. Beheert u deze server, herstel het bestand dan uit een back-up en controleer de schijf; vraag het anders aan de beheerder.',
  'clock-jumped.subject': 'De klok van de server is versprongen',
  'clock-jumped.label': 'Klok',
  'clock-jumped.heading': 'De klok van de server is versprongen',
  'clock-jumped.lead':
    'De klok van deze server geeft nu {detail} aan, wat niet past bij de verstreken tijd. Verzenden, ondertekenen, verlopen, herinneringen, bewaartermijnen en geplande verwijderingen zijn gestopt. Klopt de tijd, voer dan uit: npm start -- clock confirm. Klopt hij niet, zet de klok dan goed; alles gaat vanzelf verder.',
  'backup-trouble.subject': 'Er is geen betrouwbare back-up',
  'backup-trouble.label': 'Back-ups',
  'backup-trouble.heading': 'Er is geen betrouwbare back-up',
  'backup-trouble.lead':
    'Sinds {detail} is de nieuwste back-up van deze installatie mislukt, te laat, beschadigd of niet gecontroleerd. Onder Instellingen > Back-ups staat wat het is en waarom. Neem de oorzaak weg en maak daar een back-up. U krijgt hierover geen e-mail meer totdat er weer een goede back-up is.',
};
