import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Vul uw wachtwoord in.',
    deletionScheduled: 'Verwijdering ingepland',
    untilCanCancelDeletion: (day: string): string => `Tot ${day} kunt u de verwijdering annuleren.`,
    inAboutThirtyDays: 'Over ongeveer 30 dagen:',
    signedOutEverywhereAndApi: 'U wordt overal uitgelogd en uw API-sleutels worden ingetrokken.',
    profileSavedSignaturePasskeys: 'Uw profiel, opgeslagen handtekening, passkeys en e-mails aan u worden verwijderd.',
    documentsDraftsAndTemplatesGo: 'Uw documenten, concepten en sjablonen gaan naar een eigenaar van elke organisatie.',
    signedDocumentsAndEvidenceStay:
      'Ondertekende documenten en hun bewijs blijven bij de organisaties tot hun bewaartermijn eindigt.',
    ifOnlyOwnerOfOrganization:
      'Bent u de enige eigenaar van een organisatie, draag haar dan eerst over of verwijder haar.',
    yourPassword: 'Uw wachtwoord',
    deleteMyAccount: 'Mijn account verwijderen',
    keepMyAccount: 'Mijn account behouden',
    legalHoldOfOne:
      'Een verwijderblokkade van een van uw organisaties verhindert de verwijdering. Uw account wordt verwijderd zodra de blokkade is opgeheven.',
    organizationWouldHaveNoOwner: 'Een organisatie zou geen eigenaar meer hebben. Draag haar over of verwijder haar.',
    accountWillBeDeleted: 'Uw account wordt verwijderd',
    on: (day: string, days: string): string => `Op ${day} (${days}).`,
    takesAboutThirtyDays:
      'Uw account wordt over ongeveer 30 dagen verwijderd. Tot dan kunt u de verwijdering annuleren.',
    deleteMyAccountDialog: 'Mijn account verwijderen…',
    deleteAccount: 'Uw account verwijderen?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Vlak om uw handtekening op te tekenen',
    useMouseFingerOrPen: 'Met de muis, uw vinger of een pen',
    clear: 'Wissen',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Geen van de handschriften heeft deze letters, dus staat uw naam in gewone letters. U kunt hem ook tekenen.',
    handwriting: 'Handschrift',
    style: (index: number): string => `Stijl ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Toetsenbord',
    keyboardText: 'Deze instelling geldt alleen voor deze browser.',
    singleKeys: 'Sneltoetsen met één toets',
    singleKeysText: 'Bijvoorbeeld J en K in lijsten. Druk op ? om alle sneltoetsen te zien.',
    enterName: 'Vul uw naam in.',
    profileSaved: 'Profiel opgeslagen',
    forEMailsTo: 'Voor de app, e-mails aan u en documenten die u ondertekent.',
    browserSetting: 'Zoals de browser',
    timeZone: 'Tijdzone',
    forTimesInApp: 'Voor tijden in deze app en in e-mails aan u.',
    browserSettingPlaceholder: (here: string): string => `Zoals de browser (${here})`,
    unknownTimeZone: 'Onbekende tijdzone',
    signatureSaved: 'Handtekening opgeslagen',
    offeredWhenSignDocument: 'Ze wordt aangeboden als u een document ondertekent.',
    kindOfSignature: 'Soort handtekening',
    draw: 'Tekenen',
    type: 'Typen',
    yourName: 'Uw naam',
    saveSignature: 'Handtekening opslaan',
    savedSignature: (data: string): string => `Uw opgeslagen handtekening: ${data}`,
    savedSignatureAlt: 'Uw opgeslagen handtekening',
    signatureRemoved: 'Handtekening verwijderd',
    savedSignatureTitle: 'Opgeslagen handtekening',
    offeredWhenSignWithAccount:
      'Wordt aangeboden als u met uw account ondertekent. Het certificaat bewijst een handtekening, niet deze afbeelding.',
    addSignature: 'Handtekening toevoegen',
    profile: 'Profiel',
    nameLanguageAndSavedSignature: 'Uw naam, taal en opgeslagen handtekening.',
    aboutYou: 'Over u',
  },
  contacts: {
    title: 'Adresboek',
    text: 'Tijdens het invoeren van ontvangers stelt de app mensen voor aan wie u documenten hebt verzonden. Alleen u ziet deze suggesties.',
    people: counted({ one: '# persoon', other: '# personen' }),
    clearDialog: 'Leegmaken…',
    clearTitle: 'Uw adresboek leegmaken?',
    clearText:
      'Deze mensen worden niet meer voorgesteld. U kunt dit niet ongedaan maken. Uw documenten veranderen niet, en mensen aan wie u weer een document verzendt, worden opnieuw voorgesteld.',
    clear: 'Adresboek leegmaken',
    cleared: 'Adresboek leeggemaakt',
  },
};
