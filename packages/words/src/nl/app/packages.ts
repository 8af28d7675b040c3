import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} documenten, in één bezoek in deze volgorde ondertekend: ${documents}.`,
    titleOfPackage: 'Titel van het pakket',
    forExample: 'Bijvoorbeeld: huurcontract kantoor met bijlagen',
    enterTitle: 'Vul een titel in. Ontvangers zien die.',
    createPackage: 'Pakket maken',
    createPackageTitle: 'Pakket maken',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 document · door ', other: '# documenten · door ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} van ${number(all)}`,
    changed: 'Gewijzigd',
    noPackageHasStatus: (statuses: string): string => `Geen pakket heeft de status ‘${statuses}’.`,
    noPackagesYet: 'Nog geen pakketten',
    selectSeveralDraftsInList:
      'Selecteer meerdere concepten in de lijst met documenten en kies ‘Pakket maken’. Ontvangers krijgen één e-mail en ondertekenen de documenten na elkaar.',
    chooseDrafts: 'Concepten kiezen',
    severalDocumentsRecipientsSign: 'Meerdere documenten die ontvangers in één bezoek ondertekenen, met één e-mail.',
    allStatuses: 'Alle statussen',
  },
  cancelDialog: {
    packageCanceled: 'Pakket geannuleerd',
    invitedRecipientsNotified: 'Uitgenodigde ontvangers hebben bericht gekregen.',
    everyDocumentNotCompletedVoided:
      'Elk document dat niet is afgerond, wordt ingetrokken en uitgenodigde ontvangers krijgen een e-mail. Dit kan niet ongedaan worden gemaakt.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Afgeronde documenten veranderen niet: ${number(completedCount)} van ${number(documentCount)} documenten.`,
    forExample: 'Bijvoorbeeld: de prijs is gewijzigd',
    enterReason: 'Vul een reden in. De ontvangers zien die.',
    cancelPackage: 'Pakket annuleren',
    cancelPackageTitle: 'Dit pakket annuleren?',
  },
  assignment: {
    documentHasNoSigner:
      'Dit document heeft geen ondertekenaar. Selecteer er een ontvanger voor, of haal het uit het pakket.',
    aRecipient: 'Een ontvanger',
    hasNoDocumentToSign: (name: string): string =>
      `${name} heeft geen document om te ondertekenen. Selecteer een document, of verwijder deze ontvanger.`,
    oneOfFieldsBelongs: 'Een van de velden is voor een persoon die dit document niet ondertekent.',
  },
  assignmentGrid: {
    person: (index: number): string => `Persoon ${number(index)}`,
    documentsByRecipient: 'Documenten per ontvanger',
    eachRecipientSeesOnlyDocuments: 'Elke ontvanger ziet alleen de eigen geselecteerde documenten.',
    signsEveryDocument: (name: string): string => `${name} ondertekent alle documenten`,
    signs: (name: string, title: string): string => `${name} ondertekent ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Elke ontvanger krijgt één e-mail voor alle documenten.',
    confirmWarningAboutDocumentsFirst: 'Bevestig eerst de waarschuwing over uw documenten.',
    nothingSent: (reason: string): string => `${reason} Er is niets verzonden.`,
    mayBeSent:
      'De verbinding is verbroken, dus we weten niet of het pakket is verzonden. Laad de pagina opnieuw om dat te controleren. Het pakket wordt nooit twee keer verzonden.',
    signAll: (documents: number): string =>
      `Alle ${number(documents)} documenten worden samen verzonden. Elke ontvanger ondertekent ze allemaal en krijgt één e-mail.`,
    signChecked: (documents: number): string =>
      `Alle ${number(documents)} documenten worden samen verzonden. Elke ontvanger ondertekent de eigen geselecteerde documenten en krijgt één e-mail.`,
    sendDocuments: counted({ one: '1 document verzenden', other: '# documenten verzenden' }),
  },
  remindDialog: {
    title: counted({ one: '1 ontvanger herinneren?', other: '# ontvangers herinneren?' }),
    text: (names) =>
      `${names}. Elke ontvanger krijgt één e-mail voor alle documenten. Wie het afgelopen uur al is herinnerd, wordt overgeslagen.`,
    send: 'Herinneringen versturen',
  },
  preview: {
    show: (title) => `Pagina’s van ${title} tonen`,
    loading: 'Pagina’s worden geladen',
  },
  timeline: {
    title: 'Tijdlijn',
    of: (title) => `· ${title}`,
    showAll: (count) => `Alle ${number(count)} regels tonen`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Ontvangers van ${title}`,
    moveUp: (title: string): string => `${title} omhoog`,
    moveDown: (title: string): string => `${title} omlaag`,
    removeFromPackage: (title: string): string => `${title} uit het pakket halen`,
    packageDeleted: 'Pakket verwijderd',
    documentsSeparateDraftsAgain: 'De documenten zijn weer losse concepten.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `${number(completedCount)} van ${number(documentCount)} documenten afgerond`,
    cancelPackage: 'Pakket annuleren',
    remind: 'Herinneren',
    waitingFor: (names) => `Wacht op ${names}`,
    package: 'Pakket',
    goToPackages: 'Naar pakketten',
  },
};
