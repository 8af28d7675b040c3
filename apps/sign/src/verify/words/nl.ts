import type { Words } from './words.ts';

export const words: Words = {
  locale: 'nl',
  direction: 'ltr',
  language: 'Taal',
  title: 'Een ondertekende pdf controleren',
  lead: 'Wie hem heeft ondertekend, wanneer, en wat er sindsdien is veranderd. Voor ondertekende pdf’s van elke aanbieder.',
  choose: 'Pdf kiezen',
  drop: 'of ergens op deze pagina neerzetten',
  limit: 'Hoogstens 50 MB.',
  privacy: 'Het bestand wordt naar deze server gestuurd om te worden gecontroleerd. Er wordt niets van bewaard.',
  checking: (file) => `${file} wordt gecontroleerd …`,
  another: 'Ander bestand controleren',
  print: 'Rapport afdrukken',
  verdicts: {
    unchanged: (count) =>
      `${count === 1 ? 'De handtekening is geldig.' : `Alle ${count} handtekeningen zijn geldig.`} Het document is sindsdien niet gewijzigd.`,
    permitted: (count) =>
      `${count === 1 ? 'De handtekening is geldig.' : `Alle ${count} handtekeningen zijn geldig.`} Wat er sindsdien bij kwam, staan ze toe.`,
    certified: (by) => `Dit document is verzegeld door ${by}. Nog niemand heeft het ondertekend.`,
    sealed: (by) =>
      `Dit document is verzegeld door ${by}. Het is sindsdien niet gewijzigd en niemand heeft het ondertekend.`,
    'completion-certificate': (by) =>
      `Dit is een certificaat van voltooiing, verzegeld door ${by}. Het is sindsdien niet gewijzigd.`,
    timestamped: () => 'Niemand heeft dit document ondertekend. De tijdstempel ervan is geldig.',
    unconfirmed: (count) =>
      count === 1 ? 'De handtekening kon niet worden bevestigd.' : 'Niet elke handtekening kon worden bevestigd.',
    invalid: (count) =>
      count === 1
        ? 'Vertrouw niet op dit document: de handtekening is niet geldig.'
        : 'Vertrouw niet op dit document: niet alle handtekeningen zijn geldig.',
    unconfirmedSeal: () => 'Het zegel of een tijdstempel kon niet worden bevestigd.',
    invalidSeal: () =>
      'Vertrouw niet op dit document: het is gewijzigd, of het zegel of een tijdstempel is niet geldig.',
    unsigned: () => 'Dit document draagt geen handtekening.',
    unreadable: () => 'Uit dit bestand kon geen handtekening worden gelezen.',
  },
  caution:
    'Dit rapport zegt wie heeft ondertekend en wat is gewijzigd. Het zegt niet of waar is wat het document beweert.',
  size: 'Grootte',
  fingerprint: 'Vingerafdruk van dit bestand (SHA-256)',
  checkedAt: 'Gecontroleerd',
  problems: 'Waarom',
  signatures: 'Handtekeningen',
  seals: 'Zegels en tijdstempels',
  kinds: {
    signer: 'Handtekening',
    foreign: 'Handtekening',
    certification: 'Zegel van de afzender',
    'archive-timestamp': 'Tijdstempel over het hele document',
  },
  states: { valid: 'Geldig', unconfirmed: 'Niet bevestigd', invalid: 'Ongeldig' },
  timeProved: 'tijd bewezen door een tijdstempel',
  timeClaimed: 'tijd alleen door de ondertekenaar opgegeven',
  trustedBy: 'Vertrouwd volgens',
  history: 'Hoe het bestand is ontstaan',
  version: (number) => `Versie ${number}`,
  revisions: {
    original: 'Het document zoals het is geschreven',
    certification: 'Gecertificeerd door de afzender',
    signature: 'Ondertekend',
    timestamp: 'Van een tijdstempel voorzien',
    'validation-data': 'Bewijs toegevoegd voor latere controles',
    update: 'Gewijzigd',
  },
  details: 'Technische gegevens',
  field: 'Veld',
  certificate: 'Certificaat',
  issuer: 'Uitgegeven door',
  serial: 'Serienummer',
  validity: 'Geldigheid',
  level: 'Niveau',
  timeStamp: 'Tijdstempel',
  revocation: 'Intrekking',
  revocations: { good: 'niet ingetrokken', revoked: 'ingetrokken', unknown: 'onbekend' },
  changesSince: 'Na deze handtekening toegevoegd',
  notes: 'Goed om te weten',
  judgement: 'Oordeel (EN 319 102-1)',
  reports: {
    heading: 'Validatierapporten',
    about: 'Voor archieven en andere software: dezelfde bevindingen als bestand.',
    etsi: 'Rapport downloaden (XML, ETSI TS 119 102-2)',
    json: 'Rapport downloaden (JSON)',
    failed: 'Het rapport kon niet worden gedownload. Wacht een minuut en probeer het opnieuw.',
  },
  faults: {
    size: 'Dit bestand is groter dan 50 MB.',
    type: 'Dit is geen pdf. Kies de ondertekende pdf zelf, geen scan of afbeelding ervan.',
    unreadable: 'Dit bestand is te ingewikkeld of te beschadigd om veilig te worden gecontroleerd.',
    busy: 'Er worden nu veel bestanden gecontroleerd. Wacht een minuut en probeer het opnieuw.',
    offline: 'De server was niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.',
    other: 'Er ging aan onze kant iets mis, dus over dit bestand valt niets te zeggen. Probeer het opnieuw.',
  },
};
