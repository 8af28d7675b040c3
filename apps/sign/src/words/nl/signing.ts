import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Het document ondertekenen',
  approveTitle: 'Het document goedkeuren',
  signatureOf: (name) => `Handtekening van ${name}`,
  whatHappens: (title, sender) =>
    `Wanneer u op ‘Document ondertekenen’ drukt, wordt ‘${title}’ uit uw naam ondertekend met een digitale handtekening en een vertrouwd tijdstempel. ${sender} krijgt bericht. Daarna kan het hier niet ongedaan worden gemaakt.`,
  whatHappensApprove: (title, sender) =>
    `Wanneer u op ‘Document goedkeuren’ drukt, wordt uw goedkeuring van ‘${title}’ vastgelegd met een digitale handtekening en een vertrouwd tijdstempel. ${sender} krijgt bericht. Daarna kan het hier niet ongedaan worden gemaakt.`,
  consentLabel: 'Ik ga akkoord',
  consentNeeded:
    'Zet het vinkje om verder te gaan: zonder uw toestemming kan hier niet elektronisch worden ondertekend.',
  signDocument: 'Document ondertekenen',
  approveDocument: 'Document goedkeuren',
  signing: 'Wordt ondertekend…',
  approving: 'Wordt goedgekeurd…',
  signingNote: 'De handtekening en het tijdstempel worden gemaakt. Houd deze pagina open.',
  ratherNot: 'Niet akkoord? Sluit deze pagina, dan wordt er niets ondertekend. Voor papier schrijft u naar:',

  sendFaults: {
    offline: {
      title: 'Geen verbinding',
      text: 'Er kwam geen antwoord. Wat u hebt ingevuld, blijft op deze pagina bewaard. Controleer uw verbinding en probeer het opnieuw; u kunt niet per ongeluk twee keer ondertekenen.',
    },
    unavailable: {
      title: 'Op dit moment niet mogelijk',
      text: 'Er is niets ondertekend, en wat u hebt ingevuld, blijft op deze pagina bewaard.',
    },
    invalid: {
      title: 'Er moet iets worden verbeterd',
      text: 'Er is niets ondertekend, en wat u hebt ingevuld, blijft bewaard.',
    },
    other: {
      title: 'Dat is niet gelukt',
      text: 'Er is niets ondertekend, en wat u hebt ingevuld, blijft op deze pagina bewaard.',
    },
  },

  signedTitle: 'U hebt ondertekend',
  approvedTitle: 'U hebt goedgekeurd',
  thanks: (name) => `Dank u, ${name}.`,
  signedAt: 'Wanneer',
  signedAs: 'Wie',
  receiptTitle: 'Uw ontvangstbewijs',
  receiptNote:
    'Bewaar dit ontvangstbewijs. Hiermee kunt u bewijzen welk bestand u is getoond en welk bestand u hebt ondertekend.',
  receiptShown: 'Bestand dat u is getoond (SHA-256)',
  receiptSigned: 'Bestand dat u hebt ondertekend (SHA-256)',
  receiptTrail: (n: number) => `Logboek na uw handtekening, regel ${n} (SHA-256)`,
  receiptDownload: 'Ontvangstbewijs downloaden',
  fingerprint: 'Vingerafdruk',
  fingerprintNote: 'SHA-256 van het document zoals het is verzonden',
  fingerprintNoteFinished: 'SHA-256 van het voltooide document',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  verifyNote:
    'U kunt dit document altijd controleren: het afgeronde bestand bevat alle handtekeningen en tijdstempels, en pdf-lezers die handtekeningen controleren, tonen ze.',
  waitingFor: 'Wie ondertekent',
  signerStates: {
    waiting: 'Nog niet aan de beurt',
    'pending-signature': 'Nog niet ondertekend',
    signed: 'Ondertekend',
    declined: 'Geweigerd',
    notified: 'Krijgt een exemplaar',
  },
  everyoneSigned: 'Iedereen heeft ondertekend',
  downloadReadyText: 'Het document is afgerond en verzegeld. Bewaar een exemplaar.',
  downloadWaiting: 'Nog niet iedereen heeft ondertekend',
  downloadWaitingText: (email) => `U krijgt het afgeronde document per e-mail op ${email}. U kunt deze pagina sluiten.`,
  downloadSealingText: 'Het afgeronde document wordt verzegeld. Dat duurt even.',
  download: 'Document downloaden',
  downloading: 'Wordt gedownload…',
  downloadFailed: 'Het downloaden is niet gelukt. Controleer uw verbinding en probeer het opnieuw.',
  downloadLater:
    'Deze pagina kijkt niet meer of er nieuws is. Open de link in uw e-mail opnieuw om te zien hoe het ervoor staat.',
};
