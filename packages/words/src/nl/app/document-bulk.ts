import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({ one: '1 document gearchiveerd', other: '# documenten gearchiveerd' }),
    movedToTrash: counted({
      one: '1 document naar de prullenbak verplaatst',
      other: '# documenten naar de prullenbak verplaatst',
    }),
    restored: counted({ one: '1 document teruggezet', other: '# documenten teruggezet' }),
    formerTags: counted({
      one: '1 document heeft zijn vorige tags weer',
      other: '# documenten hebben hun vorige tags weer',
    }),
    inFolder: (name: string) =>
      counted({ one: `1 document staat in ‘${name}’`, other: `# documenten staan in ‘${name}’` }),
    notInFolder: counted({ one: '1 document uit de map gehaald', other: '# documenten uit de map gehaald' }),
    movedBack: counted({ one: '1 document teruggeplaatst', other: '# documenten teruggeplaatst' }),
    notOut: 'Het is niet ter ondertekening verzonden.',
    noOneToRemind:
      'Er kon niemand worden herinnerd: iedereen heeft het afgelopen uur een herinnering gehad of krijgt geen herinneringen.',
    reminderUnknown:
      'Het antwoord is verloren gegaan. De tijdlijn van het document toont of de herinnering is verzonden.',
    reminded: counted({
      one: 'Ontvangers van 1 document herinnerd',
      other: 'Ontvangers van # documenten herinnerd',
    }),
    voided: counted({ one: '1 document ingetrokken', other: '# documenten ingetrokken' }),
    newTags: counted({ one: '1 document heeft nieuwe tags', other: '# documenten hebben nieuwe tags' }),
    outForSigning: 'Het document wacht op handtekeningen. Trek het eerst in.',
    alreadyArchived: 'Het document is al gearchiveerd.',
    noLongerExistsOrBelongs: 'Het document bestaat niet meer, of is van iemand anders.',
    serverDidNotReportResult: 'De server heeft geen resultaat gemeld.',
    nothingDone: counted({
      one: 'De actie is voor het document mislukt',
      other: 'De actie is voor alle # documenten mislukt',
    }),
    failedForOthers: (done: string, failed: number): string => `${done}, ${number(failed)} mislukt`,
  },
  bulkRun: {
    stopped: 'Gestopt',
    notConfirmed: 'Niet bevestigd',
    outcomeUnknown:
      'Het antwoord is verloren gegaan en de server heeft niet gemeld of de actie is uitgevoerd. Open het document om dat te zien.',
    notCarriedOut: 'De actie is niet uitgevoerd. Probeer het opnieuw.',
    leftOut: (tried: string, why: string, left: number): string => `${tried}. ${why}: ${number(left)} niet geprobeerd`,
    progress: (done: number, total: number): string => `${number(done)} van ${number(total)} klaar`,
    selecting: (done: number, total: number): string => `${number(done)} van ${number(total)} geladen`,
    stop: 'Stoppen',
  },
  files: {
    name: 'documenten',
    notFound: 'Niet in het archief: verwijderd, in de prullenbak of van iemand anders.',
    notReady: 'Niet in het archief: het ondertekende bestand is nog niet klaar. Probeer het over een minuut opnieuw.',
    downloaded: counted({
      one: 'Bestanden van 1 document opgeslagen',
      other: 'Bestanden van # documenten opgeslagen',
    }),
    savedAsCsv: counted({ one: '1 document als CSV opgeslagen', other: '# documenten als CSV opgeslagen' }),
    signedOf: (signed: number, all: number): string => `${number(signed)} van ${number(all)}`,
    owner: 'Eigenaar',
    tags: 'Tags',
    created: 'Gemaakt',
    expires: 'Verloopt',
    id: 'ID',
  },
  remindDialog: {
    title: counted({
      one: 'Ontvangers van 1 document herinneren?',
      other: 'Ontvangers van # documenten herinneren?',
    }),
    text: 'Iedereen die aan de beurt is, krijgt een e-mail. Wie het afgelopen uur een herinnering kreeg, wordt overgeslagen.',
    optional: 'Niet verplicht.',
    send: 'Herinneringen sturen',
  },
  voidDialog: {
    title: counted({ one: '1 document intrekken?', other: '# documenten intrekken?' }),
    text: 'Daarna kan niemand ze meer ondertekenen en krijgen uitgenodigde ontvangers een e-mail. Bestaande handtekeningen blijven bewaard. Dit kan niet ongedaan worden gemaakt.',
    enterReason: 'Vul een reden in. De ontvangers zien die.',
    void: counted({ one: '1 document intrekken', other: '# documenten intrekken' }),
  },
  bulkBar: {
    remind: 'Herinneren…',
    void: 'Intrekken…',
    addToFolder: 'In een map plaatsen…',
    moveToFolder: 'Naar een andere map verplaatsen…',
    removeFromFolder: 'Uit deze map halen',
    saveAsCsv: 'Selectie opslaan als CSV',
    more: 'Meer acties',
    selectWholeList: (total: number): string => `Alle ${number(total)} documenten van deze lijst selecteren`,
    selectFirst: (most: number): string => `De eerste ${number(most)} documenten van deze lijst selecteren`,
    archive: 'Archiveren',
    restore: 'Terugzetten',
    selectedDocuments: 'Geselecteerde documenten',
    selected: counted({ one: '1 document geselecteerd', other: '# documenten geselecteerd' }),
    selectAllShown: (total: number): string => `Alle ${number(total)} getoonde selecteren`,
    createPackage: 'Pakket maken',
    tags: 'Tags',
    clearSelection: 'Selectie opheffen',
    dismiss: 'Verbergen',
    failedActions: 'Mislukte acties',
  },
};
