import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

const INTERVALS: Readonly<Record<string, string>> = { month: 'maand', year: 'jaar' };

export const billing: AppWords['billing'] = {
  words: {
    includedInInstallation: 'Inbegrepen in deze installatie',
    paymentOverdue: 'Betaling te laat',
    suspended: 'Opgeschort: een factuur is niet betaald',
    noSubscription: 'Geen abonnement',
    customLimits: 'Eigen limieten',
    unlimited: 'Onbeperkt',
  },
  billingDetailsSection: {
    billingDetailsSaved: 'Factuurgegevens opgeslagen',
    billingDetails: 'Factuurgegevens',
    forFutureInvoices: 'Voor toekomstige facturen. Verstuurde facturen veranderen niet.',
    companyOrName: 'Bedrijf of naam',
    address: 'Adres',
    vatNumber: 'Btw-nummer',
    includingCountryAsDe123456789: 'Met het land, zoals DE123456789. Niet verplicht.',
    saveBillingDetails: 'Factuurgegevens opslaan',
  },
  changeDialog: {
    changeScheduled: 'Wijziging ingepland',
    on: (name: string): string => `Uw abonnement is nu ${name}`,
    cancelSubscription: 'Abonnement opzeggen',
    changeTo: (name: string): string => `Overstappen op ${name}`,
    takesEffectAtOnce: (name: string): string => `${name} geldt meteen.`,
    takesEffectOn: (name: string, day: string): string =>
      `${name} geldt vanaf ${day}. Tot dan verandert er niets en kunt u de wijziging annuleren.`,
    costs: (amount: string, interval: string): string => `Prijs: ${amount} per ${INTERVALS[interval] ?? interval}.`,
    moreThanIncludes: (name: string): string => `Meer dan ${name} bevat`,
    nothingDeleted: 'Er wordt niets verwijderd. U kunt pas weer iets toevoegen als uw abonnement dat toestaat.',
    keepCurrentPlan: 'Huidig abonnement houden',
    cancelSubscriptionText: 'Abonnement opzeggen',
  },
  plansSection: {
    comparePlans: 'Abonnementen vergelijken',
    pricesForWholeOrganizationWithout: 'Prijzen voor de hele organisatie, zonder btw.',
    billingInterval: 'Factureringsperiode',
    monthly: 'Maandelijks',
    yearly: 'Jaarlijks',
    plansWithPricesAndFeatures: 'Abonnementen met prijzen en functies',
    plan: 'Abonnement',
    price: 'Prijs',
    seats: 'Plaatsen',
    envelopesPerMonth: 'Enveloppen per maand',
    requestsPerHour: 'Verzoeken per uur',
    includes: 'Bevat',
    yourPlan: 'Uw abonnement',
    cancelSubscription: 'Abonnement opzeggen',
    choose: (name: string): string => `${name} kiezen`,
    keep: 'Houden',
    chooseText: 'Kiezen',
  },
  usageSection: {
    unlimited: (used: number): string => `${number(used)}, onbeperkt`,
    of: (used: number, limit: number): string => `${number(used)} van ${number(limit)}`,
    used: (title: string): string => `${title}: gebruikt`,
    usage: 'Gebruik',
    month: (day: string): string => `Deze maand, tot ${day}.`,
    seats: 'Plaatsen',
    members: counted({ one: '# lid', other: '# leden' }),
    openInvitations: counted({ one: '# open uitnodiging', other: '# open uitnodigingen' }),
    membersAndInvitations: (members: string, invitations: string): string => `${members} en ${invitations}.`,
    envelopes: 'Enveloppen',
    documentsSentForSignature:
      'Documenten die ter ondertekening zijn verzonden. Een pakket telt als één. De sandbox telt niet mee.',
    apiRequests: 'API-verzoeken',
    rejectedWithoutLimit: (refused: number): string =>
      `Geweigerd: ${number(refused)}. U stelt de limiet van elke sleutel zelf in.`,
    rejectedWithLimit: (refused: number, limit: number): string =>
      `Geweigerd: ${number(refused)}. Limiet van elke sleutel: ${number(limit)} per uur.`,
    envelopesByMonth: 'Enveloppen per maand',
    envelopesOfEachMonth: 'Enveloppen van elke maand',
    monthLabel: 'Maand',
    apiRequestsByMonth: 'API-verzoeken per maand',
    apiRequestsOfEachMonth: 'API-verzoeken van elke maand',
  },
  billingPage: {
    paymentDetails: 'Betaalgegevens',
    planInEffect: 'Geldend abonnement',
    thisYear: 'Dit jaar',
    thisMonth: 'Deze maand',
    to: (day: string, otherDay: string): string => `${day} tot ${otherDay}`,
    toKeepChooseKeepBelow: (name: string): string => `Wilt u ${name} houden, kies dan hieronder ‘Houden’.`,
    from: (name: string, day: string): string => `${name} vanaf ${day}`,
    invoiceUnpaid: 'Een factuur is niet betaald',
    freePlanAppliesUntilInvoice: 'Tot de factuur is betaald, geldt het abonnement Free. Er is niets verwijderd.',
    everythingWorksAsBeforeUntil: (day: string): string =>
      `Tot ${day} werkt alles zoals voorheen. Werk de betaalgegevens bij om uw abonnement te houden.`,
    invoices: 'Facturen',
    noInvoicesYet: 'Nog geen facturen. U krijgt de eerste als u een abonnement neemt.',
    invoicesNewestFirst: 'Facturen, nieuwste eerst',
    number: 'Nummer',
    date: 'Datum',
    total: 'Totaal',
    pdf: 'PDF',
    pdfOfInvoice: (theNumber: string): string => `PDF van factuur ${theNumber}`,
    planAndBilling: 'Abonnement en facturering',
    planUsageAndInvoices: 'Uw abonnement, gebruik en facturen.',
  },
  planNotice: {
    onPlanAndAbove: (needed: string): string => `Vanaf het abonnement ${needed}`,
    notPartOfOrganizationsPlan: (rights: string): string =>
      `Niet in het abonnement van uw organisatie: ${rights}. Uw instellingen blijven en gelden weer als het abonnement ze bevat.`,
    comparePlans: 'Abonnementen vergelijken',
    askOwnerOfOrganization: 'Vraag de eigenaar van uw organisatie om het abonnement te wijzigen.',
  },
};
