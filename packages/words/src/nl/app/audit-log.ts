import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('nl');

const entries = counted({ one: '# regel', other: '# regels' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries: counted({ one: '# regel', other: '# regels' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} in # keten`, other: `${entries} in # ketens` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `De ketens konden niet worden gecontroleerd: ${message}`,
    verified: (count: string): string => `${count} gecontroleerd. Er is niets gewijzigd, toegevoegd of verwijderd.`,
    verifyingChains: 'De ketens worden gecontroleerd…',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({ one: `Eén keten klopt niet: ${slice}`, other: `# ketens kloppen niet: ${slice}` })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `Eén opgeslagen gegeven is in strijd met het auditspoor: ${slice}`,
        other: `# opgeslagen gegevens zijn in strijd met het auditspoor: ${slice}`,
      })(count),
    chainsVerified: 'Ketens gecontroleerd',
  },
  words: {
    signers: 'Ondertekenaars',
    signingInPerson: 'Ter plaatse ondertekenen',
    mail: 'E-mail',
    accountsAndSignIns: 'Accounts en aanmeldingen',
    invitations: 'Uitnodigingen',
    certificates: 'Certificaten',
    certificateAuthorityKeys: 'Sleutels van de certificeringsinstantie',
    dataExports: 'Gegevensexports',
    securityIncidents: 'Beveiligingsincidenten',
    retention: 'Bewaren',
    recordsOfProcessing: 'Verwerkingsregister',
    subProcessors: 'Subverwerkers',
    consentTexts: 'Toestemmingsteksten',
    trustAnchors: 'Vertrouwensankers',
    theOperator: 'De serverbeheerder',
    operatorsProgram: 'Het programma van de serverbeheerder',
    aRecipient: 'Een ontvanger',
    apiKey: (name: string): string => `API-sleutel ${name}`,
  },
  auditLogPage: {
    when: 'Wanneer',
    what: 'Wat',
    who: 'Wie',
    entries: 'Regels',
    entriesOfAuditLog: 'Regels van het logboek',
    noMatches: 'Geen resultaten',
    noEntryMatchesFilters: 'Geen regel past bij uw filters.',
    olderEntries: 'Oudere regels',
    auditLog: 'Logboek',
    everyActionInOrganization:
      'Elke actie in deze organisatie, met persoon en tijd. Als iemand een regel wijzigt, breekt de hashketen.',
    evidenceWithHashedBytesJson: 'Bewijs met de gehashte bytes (JSON Lines)',
    checkpointsAndWitnesses: 'Controlepunten en getuigen',
    onlyPerson: (id: string): string => `Alleen ${id}`,
    onlyDocument: (id: string): string => `Alleen document ${id}`,
    removeFilter: (shown: string): string => `${shown}: dit filter verwijderen`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Acties voor ‘${summary}’`,
    showAllOf: (name: string): string => `Alle regels van ${name} tonen`,
    showAllOfDocument: 'Alle regels van dit document tonen',
    downloadProof: 'Bewijs downloaden',
  },
  acceptLog: {
    title: 'Dit logboek accepteren?',
    whatItMeans:
      'Het logboek is in strijd met een controlepunt dat is voorgelegd. Accepteer het alleen als u weet waarom, bijvoorbeeld na het terugzetten van een back-up. Uw naam en de reden worden een regel in het logboek. Dit kan niet ongedaan worden gemaakt.',
    example: 'Bijvoorbeeld: back-up van 28 november teruggezet na een defecte schijf.',
    enterReason: 'Vul een reden in.',
    accept: 'Logboek accepteren',
    accepted: 'Logboek geaccepteerd',
  },
  logState: {
    title: 'Controlepunten en getuigen',
    lead: 'Ondertekende controlepunten bewijzen dat geen regel van het logboek later is gewijzigd, verwijderd of toegevoegd.',
    toEntries: 'Alle regels',
    log: 'Logboek',
    keepCopy:
      'Bewaar een controlepunt buiten deze dienst. Het bewijst later dat het logboek nog dezelfde regels bevat.',
    downloadCheckpoint: 'Controlepunt downloaden',
    downloadKeys: 'Sleutels downloaden',
    entries: 'Regels',
    count: counted({ one: '#', other: '#' }),
    upTo: counted({ one: 'De eerste regel', other: 'De eerste # regels' }),
    newestCheckpoint: 'Nieuwste controlepunt',
    name: 'Naam van het logboek',
    keys: 'Ondertekeningssleutels',
    copies: 'Kopie op een ander volume',
    pinFile: 'De server vergelijkt het logboek met een bestand buiten de database.',
    noPinFile: 'Geen.',
    none: 'Geen',
    nothingYet: 'Nog niets',
    checkOffline: 'Download de sleutels en controleer het logboek op de opdrachtregel:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Nieuwste controlepunt als tekst',
    witnesses: 'Getuigen',
    aboutWitnesses:
      'Een getuige wordt door een andere organisatie beheerd. Die tekent een controlepunt alleen mee als het logboek het vorige voortzet.',
    noWitnesses: 'Geen getuigen.',
    witness: 'Getuige',
    cosigned: 'Meegetekend',
    lastTime: 'Laatste keer',
    checkpoints: 'Nieuwste controlepunten',
    aboutCheckpoints:
      'De server ondertekent een controlepunt binnen een minuut na een nieuwe regel en na elk afgerond document.',
    signed: 'Ondertekend',
    timeStamp: 'Tijdstempel',
    cosignatures: 'Medeondertekeningen',
    contradicted: 'Het logboek is in strijd met een ondertekend controlepunt',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `Het logboek had ${entries(size)} en het controlepunt noemt ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        counted({
          one: 'De eerste regel komt niet overeen met het controlepunt.',
          other: 'De eerste # regels komen niet overeen met het controlepunt.',
        })(pinned),
      'unknown-key': (): string => 'Het controlepunt is met geen enkele sleutel van dit logboek ondertekend.',
    },
    sources: {
      'pin-file': 'Het controlepunt staat in PIN_FILE.',
      presented: 'Het controlepunt staat in een certificaat van voltooiing dat iemand heeft gecontroleerd.',
    },
    since: (time: string): string => `Gevonden: ${time}.`,
    acceptPin:
      'Alleen de beheerder van de server kan een logboek accepteren dat in strijd is met PIN_FILE, met deze opdracht:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Er is een oudere back-up teruggezet, of het logboek is herschreven. Zoek uit waarom voordat u het logboek accepteert.',
    acceptDialog: 'Logboek accepteren…',
  },
  follow: {
    person: 'Persoon',
    nameOrAddress: 'Naam of adres',
    noMember: 'Geen enkel lid heeft deze naam of dit adres.',
    title: 'Titel',
    noDocument: 'Geen enkel document heeft deze titel.',
  },
};
