import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Inserisca la password.',
    deletionScheduled: 'Eliminazione programmata',
    untilCanCancelDeletion: (day: string): string => `Fino al ${day} può annullare l’eliminazione.`,
    inAboutThirtyDays: 'Tra circa 30 giorni:',
    signedOutEverywhereAndApi: 'L’accesso termina ovunque e le Sue chiavi API vengono revocate.',
    profileSavedSignaturePasskeys: 'Il Suo profilo, la firma salvata, le passkey e le e-mail a Lei vengono eliminati.',
    documentsDraftsAndTemplatesGo:
      'I Suoi documenti, le bozze e i modelli passano a un proprietario di ogni organizzazione.',
    signedDocumentsAndEvidenceStay:
      'I documenti firmati e le relative prove restano alle organizzazioni fino alla fine del periodo di conservazione.',
    ifOnlyOwnerOfOrganization:
      'Se è l’unico proprietario di un’organizzazione, prima ne trasferisca la proprietà o la elimini.',
    yourPassword: 'La Sua password',
    deleteMyAccount: 'Elimina il mio account',
    keepMyAccount: 'Mantieni il mio account',
    legalHoldOfOne:
      'Un blocco legale di una delle Sue organizzazioni impedisce l’eliminazione. Il Suo account viene eliminato quando il blocco è rimosso.',
    organizationWouldHaveNoOwner:
      'Un’organizzazione resterebbe senza proprietario. Ne trasferisca la proprietà o la elimini.',
    accountWillBeDeleted: 'Il Suo account sarà eliminato',
    on: (day: string, days: string): string => `Il ${day} (${days}).`,
    takesAboutThirtyDays:
      'Il Suo account viene eliminato tra circa 30 giorni. Fino ad allora può annullare l’eliminazione.',
    deleteMyAccountDialog: 'Elimina il mio account …',
    deleteAccount: 'Eliminare il Suo account?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Superficie su cui disegnare la firma',
    useMouseFingerOrPen: 'Usi mouse, dito o penna',
    clear: 'Cancella',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Nessuno dei caratteri a mano contiene queste lettere, perciò il nome appare in un carattere normale. In alternativa può disegnarlo.',
    handwriting: 'Scrittura a mano',
    style: (index: number): string => `Stile ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Tastiera',
    keyboardText: 'Questa impostazione vale solo per questo browser.',
    singleKeys: 'Scorciatoie con un solo tasto',
    singleKeysText: 'Per esempio J e K negli elenchi. Prema ? per vedere tutte le scorciatoie.',
    enterName: 'Inserisca il Suo nome.',
    profileSaved: 'Profilo salvato',
    forEMailsTo: 'Per l’app, le e-mail che riceve e i documenti che firma.',
    browserSetting: 'Impostazione del browser',
    timeZone: 'Fuso orario',
    forTimesInApp: 'Per gli orari in questa app e nelle e-mail a Lei.',
    browserSettingPlaceholder: (here: string): string => `Impostazione del browser (${here})`,
    unknownTimeZone: 'Fuso orario sconosciuto',
    signatureSaved: 'Firma salvata',
    offeredWhenSignDocument: 'Viene proposta quando firma un documento.',
    kindOfSignature: 'Tipo di firma',
    draw: 'Disegna',
    type: 'Digita',
    yourName: 'Il Suo nome',
    saveSignature: 'Salva firma',
    savedSignature: (data: string): string => `La Sua firma salvata: ${data}`,
    savedSignatureAlt: 'La Sua firma salvata',
    signatureRemoved: 'Firma rimossa',
    savedSignatureTitle: 'Firma salvata',
    offeredWhenSignWithAccount:
      'Viene proposta quando firma con il Suo account. La firma è provata dal certificato, non da questa immagine.',
    addSignature: 'Aggiungi una firma',
    profile: 'Profilo',
    nameLanguageAndSavedSignature: 'Il Suo nome, la lingua e la firma salvata.',
    aboutYou: 'Su di Lei',
  },
  contacts: {
    title: 'Rubrica',
    text: 'Durante l’inserimento dei destinatari, l’app suggerisce le persone a cui ha inviato documenti. Solo Lei vede questi suggerimenti.',
    people: counted({ one: '# persona', other: '# persone' }),
    clearDialog: 'Svuota…',
    clearTitle: 'Svuotare la rubrica?',
    clearText:
      'Queste persone non vengono più suggerite. L’azione non si può annullare. I documenti non cambiano e le persone a cui invia un altro documento vengono suggerite di nuovo.',
    clear: 'Svuota rubrica',
    cleared: 'Rubrica svuotata',
  },
};
