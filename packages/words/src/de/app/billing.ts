import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

const INTERVALS: Readonly<Record<string, string>> = { month: 'Monat', year: 'Jahr' };

export const billing: AppWords['billing'] = {
  words: {
    includedInInstallation: 'In dieser Installation enthalten',
    paymentOverdue: 'Zahlung überfällig',
    suspended: 'Ausgesetzt: Eine Rechnung ist nicht bezahlt',
    noSubscription: 'Kein Abonnement',
    customLimits: 'Eigene Limits',
    unlimited: 'Unbegrenzt',
  },
  billingDetailsSection: {
    billingDetailsSaved: 'Rechnungsangaben gespeichert',
    billingDetails: 'Rechnungsangaben',
    forFutureInvoices: 'Für künftige Rechnungen. Bereits ausgestellte ändern sich nicht.',
    companyOrName: 'Firma oder Name',
    address: 'Anschrift',
    vatNumber: 'USt-IdNr.',
    includingCountryAsDe123456789: 'Mit Länderkennzeichen, etwa DE123456789. Freiwillig.',
    saveBillingDetails: 'Rechnungsangaben speichern',
  },
  changeDialog: {
    changeScheduled: 'Änderung vorgemerkt',
    on: (name: string): string => `Ihr Tarif ist jetzt ${name}`,
    cancelSubscription: 'Abonnement kündigen',
    changeTo: (name: string): string => `Zu ${name} wechseln`,
    takesEffectAtOnce: (name: string): string => `${name} gilt sofort.`,
    takesEffectOn: (name: string, day: string): string =>
      `${name} gilt ab ${day}. Bis dahin ändert sich nichts, und Sie können die Änderung zurücknehmen.`,
    costs: (amount: string, interval: string): string => `Preis: ${amount} pro ${INTERVALS[interval] ?? interval}.`,
    moreThanIncludes: (name: string): string => `Mehr, als ${name} enthält`,
    nothingDeleted: 'Nichts wird gelöscht. Sie können erst wieder etwas hinzufügen, wenn Ihr Tarif es zulässt.',
    keepCurrentPlan: 'Jetzigen Tarif behalten',
    cancelSubscriptionText: 'Abonnement kündigen',
  },
  plansSection: {
    comparePlans: 'Tarife vergleichen',
    pricesForWholeOrganizationWithout: 'Preise für die ganze Organisation, ohne Steuern.',
    billingInterval: 'Abrechnungszeitraum',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    plansWithPricesAndFeatures: 'Tarife mit Preisen und Funktionen',
    plan: 'Tarif',
    price: 'Preis',
    seats: 'Plätze',
    envelopesPerMonth: 'Umschläge pro Monat',
    requestsPerHour: 'Anfragen pro Stunde',
    includes: 'Enthält',
    yourPlan: 'Ihr Tarif',
    cancelSubscription: 'Abonnement kündigen',
    choose: (name: string): string => `${name} wählen`,
    keep: 'Behalten',
    chooseText: 'Wählen',
  },
  usageSection: {
    unlimited: (used: number): string => `${number(used)}, unbegrenzt`,
    of: (used: number, limit: number): string => `${number(used)} von ${number(limit)}`,
    used: (title: string): string => `${title}: verbraucht`,
    usage: 'Nutzung',
    month: (day: string): string => `Dieser Monat, bis ${day}.`,
    seats: 'Plätze',
    members: counted({ one: '# Mitglied', other: '# Mitglieder' }),
    openInvitations: counted({ one: '# offene Einladung', other: '# offene Einladungen' }),
    membersAndInvitations: (members: string, invitations: string): string => `${members} und ${invitations}.`,
    envelopes: 'Umschläge',
    documentsSentForSignature:
      'Zum Unterschreiben gesendete Dokumente. Ein Paket zählt als eines. Die Sandbox zählt nicht mit.',
    apiRequests: 'API-Anfragen',
    rejectedWithoutLimit: (refused: number): string =>
      `Abgewiesen: ${number(refused)}. Sie legen das Limit jedes Schlüssels selbst fest.`,
    rejectedWithLimit: (refused: number, limit: number): string =>
      `Abgewiesen: ${number(refused)}. Limit jedes Schlüssels: ${number(limit)} pro Stunde.`,
    envelopesByMonth: 'Umschläge nach Monat',
    envelopesOfEachMonth: 'Umschläge in jedem Monat',
    monthLabel: 'Monat',
    apiRequestsByMonth: 'API-Anfragen nach Monat',
    apiRequestsOfEachMonth: 'API-Anfragen in jedem Monat',
  },
  billingPage: {
    paymentDetails: 'Zahlungsdaten',
    planInEffect: 'Geltender Tarif',
    thisYear: 'Dieses Jahr',
    thisMonth: 'Dieser Monat',
    to: (day: string, otherDay: string): string => `${day} bis ${otherDay}`,
    toKeepChooseKeepBelow: (name: string): string => `Um ${name} zu behalten, wählen Sie unten „Behalten“.`,
    from: (name: string, day: string): string => `${name} ab ${day}`,
    invoiceUnpaid: 'Eine Rechnung ist nicht bezahlt',
    freePlanAppliesUntilInvoice: 'Bis die Rechnung bezahlt ist, gilt der Tarif Free. Nichts wurde gelöscht.',
    everythingWorksAsBeforeUntil: (day: string): string =>
      `Bis ${day} funktioniert alles wie bisher. Aktualisieren Sie die Zahlungsdaten, um Ihren Tarif zu behalten.`,
    invoices: 'Rechnungen',
    noInvoicesYet: 'Noch keine Rechnungen. Die erste erhalten Sie, wenn Sie einen Tarif abonnieren.',
    invoicesNewestFirst: 'Rechnungen, neueste zuerst',
    number: 'Nummer',
    date: 'Datum',
    total: 'Summe',
    pdf: 'PDF',
    pdfOfInvoice: (theNumber: string): string => `PDF der Rechnung ${theNumber}`,
    planAndBilling: 'Tarif und Abrechnung',
    planUsageAndInvoices: 'Ihr Tarif, Ihre Nutzung und Ihre Rechnungen.',
  },
  planNotice: {
    onPlanAndAbove: (needed: string): string => `Ab dem Tarif ${needed}`,
    notPartOfOrganizationsPlan: (rights: string): string =>
      `Im Tarif Ihrer Organisation nicht enthalten: ${rights}. Ihre Einstellungen bleiben erhalten und gelten wieder, wenn der Tarif sie enthält.`,
    comparePlans: 'Tarife vergleichen',
    askOwnerOfOrganization: 'Bitten Sie den Inhaber Ihrer Organisation, den Tarif zu ändern.',
  },
};
