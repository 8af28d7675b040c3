import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('nl');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Taal',
  opening: 'Het document wordt geopend…',
  openingNote:
    'U kunt het hele document lezen voordat u beslist. Met openen ondertekent u niets, en u kunt deze pagina op elk moment sluiten.',
  close: 'Sluiten',
  cancel: 'Annuleren',
  back: 'Terug',
  tryAgain: 'Opnieuw proberen',

  asksToSign: (who) => `${who} vraagt u te ondertekenen`,
  asksToApprove: (who) => `${who} vraagt om uw goedkeuring`,
  asTheSigner: (name) => `Voor ${name}`,
  messageFrom: (name) => `Bericht van ${name}`,
  document: 'Document',
  pageCount: counted({ one: '# pagina', other: '# pagina’s' }),
  signBy: 'Uiterste datum',
  lastDay: 'vandaag is de laatste dag',
  daysLeft: counted({ one: 'nog # dag', other: 'nog # dagen' }),
  noEndDate: 'Geen einddatum',
  alsoSigning: 'Ondertekenen ook',
  reviewDocument: 'Document lezen',
  nothingYet:
    'Lees het eerst. Er wordt niets ondertekend totdat u aan het eind op ‘Document ondertekenen’ drukt. U hebt geen account nodig.',
  nothingYetApprover:
    'Lees het eerst. Er wordt niets goedgekeurd totdat u aan het eind op ‘Document goedkeuren’ drukt. U hebt geen account nodig.',
  notForYou: 'Niet voor u bestemd, of ondertekent u liever op papier?',
  writeTo: (name) => `Schrijf naar ${name}`,

  codeTitle: 'Voer uw toegangscode in',
  codeText: (sender) =>
    `${sender} heeft dit document met een code beveiligd en u die langs een andere weg dan deze e-mail meegedeeld.`,
  codeLabel: 'Toegangscode',
  codeWrong: counted({
    one: 'Dat is niet de code. U hebt nog # poging.',
    other: 'Dat is niet de code. U hebt nog # pogingen.',
  }),
  codeOpen: 'Document openen',
  codeMissing: 'Geen code?',

  turnTitle: 'U bent nog niet aan de beurt',
  turnText: (sender) =>
    `Anderen ondertekenen vóór u. U krijgt een e-mail zodra u aan de beurt bent. Hebt u vragen, schrijf dan naar ${sender}.`,
  readMeanwhile: 'Document lezen',
  checkAgain: 'Opnieuw kijken',
  readingTurn: 'Alleen lezen: u bent nog niet aan de beurt',
  readingCopy: 'Uw exemplaar: hier valt niets te ondertekenen',

  otherwise: 'Niet ondertekenen?',
  declineTitle: 'Ondertekening weigeren',
  declineText: (sender) =>
    `Daarmee eindigt het document voor iedereen; dat kan niet ongedaan worden gemaakt. ${sender} en de anderen krijgen uw reden te horen.`,
  declineReason: 'Reden',
  declineMissing: 'Zeg in een paar woorden waarom.',
  decline: 'Weigeren',
  forwardTitle: 'Iemand anders moet ondertekenen',
  forwardText: (sender) =>
    `Die persoon krijgt een eigen link en ondertekent in uw plaats. Uw link werkt dan niet meer en ${sender} krijgt bericht.`,
  forwardName: 'Naam van die persoon',
  forwardEmail: 'E-mailadres van die persoon',
  forwardRefused: 'Het document kan niet aan dit adres worden doorgegeven.',
  forward: 'Doorgeven',
  otherwiseFaults: {
    offline: {
      title: 'Geen verbinding',
      text: 'Er kwam geen antwoord. Controleer uw verbinding en probeer het opnieuw.',
    },
    unavailable: {
      title: 'Op dit moment niet mogelijk',
      text: 'Er is niets gewijzigd. Probeer het zo dadelijk opnieuw.',
    },
    other: { title: 'Dat is niet gelukt', text: 'Er is niets gewijzigd.' },
  },

  stopped: {
    'no-link': {
      title: 'Open de link in uw e-mail',
      what: 'Deze pagina opent met de persoonlijke link in uw uitnodiging; ze is zonder die link geopend.',
      kept: '',
      todo: 'Ga terug naar de e-mail en open de link opnieuw.',
    },
    'session-ended': {
      title: 'Deze pagina is gesloten om u te beschermen',
      what: 'Een half uur lang is hier niets gebeurd, dus het document is gesloten.',
      kept: 'Er is niets ondertekend. Wat u hebt ingevuld, staat nog in dit tabblad.',
      todo: 'Open de link in uw e-mail opnieuw om verder te gaan.',
    },
    'wrong-link': {
      title: 'Deze link werkt niet',
      what: 'De link is onvolledig, of een nieuwere heeft hem vervangen.',
      kept: 'Er is niets ondertekend.',
      todo: 'Open de link in de nieuwste e-mail over dit document. Werkt die ook niet, vraag dan een nieuwe aan degene die hem heeft gestuurd.',
    },
    expired: {
      title: 'De termijn om te ondertekenen is voorbij',
      what: 'Dit document kon tot een bepaalde dag worden ondertekend, en die dag is voorbij.',
      kept: 'U hebt niets ondertekend.',
      todo: 'Moet het toch nog worden ondertekend, vraag dan om het opnieuw te versturen.',
    },
    replaced: {
      title: 'De afzender heeft dit document gewijzigd',
      what: 'Deze link leidt naar een eerdere versie en werkt niet meer.',
      kept: 'Met deze link is niets ondertekend.',
      todo: 'Open het document met de link in onze nieuwste e-mail erover. Hebt u die e-mail niet, vraag het dan de afzender.',
    },
    removed: {
      title: 'U bent geen ontvanger meer',
      what: 'De afzender heeft u verwijderd als ontvanger van dit document. Uw link werkt niet meer.',
      kept: 'U hoeft niets te doen.',
      todo: 'Verrast u dat, vraag het dan aan de afzender.',
    },
    voided: {
      title: 'Dit document is ingetrokken',
      what: 'De afzender heeft het ingetrokken. Het kan niet meer worden gelezen of ondertekend.',
      kept: 'U hoeft niets te doen.',
      todo: 'Verrast u dat, vraag het dan aan de afzender.',
    },
    unreadable: {
      title: 'Deze link is verlopen',
      what: 'Afgeronde documenten kunnen hier 30 dagen worden gelezen, en die dagen zijn voorbij.',
      kept: 'De handtekeningen blijven geldig.',
      todo: 'Vraag de afzender om een exemplaar.',
    },
    declined: {
      title: 'Dit document is gesloten',
      what: 'Iemand heeft geweigerd het te ondertekenen, dus het wordt niet afgerond.',
      kept: 'U hoeft niets te doen.',
      todo: 'Hebt u vragen, neem dan contact op met de afzender.',
    },
    'you-declined': {
      title: 'U hebt geweigerd',
      what: 'Dit document wordt niet afgerond. De afzender en de anderen hebben bericht gekregen, met uw reden.',
      kept: 'U hebt niets ondertekend.',
      todo: '',
    },
    'you-forwarded': {
      title: 'U hebt het doorgegeven',
      what: 'De andere persoon krijgt per e-mail een eigen link. Die van u werkt niet meer.',
      kept: 'U hebt niets ondertekend. De afzender heeft bericht gekregen.',
      todo: '',
    },
    locked: {
      title: 'Dit document is geblokkeerd',
      what: 'Er is vijf keer een verkeerde code ingevoerd.',
      kept: 'Van het document is niets getoond.',
      todo: 'De afzender heeft bericht gekregen en kan u een nieuwe link sturen.',
    },
    offline: {
      title: 'Geen verbinding',
      what: 'Het document kon niet worden opgehaald, omdat er geen antwoord kwam.',
      kept: 'Er is niets verloren gegaan.',
      todo: 'Controleer uw verbinding en probeer het opnieuw.',
    },
    unavailable: {
      title: 'Op dit moment niet beschikbaar',
      what: 'De dienst kan het document nu niet tonen.',
      kept: 'Er is niets gewijzigd.',
      todo: '',
    },
    other: {
      title: 'Dat is niet gelukt',
      what: 'Het document kon niet worden geopend.',
      kept: 'Er is niets gewijzigd.',
      todo: 'Probeer het opnieuw. Blijft het zo, vraag het dan aan degene die u de link heeft gestuurd.',
    },
  },
  askSubject: (title) => `Over ‘${title}’`,

  tryShortly: 'Probeer het zo dadelijk opnieuw.',
  trySeconds: counted({ one: 'Probeer het over # seconde opnieuw.', other: 'Probeer het over # seconden opnieuw.' }),
  requestId: (id) => `Vermeld ${id} als u om hulp vraagt.`,

  sessionWarning: (left) => `Deze pagina sluit over ${left}`,
  sessionKept: 'Om u te beschermen wordt ze gesloten als niemand haar gebruikt.',
  stay: 'Openhouden',
};
