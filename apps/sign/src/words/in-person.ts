/** What a signer reads on a device that was handed over, beside the signing page's own words. */
import { isolate } from './isolate.ts';
import type { Language } from '@countersign/contract/languages';

type Page = { title: string; text: string };

export type InPersonWords = {
  code: Page & { label: string; open: string; wrong: (left: number) => string };
  /** Ways in which the visit ends; the device goes back after each. */
  ends: Record<'signed' | 'declined' | 'expired' | 'locked' | 'ended', Page>;
  handBack: string;
  /** Two minutes before the end, which nothing puts off. */
  closes: (left: string) => string;
  closesWhy: string;
};

export const IN_PERSON: Record<Language, InPersonWords> = {
  en: {
    code: {
      title: 'Enter the code',
      text: 'The person who handed you this device can tell you the code.',
      label: 'Code',
      open: 'Open the document',
      wrong: (left) => `That is not the code. Tries left: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Thank you, you have signed',
        text: 'You get the finished document by e-mail once everybody has signed.',
      },
      declined: { title: 'You have declined', text: 'Nothing was signed. The sender has been told your reason.' },
      expired: {
        title: 'The time is over',
        text: 'Half an hour has passed, so the document was put away. Nothing was signed.',
      },
      locked: {
        title: 'This session is locked',
        text: 'The wrong code was entered five times. Nothing of the document was shown.',
      },
      ended: {
        title: 'This session has ended',
        text: 'The document was put away. It can be opened again by whoever handed you this device.',
      },
    },
    handBack: 'Please hand the device back.',
    closes: (left) => `This page closes in ${left}`,
    closesWhy: 'Finish now, or ask for a new session.',
  },
  de: {
    code: {
      title: 'Code eingeben',
      text: 'Die Person, die Ihnen dieses Gerät gegeben hat, kann Ihnen den Code nennen.',
      label: 'Code',
      open: 'Dokument öffnen',
      wrong: (left) => `Das ist nicht der Code. Verbleibende Versuche: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Vielen Dank, Sie haben unterschrieben',
        text: 'Sie erhalten das fertige Dokument per E-Mail, sobald alle unterschrieben haben.',
      },
      declined: {
        title: 'Sie haben abgelehnt',
        text: 'Es wurde nichts unterschrieben. Der Absender kennt Ihren Grund.',
      },
      expired: {
        title: 'Die Zeit ist abgelaufen',
        text: 'Eine halbe Stunde ist vorbei, deshalb wurde das Dokument geschlossen. Es wurde nichts unterschrieben.',
      },
      locked: {
        title: 'Diese Sitzung ist gesperrt',
        text: 'Der Code wurde fünfmal falsch eingegeben. Vom Dokument wurde nichts gezeigt.',
      },
      ended: {
        title: 'Diese Sitzung ist beendet',
        text: 'Das Dokument wurde geschlossen. Wer Ihnen das Gerät gegeben hat, kann es wieder öffnen.',
      },
    },
    handBack: 'Bitte geben Sie das Gerät zurück.',
    closes: (left) => `Diese Seite schließt sich in ${left}`,
    closesWhy: 'Schließen Sie jetzt ab, oder bitten Sie um eine neue Sitzung.',
  },
  fr: {
    code: {
      title: 'Saisissez le code',
      text: 'La personne qui vous a remis cet appareil peut vous donner le code.',
      label: 'Code',
      open: 'Ouvrir le document',
      wrong: (left) => `Ce n’est pas le code. Essais restants : ${left}.`,
    },
    ends: {
      signed: {
        title: 'Merci, vous avez signé',
        text: 'Vous recevrez le document final par e-mail dès que tout le monde aura signé.',
      },
      declined: { title: 'Vous avez refusé', text: 'Rien n’a été signé. L’expéditeur connaît votre motif.' },
      expired: {
        title: 'Le temps est écoulé',
        text: 'Une demi-heure est passée, le document a donc été fermé. Rien n’a été signé.',
      },
      locked: {
        title: 'Cette session est bloquée',
        text: 'Un code erroné a été saisi cinq fois. Rien du document n’a été affiché.',
      },
      ended: {
        title: 'Cette session est terminée',
        text: 'Le document a été fermé. La personne qui vous a remis l’appareil peut le rouvrir.',
      },
    },
    handBack: 'Veuillez rendre l’appareil.',
    closes: (left) => `Cette page se ferme dans ${left}`,
    closesWhy: 'Terminez maintenant ou demandez une nouvelle session.',
  },
  es: {
    code: {
      title: 'Introduzca el código',
      text: 'La persona que le entregó este dispositivo puede decirle el código.',
      label: 'Código',
      open: 'Abrir el documento',
      wrong: (left) => `Ese no es el código. Intentos restantes: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Gracias, ha firmado',
        text: 'Recibirá el documento final por correo electrónico cuando todos hayan firmado.',
      },
      declined: { title: 'Ha rechazado firmar', text: 'No se ha firmado nada. El remitente conoce su motivo.' },
      expired: {
        title: 'Se acabó el tiempo',
        text: 'Ha pasado media hora y el documento se ha cerrado. No se ha firmado nada.',
      },
      locked: {
        title: 'Esta sesión está bloqueada',
        text: 'Se introdujo un código erróneo cinco veces. No se mostró nada del documento.',
      },
      ended: {
        title: 'Esta sesión ha terminado',
        text: 'El documento se ha cerrado. Quien le entregó el dispositivo puede volver a abrirlo.',
      },
    },
    handBack: 'Devuelva el dispositivo, por favor.',
    closes: (left) => `Esta página se cierra en ${left}`,
    closesWhy: 'Termine ahora o pida una sesión nueva.',
  },
  it: {
    code: {
      title: 'Inserisca il codice',
      text: 'La persona che Le ha dato questo dispositivo può dirLe il codice.',
      label: 'Codice',
      open: 'Apri il documento',
      wrong: (left) => `Il codice non è corretto. Tentativi rimasti: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Grazie, ha firmato',
        text: 'Riceverà il documento definitivo per e-mail quando tutti avranno firmato.',
      },
      declined: { title: 'Ha rifiutato', text: 'Non è stato firmato nulla. Il mittente conosce il Suo motivo.' },
      expired: {
        title: 'Il tempo è scaduto',
        text: 'È passata mezz’ora e il documento è stato chiuso. Non è stato firmato nulla.',
      },
      locked: {
        title: 'Questa sessione è bloccata',
        text: 'È stato inserito cinque volte un codice errato. Del documento non è stato mostrato nulla.',
      },
      ended: {
        title: 'Questa sessione è terminata',
        text: 'Il documento è stato chiuso. Chi Le ha dato il dispositivo può riaprirlo.',
      },
    },
    handBack: 'Restituisca il dispositivo, per favore.',
    closes: (left) => `Questa pagina si chiude tra ${left}`,
    closesWhy: 'Concluda ora oppure chieda una nuova sessione.',
  },
  pt: {
    code: {
      title: 'Digite o código',
      text: 'A pessoa que entregou este dispositivo a você pode informar o código.',
      label: 'Código',
      open: 'Abrir o documento',
      wrong: (left) => `Esse não é o código. Tentativas restantes: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Obrigado, o documento foi assinado',
        text: 'Você receberá o documento final por e-mail quando todos tiverem assinado.',
      },
      declined: { title: 'Você se recusou a assinar', text: 'Nada foi assinado. O remetente foi informado do motivo.' },
      expired: { title: 'O tempo terminou', text: 'Meia hora se passou e o documento foi fechado. Nada foi assinado.' },
      locked: {
        title: 'Esta sessão está bloqueada',
        text: 'Um código errado foi digitado cinco vezes. Nada do documento foi mostrado.',
      },
      ended: {
        title: 'Esta sessão terminou',
        text: 'O documento foi fechado. Quem entregou o dispositivo a você pode abri-lo de novo.',
      },
    },
    handBack: 'Devolva o dispositivo, por favor.',
    closes: (left) => `Esta página será fechada em ${left}`,
    closesWhy: 'Conclua agora ou peça uma nova sessão.',
  },
  nl: {
    code: {
      title: 'Voer de code in',
      text: 'De persoon die u dit apparaat gaf, kan u de code vertellen.',
      label: 'Code',
      open: 'Document openen',
      wrong: (left) => `Dat is niet de code. Resterende pogingen: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Dank u, u hebt ondertekend',
        text: 'U ontvangt het voltooide document per e-mail zodra iedereen heeft ondertekend.',
      },
      declined: { title: 'U hebt geweigerd', text: 'Er is niets ondertekend. De afzender kent uw reden.' },
      expired: {
        title: 'De tijd is om',
        text: 'Er is een half uur voorbij, dus het document is gesloten. Er is niets ondertekend.',
      },
      locked: {
        title: 'Deze sessie is geblokkeerd',
        text: 'De code is vijf keer verkeerd ingevoerd. Van het document is niets getoond.',
      },
      ended: {
        title: 'Deze sessie is beëindigd',
        text: 'Het document is gesloten. Wie u het apparaat gaf, kan het opnieuw openen.',
      },
    },
    handBack: 'Geef het apparaat alstublieft terug.',
    closes: (left) => `Deze pagina sluit over ${left}`,
    closesWhy: 'Rond nu af of vraag om een nieuwe sessie.',
  },
  pl: {
    code: {
      title: 'Wpisz kod',
      text: 'Kod może podać osoba, która przekazała to urządzenie.',
      label: 'Kod',
      open: 'Otwórz dokument',
      wrong: (left) => `To nie jest właściwy kod. Pozostałe próby: ${left}.`,
    },
    ends: {
      signed: {
        title: 'Dziękujemy, dokument został podpisany',
        text: 'Gotowy dokument przyjdzie e-mailem, gdy wszyscy podpiszą.',
      },
      declined: { title: 'Odmówiono podpisu', text: 'Nic nie zostało podpisane. Nadawca poznał powód.' },
      expired: {
        title: 'Czas minął',
        text: 'Minęło pół godziny, więc dokument został zamknięty. Nic nie zostało podpisane.',
      },
      locked: {
        title: 'Ta sesja jest zablokowana',
        text: 'Pięć razy wpisano błędny kod. Nie pokazano niczego z dokumentu.',
      },
      ended: {
        title: 'Ta sesja została zakończona',
        text: 'Dokument został zamknięty. Może go ponownie otworzyć osoba, która przekazała urządzenie.',
      },
    },
    handBack: 'Prosimy oddać urządzenie.',
    closes: (left) => `Ta strona zamknie się za ${left}`,
    closesWhy: 'Dokończ teraz albo poproś o nową sesję.',
  },
  ja: {
    code: {
      title: 'コードを入力してください',
      text: 'コードは、この端末をお渡しした方にお尋ねください。',
      label: 'コード',
      open: '文書を開く',
      wrong: (left) => `コードが違います。残り${left}回です。`,
    },
    ends: {
      signed: {
        title: '署名が完了しました',
        text: '全員の署名が済むと、完成した文書がメールで届きます。',
      },
      declined: { title: '署名を辞退しました', text: '何も署名されていません。理由は送信者に伝えられました。' },
      expired: { title: '時間が過ぎました', text: '30分が経過したため、文書を閉じました。何も署名されていません。' },
      locked: {
        title: 'このセッションはロックされました',
        text: '誤ったコードが5回入力されました。文書の内容は表示されていません。',
      },
      ended: {
        title: 'このセッションは終了しました',
        text: '文書を閉じました。端末をお渡しした方が再び開くことができます。',
      },
    },
    handBack: '端末をお返しください。',
    closes: (left) => `あと${left}でこのページは閉じます`,
    closesWhy: '今すぐ完了するか、新しいセッションを依頼してください。',
  },
  hi: {
    code: {
      title: 'कोड दर्ज करें',
      text: 'जिन्होंने आपको यह उपकरण दिया है, वे आपको कोड बता सकते हैं।',
      label: 'कोड',
      open: 'दस्तावेज़ खोलें',
      wrong: (left) => `यह सही कोड नहीं है। शेष प्रयास: ${left}।`,
    },
    ends: {
      signed: {
        title: 'धन्यवाद, आपने हस्ताक्षर कर दिए हैं',
        text: 'सबके हस्ताक्षर होने पर पूरा दस्तावेज़ आपको ई-मेल से मिलेगा।',
      },
      declined: { title: 'आपने मना कर दिया है', text: 'कुछ भी हस्ताक्षरित नहीं हुआ। प्रेषक को आपका कारण बता दिया गया है।' },
      expired: {
        title: 'समय समाप्त हो गया',
        text: 'आधा घंटा बीत गया, इसलिए दस्तावेज़ बंद कर दिया गया। कुछ भी हस्ताक्षरित नहीं हुआ।',
      },
      locked: { title: 'यह सत्र लॉक है', text: 'पाँच बार गलत कोड दर्ज किया गया। दस्तावेज़ का कुछ भी नहीं दिखाया गया।' },
      ended: {
        title: 'यह सत्र समाप्त हो गया है',
        text: 'दस्तावेज़ बंद कर दिया गया। जिन्होंने आपको उपकरण दिया, वे इसे फिर खोल सकते हैं।',
      },
    },
    handBack: 'कृपया उपकरण वापस दे दें।',
    closes: (left) => `यह पृष्ठ ${left} में बंद हो जाएगा`,
    closesWhy: 'अभी पूरा करें, या नया सत्र माँगें।',
  },
  ar: {
    code: {
      title: 'أدخل الرمز',
      text: 'يمكن لمن سلّمك هذا الجهاز أن يخبرك بالرمز.',
      label: 'الرمز',
      open: 'فتح المستند',
      wrong: (left) => `هذا ليس الرمز الصحيح. المحاولات المتبقية: ${left}.`,
    },
    ends: {
      signed: {
        title: 'شكرًا، لقد وقّعت',
        text: 'سيصلك المستند المكتمل بالبريد الإلكتروني بعد توقيع الجميع.',
      },
      declined: { title: 'لقد رفضت التوقيع', text: 'لم يُوقَّع أي شيء. أُبلغ المرسل بالسبب.' },
      expired: { title: 'انتهى الوقت', text: 'مرّت نصف ساعة فأُغلق المستند. لم يُوقَّع أي شيء.' },
      locked: { title: 'هذه الجلسة مقفلة', text: 'أُدخل رمز خاطئ خمس مرات. لم يُعرض أي شيء من المستند.' },
      ended: { title: 'انتهت هذه الجلسة', text: 'أُغلق المستند. يمكن لمن سلّمك الجهاز أن يفتحه من جديد.' },
    },
    handBack: 'يرجى إعادة الجهاز.',
    closes: (left) => `تُغلق هذه الصفحة خلال ${isolate(left)}`,
    closesWhy: 'أكمل الآن أو اطلب جلسة جديدة.',
  },
  he: {
    code: {
      title: 'יש להזין את הקוד',
      text: 'מי שמסר לך את המכשיר יכול לומר לך את הקוד.',
      label: 'קוד',
      open: 'פתיחת המסמך',
      wrong: (left) => `זה לא הקוד. ניסיונות שנותרו: ${left}.`,
    },
    ends: {
      signed: {
        title: 'תודה, המסמך נחתם',
        text: 'המסמך המוגמר יישלח אליך בדואר אלקטרוני לאחר שכולם יחתמו.',
      },
      declined: { title: 'סירבת לחתום', text: 'לא נחתם דבר. הסיבה נמסרה לשולח.' },
      expired: { title: 'הזמן נגמר', text: 'חלפה חצי שעה ולכן המסמך נסגר. לא נחתם דבר.' },
      locked: { title: 'ההפעלה נעולה', text: 'הוזן קוד שגוי חמש פעמים. דבר מן המסמך לא הוצג.' },
      ended: { title: 'ההפעלה הסתיימה', text: 'המסמך נסגר. מי שמסר לך את המכשיר יכול לפתוח אותו שוב.' },
    },
    handBack: 'נא להחזיר את המכשיר.',
    closes: (left) => `הדף ייסגר בעוד ${isolate(left)}`,
    closesWhy: 'יש לסיים עכשיו או לבקש הפעלה חדשה.',
  },
};
