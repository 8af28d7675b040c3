import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

const INTERVALS: Readonly<Record<string, string>> = { month: 'mois', year: 'an' };

export const billing: AppWords['billing'] = {
  words: {
    includedInInstallation: 'Compris dans cette installation',
    paymentOverdue: 'Paiement en retard',
    suspended: 'Suspendue : une facture est impayée',
    noSubscription: 'Aucun abonnement',
    customLimits: 'Limites personnalisées',
    unlimited: 'Illimité',
  },
  billingDetailsSection: {
    billingDetailsSaved: 'Coordonnées de facturation enregistrées',
    billingDetails: 'Coordonnées de facturation',
    forFutureInvoices: 'Pour les prochaines factures. Les factures émises ne changent pas.',
    companyOrName: 'Société ou nom',
    address: 'Adresse',
    vatNumber: 'Numéro de TVA',
    includingCountryAsDe123456789: 'Avec le pays, par exemple DE123456789. Facultatif.',
    saveBillingDetails: 'Enregistrer les coordonnées',
  },
  changeDialog: {
    changeScheduled: 'Changement programmé',
    on: (name: string): string => `Votre offre est maintenant ${name}`,
    cancelSubscription: 'Résilier l’abonnement',
    changeTo: (name: string): string => `Passer à ${name}`,
    takesEffectAtOnce: (name: string): string => `${name} s’applique immédiatement.`,
    takesEffectOn: (name: string, day: string): string =>
      `${name} s’applique à partir du ${day}. D’ici là, rien ne change et vous pouvez annuler le changement.`,
    costs: (amount: string, interval: string): string => `Prix : ${amount} par ${INTERVALS[interval] ?? interval}.`,
    moreThanIncludes: (name: string): string => `Plus que ce que comprend ${name}`,
    nothingDeleted: 'Rien n’est supprimé. Vous ne pourrez rien ajouter tant que votre offre ne le permet pas.',
    keepCurrentPlan: 'Garder l’offre actuelle',
    cancelSubscriptionText: 'Résilier l’abonnement',
  },
  plansSection: {
    comparePlans: 'Comparer les offres',
    pricesForWholeOrganizationWithout: 'Prix pour toute l’organisation, hors taxes.',
    billingInterval: 'Période de facturation',
    monthly: 'Mensuelle',
    yearly: 'Annuelle',
    plansWithPricesAndFeatures: 'Offres avec prix et fonctionnalités',
    plan: 'Offre',
    price: 'Prix',
    seats: 'Places',
    envelopesPerMonth: 'Enveloppes par mois',
    requestsPerHour: 'Requêtes par heure',
    includes: 'Comprend',
    yourPlan: 'Votre offre',
    cancelSubscription: 'Résilier l’abonnement',
    choose: (name: string): string => `Choisir ${name}`,
    keep: 'Garder',
    chooseText: 'Choisir',
  },
  usageSection: {
    unlimited: (used: number): string => `${number(used)}, illimité`,
    of: (used: number, limit: number): string => `${number(used)} sur ${number(limit)}`,
    used: (title: string): string => `${title} : utilisation`,
    usage: 'Utilisation',
    month: (day: string): string => `Ce mois-ci, jusqu’au ${day}.`,
    seats: 'Places',
    members: counted({ one: '# membre', other: '# membres' }),
    openInvitations: counted({ one: '# invitation en attente', other: '# invitations en attente' }),
    membersAndInvitations: (members: string, invitations: string): string => `${members} et ${invitations}.`,
    envelopes: 'Enveloppes',
    documentsSentForSignature:
      'Documents envoyés pour signature. Un dossier compte pour un. Le bac à sable n’est pas compté.',
    apiRequests: 'Requêtes API',
    rejectedWithoutLimit: (refused: number): string =>
      `Rejetées : ${number(refused)}. Vous fixez la limite de chaque clé.`,
    rejectedWithLimit: (refused: number, limit: number): string =>
      `Rejetées : ${number(refused)}. Limite de chaque clé : ${number(limit)} par heure.`,
    envelopesByMonth: 'Enveloppes par mois',
    envelopesOfEachMonth: 'Enveloppes de chaque mois',
    monthLabel: 'Mois',
    apiRequestsByMonth: 'Requêtes API par mois',
    apiRequestsOfEachMonth: 'Requêtes API de chaque mois',
  },
  billingPage: {
    paymentDetails: 'Moyens de paiement',
    planInEffect: 'Offre en vigueur',
    thisYear: 'Cette année',
    thisMonth: 'Ce mois-ci',
    to: (day: string, otherDay: string): string => `du ${day} au ${otherDay}`,
    toKeepChooseKeepBelow: (name: string): string => `Pour garder ${name}, choisissez « Garder » ci-dessous.`,
    from: (name: string, day: string): string => `${name} à partir du ${day}`,
    invoiceUnpaid: 'Une facture est impayée',
    freePlanAppliesUntilInvoice: 'L’offre Free s’applique jusqu’au paiement de la facture. Rien n’a été supprimé.',
    everythingWorksAsBeforeUntil: (day: string): string =>
      `Tout fonctionne comme avant jusqu’au ${day}. Mettez à jour le moyen de paiement pour garder votre offre.`,
    invoices: 'Factures',
    noInvoicesYet: 'Aucune facture. Vous recevrez la première quand vous souscrirez une offre.',
    invoicesNewestFirst: 'Factures, les plus récentes d’abord',
    number: 'Numéro',
    date: 'Date',
    total: 'Total',
    pdf: 'PDF',
    pdfOfInvoice: (theNumber: string): string => `PDF de la facture ${theNumber}`,
    planAndBilling: 'Offre et facturation',
    planUsageAndInvoices: 'Votre offre, votre utilisation et vos factures.',
  },
  planNotice: {
    onPlanAndAbove: (needed: string): string => `À partir de l’offre ${needed}`,
    notPartOfOrganizationsPlan: (rights: string): string =>
      `Non compris dans l’offre de votre organisation : ${rights}. Vos réglages sont conservés et s’appliqueront de nouveau quand l’offre les comprendra.`,
    comparePlans: 'Comparer les offres',
    askOwnerOfOrganization: 'Demandez au propriétaire de votre organisation de changer d’offre.',
  },
};
