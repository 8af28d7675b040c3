/** The words for several documents in one visit, complete in every language of the service. */
import type { Ended } from '../flow/failure.ts';
import type { Standing } from '../flow/package.ts';
import { isolate } from './isolate.ts';
import type { Language } from '@countersign/contract/languages';

export type PackageWords = {
  /** Above the list; `count` is two at least. */
  heading: (count: number) => string;
  position: (at: number, of: number) => string;
  text: string;
  signed: string;
  here: string;
  /** What has become of the others. */
  standing: Record<Exclude<Standing, 'signed'>, string>;
  next: (title: string) => string;
  left: (count: number) => string;
  allDone: (count: number) => string;
  /** At the end of a visit in which something was not signed. */
  summary: (signed: number, of: number) => string;
  failed: string;
  /** Above the next document, where the one before ended without a signature. */
  after: Record<Ended, (title: string) => string>;
};

export const PACKAGE: Record<Language, PackageWords> = {
  en: {
    heading: (count) => `${count} documents in one visit`,
    position: (at, of) => `Document ${at} of ${of}`,
    text: 'You sign each by itself. Your signature is kept for the next ones until you close this page.',
    signed: 'Signed by you',
    here: 'You are here',
    standing: {
      'declined-by-you': 'Declined by you',
      declined: 'Closed: somebody declined',
      voided: 'Voided by the sender',
      expired: 'Time is over',
      waiting: 'Not your turn yet',
      open: 'Still to come',
      nothing: 'Nothing to do',
    },
    next: (title) => `Next: ${title}`,
    left: (count) => `Documents left to sign: ${count}`,
    allDone: (count) => `That was the last one. You have been through all ${count} documents.`,
    summary: (signed, of) =>
      `That was the last one. Signed by you: ${signed} of ${of}. The list says what became of the others.`,
    failed: 'The next document could not be opened. Check your connection and try again.',
    after: {
      'you-declined': (title) => `You declined “${title}”. This is the next document.`,
      declined: (title) => `“${title}” was closed because somebody declined it. This is the next document.`,
      voided: (title) => `The sender voided “${title}”. This is the next document.`,
      expired: (title) => `The time to sign “${title}” is over. This is the next document.`,
    },
  },
  de: {
    heading: (count) => `${count} Dokumente in einem Besuch`,
    position: (at, of) => `Dokument ${at} von ${of}`,
    text: 'Sie unterschreiben jedes für sich. Ihre Unterschrift bleibt für die nächsten erhalten, bis Sie diese Seite schließen.',
    signed: 'Von Ihnen unterschrieben',
    here: 'Hier sind Sie',
    standing: {
      'declined-by-you': 'Von Ihnen abgelehnt',
      declined: 'Beendet: jemand hat abgelehnt',
      voided: 'Vom Absender zurückgezogen',
      expired: 'Frist abgelaufen',
      waiting: 'Sie sind noch nicht an der Reihe',
      open: 'Kommt noch',
      nothing: 'Nichts zu tun',
    },
    next: (title) => `Weiter: ${title}`,
    left: (count) => `Noch zu unterschreiben: ${count}`,
    allDone: (count) => `Das war das letzte. Sie sind alle ${count} Dokumente durchgegangen.`,
    summary: (signed, of) =>
      `Das war das letzte. Von Ihnen unterschrieben: ${signed} von ${of}. Was aus den anderen wurde, steht in der Liste.`,
    failed: 'Das nächste Dokument ließ sich nicht öffnen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    after: {
      'you-declined': (title) => `Sie haben „${title}“ abgelehnt. Dies ist das nächste Dokument.`,
      declined: (title) => `„${title}“ wurde beendet, weil jemand abgelehnt hat. Dies ist das nächste Dokument.`,
      voided: (title) => `„${title}“ wurde vom Absender zurückgezogen. Dies ist das nächste Dokument.`,
      expired: (title) => `Die Frist für „${title}“ ist abgelaufen. Dies ist das nächste Dokument.`,
    },
  },
  fr: {
    heading: (count) => `${count} documents en une seule visite`,
    position: (at, of) => `Document n° ${at} sur ${of}`,
    text: 'Vous signez chacun séparément. Votre signature est conservée pour les suivants jusqu’à la fermeture de cette page.',
    signed: 'Signé par vous',
    here: 'Vous êtes ici',
    standing: {
      'declined-by-you': 'Refusé par vous',
      declined: 'Clos : quelqu’un a refusé',
      voided: 'Retiré par l’expéditeur',
      expired: 'Délai dépassé',
      waiting: 'Ce n’est pas encore votre tour',
      open: 'À venir',
      nothing: 'Rien à faire',
    },
    next: (title) => `Suivant : ${title}`,
    left: (count) => `Documents restant à signer : ${count}`,
    allDone: (count) => `C’était le dernier. Vous avez parcouru les ${count} documents.`,
    summary: (signed, of) =>
      `C’était le dernier. Signés par vous : ${signed} sur ${of}. La liste indique ce qu’il est advenu des autres.`,
    failed: 'Le document suivant n’a pas pu être ouvert. Vérifiez votre connexion et réessayez.',
    after: {
      'you-declined': (title) => `Vous avez refusé « ${title} ». Voici le document suivant.`,
      declined: (title) => `« ${title} » a été clos, car quelqu’un a refusé de le signer. Voici le document suivant.`,
      voided: (title) => `L’expéditeur a retiré « ${title} ». Voici le document suivant.`,
      expired: (title) => `Le délai pour signer « ${title} » est dépassé. Voici le document suivant.`,
    },
  },
  es: {
    heading: (count) => `${count} documentos en una sola visita`,
    position: (at, of) => `Documento ${at} de ${of}`,
    text: 'Usted firma cada uno por separado. Su firma se conserva para los siguientes hasta que cierre esta página.',
    signed: 'Firmado por usted',
    here: 'Está aquí',
    standing: {
      'declined-by-you': 'Rechazado por usted',
      declined: 'Cerrado: alguien lo rechazó',
      voided: 'Retirado por el remitente',
      expired: 'Plazo terminado',
      waiting: 'Aún no es su turno',
      open: 'Pendiente',
      nothing: 'Nada que hacer',
    },
    next: (title) => `Siguiente: ${title}`,
    left: (count) => `Documentos por firmar: ${count}`,
    allDone: (count) => `Este era el último. Ha revisado los ${count} documentos.`,
    summary: (signed, of) =>
      `Este era el último. Firmados por usted: ${signed} de ${of}. La lista indica qué ha sido de los demás.`,
    failed: 'No se pudo abrir el siguiente documento. Compruebe la conexión e inténtelo de nuevo.',
    after: {
      'you-declined': (title) => `Ha rechazado «${title}». Este es el documento siguiente.`,
      declined: (title) => `«${title}» se cerró porque alguien lo rechazó. Este es el documento siguiente.`,
      voided: (title) => `El remitente retiró «${title}». Este es el documento siguiente.`,
      expired: (title) => `El plazo para firmar «${title}» ha terminado. Este es el documento siguiente.`,
    },
  },
  it: {
    heading: (count) => `${count} documenti in una sola visita`,
    position: (at, of) => `Documento ${at} di ${of}`,
    text: 'Lei firma ciascuno separatamente. La Sua firma resta disponibile per i successivi finché non chiude questa pagina.',
    signed: 'Firmato da Lei',
    here: 'Lei è qui',
    standing: {
      'declined-by-you': 'Rifiutato da Lei',
      declined: 'Chiuso: qualcuno ha rifiutato',
      voided: 'Ritirato dal mittente',
      expired: 'Termine scaduto',
      waiting: 'Non è ancora il Suo turno',
      open: 'Da firmare',
      nothing: 'Niente da fare',
    },
    next: (title) => `Prossimo: ${title}`,
    left: (count) => `Documenti ancora da firmare: ${count}`,
    allDone: (count) => `Era l’ultimo. Ha esaminato tutti i ${count} documenti.`,
    summary: (signed, of) =>
      `Era l’ultimo. Firmati da Lei: ${signed} di ${of}. L’elenco dice che cosa ne è stato degli altri.`,
    failed: 'Non è stato possibile aprire il documento successivo. Controlli la connessione e riprovi.',
    after: {
      'you-declined': (title) => `Ha rifiutato «${title}». Questo è il documento successivo.`,
      declined: (title) => `«${title}» è stato chiuso perché qualcuno ha rifiutato. Questo è il documento successivo.`,
      voided: (title) => `Il mittente ha ritirato «${title}». Questo è il documento successivo.`,
      expired: (title) => `Il termine per firmare «${title}» è scaduto. Questo è il documento successivo.`,
    },
  },
  pt: {
    heading: (count) => `${count} documentos em uma só visita`,
    position: (at, of) => `Documento ${at} de ${of}`,
    text: 'Você assina cada um separadamente. A sua assinatura fica guardada para os próximos até você fechar esta página.',
    signed: 'Assinado por você',
    here: 'Você está aqui',
    standing: {
      'declined-by-you': 'Recusado por você',
      declined: 'Encerrado: alguém recusou',
      voided: 'Retirado pelo remetente',
      expired: 'Prazo terminado',
      waiting: 'Ainda não é a sua vez',
      open: 'A assinar',
      nothing: 'Nada a fazer',
    },
    next: (title) => `Próximo: ${title}`,
    left: (count) => `Documentos ainda a assinar: ${count}`,
    allDone: (count) => `Esse era o último. Você já passou por todos os ${count} documentos.`,
    summary: (signed, of) =>
      `Esse era o último. Assinados por você: ${signed} de ${of}. A lista diz o que aconteceu com os outros.`,
    failed: 'Não foi possível abrir o próximo documento. Verifique a conexão e tente de novo.',
    after: {
      'you-declined': (title) => `Você recusou “${title}”. Este é o próximo documento.`,
      declined: (title) => `“${title}” foi encerrado porque alguém se recusou a assinar. Este é o próximo documento.`,
      voided: (title) => `O remetente retirou “${title}”. Este é o próximo documento.`,
      expired: (title) => `O prazo para assinar “${title}” terminou. Este é o próximo documento.`,
    },
  },
  nl: {
    heading: (count) => `${count} documenten in één bezoek`,
    position: (at, of) => `Document ${at} van ${of}`,
    text: 'U ondertekent elk document apart. Uw handtekening blijft bewaard voor de volgende tot u deze pagina sluit.',
    signed: 'Door u ondertekend',
    here: 'U bent hier',
    standing: {
      'declined-by-you': 'Door u geweigerd',
      declined: 'Gesloten: iemand heeft geweigerd',
      voided: 'Ingetrokken door de afzender',
      expired: 'Termijn verstreken',
      waiting: 'U bent nog niet aan de beurt',
      open: 'Komt nog',
      nothing: 'Niets te doen',
    },
    next: (title) => `Volgende: ${title}`,
    left: (count) => `Nog te ondertekenen: ${count}`,
    allDone: (count) => `Dat was het laatste. U hebt alle ${count} documenten gehad.`,
    summary: (signed, of) =>
      `Dat was het laatste. Door u ondertekend: ${signed} van ${of}. In de lijst staat wat er van de andere is geworden.`,
    failed: 'Het volgende document kon niet worden geopend. Controleer uw verbinding en probeer het opnieuw.',
    after: {
      'you-declined': (title) => `U hebt ‘${title}’ geweigerd. Dit is het volgende document.`,
      declined: (title) => `‘${title}’ is gesloten omdat iemand heeft geweigerd. Dit is het volgende document.`,
      voided: (title) => `De afzender heeft ‘${title}’ ingetrokken. Dit is het volgende document.`,
      expired: (title) => `De termijn voor ‘${title}’ is verstreken. Dit is het volgende document.`,
    },
  },
  pl: {
    heading: (count) => `Dokumenty podczas jednej wizyty: ${count}`,
    position: (at, of) => `Dokument ${at} z ${of}`,
    text: 'Każdy podpisujesz osobno. Twój podpis pozostaje dla następnych, dopóki nie zamkniesz tej strony.',
    signed: 'Podpisany przez Ciebie',
    here: 'Jesteś tutaj',
    standing: {
      'declined-by-you': 'Odmowa z Twojej strony',
      declined: 'Zamknięty: ktoś odmówił',
      voided: 'Wycofany przez nadawcę',
      expired: 'Termin minął',
      waiting: 'Jeszcze nie Twoja kolej',
      open: 'Jeszcze przed Tobą',
      nothing: 'Nic do zrobienia',
    },
    next: (title) => `Następny: ${title}`,
    left: (count) => `Dokumenty pozostałe do podpisania: ${count}`,
    allDone: (count) => `To był ostatni. Liczba obejrzanych dokumentów: ${count}.`,
    summary: (signed, of) =>
      `To był ostatni. Podpisane przez Ciebie: ${signed} z ${of}. Na liście widać, co stało się z pozostałymi.`,
    failed: 'Nie udało się otworzyć następnego dokumentu. Sprawdź połączenie i spróbuj ponownie.',
    after: {
      'you-declined': (title) => `Odmówiono podpisania „${title}”. To jest następny dokument.`,
      declined: (title) => `Dokument „${title}” zamknięto, bo ktoś odmówił podpisu. To jest następny dokument.`,
      voided: (title) => `Nadawca wycofał „${title}”. To jest następny dokument.`,
      expired: (title) => `Termin podpisania „${title}” minął. To jest następny dokument.`,
    },
  },
  ja: {
    heading: (count) => `${count}件の文書を続けて`,
    position: (at, of) => `文書 ${at}／${of}`,
    text: '一件ずつ署名します。署名の形は、このページを閉じるまで次の文書でも使えます。',
    signed: '署名済み',
    here: '現在の文書',
    standing: {
      'declined-by-you': '辞退しました',
      declined: '終了：辞退がありました',
      voided: '送信者が取り下げ',
      expired: '期限切れ',
      waiting: 'まだ順番ではありません',
      open: 'これから',
      nothing: '対応不要',
    },
    next: (title) => `次へ：${title}`,
    left: (count) => `署名が残っている文書：${count}件`,
    allDone: (count) => `これで最後です。${count}件すべての文書が済みました。`,
    summary: (signed, of) => `これで最後です。署名した文書：${of}件中${signed}件。ほかの文書の結果は一覧にあります。`,
    failed: '次の文書を開けませんでした。接続を確認して、もう一度お試しください。',
    after: {
      'you-declined': (title) => `「${title}」を辞退しました。次の文書はこちらです。`,
      declined: (title) => `「${title}」は辞退があったため終了しました。次の文書はこちらです。`,
      voided: (title) => `「${title}」は送信者が取り下げました。次の文書はこちらです。`,
      expired: (title) => `「${title}」の署名期限は過ぎました。次の文書はこちらです。`,
    },
  },
  hi: {
    heading: (count) => `एक ही बार में ${count} दस्तावेज़`,
    position: (at, of) => `दस्तावेज़ ${at} / ${of}`,
    text: 'आप हर दस्तावेज़ पर अलग से हस्ताक्षर करते हैं। यह पृष्ठ बंद करने तक आपका हस्ताक्षर अगले दस्तावेज़ों के लिए रखा जाता है।',
    signed: 'आपके हस्ताक्षर हो गए',
    here: 'आप यहाँ हैं',
    standing: {
      'declined-by-you': 'आपने मना किया',
      declined: 'बंद: किसी ने मना किया',
      voided: 'भेजने वाले ने वापस लिया',
      expired: 'समय समाप्त',
      waiting: 'अभी आपकी बारी नहीं',
      open: 'अभी बाकी',
      nothing: 'कुछ नहीं करना है',
    },
    next: (title) => `अगला: ${title}`,
    left: (count) => `हस्ताक्षर के लिए बाकी दस्तावेज़: ${count}`,
    allDone: (count) => `यह आखिरी था। आपने सभी ${count} दस्तावेज़ पूरे कर लिए।`,
    summary: (signed, of) => `यह आखिरी था। आपके हस्ताक्षर: ${of} में से ${signed}। बाकी का क्या हुआ, यह सूची में है।`,
    failed: 'अगला दस्तावेज़ नहीं खुल सका। अपना कनेक्शन जाँचें और फिर कोशिश करें।',
    after: {
      'you-declined': (title) => `आपने “${title}” पर हस्ताक्षर से मना किया। यह अगला दस्तावेज़ है।`,
      declined: (title) => `“${title}” बंद हो गया क्योंकि किसी ने मना किया। यह अगला दस्तावेज़ है।`,
      voided: (title) => `भेजने वाले ने “${title}” वापस ले लिया। यह अगला दस्तावेज़ है।`,
      expired: (title) => `“${title}” पर हस्ताक्षर का समय समाप्त हो गया। यह अगला दस्तावेज़ है।`,
    },
  },
  ar: {
    heading: (count) => `عدد المستندات في زيارة واحدة: ${count}`,
    position: (at, of) => `المستند ${at} من ${of}`,
    text: 'توقّع كل مستند على حدة. يبقى توقيعك جاهزًا للمستندات التالية إلى أن تغلق هذه الصفحة.',
    signed: 'وقّعته',
    here: 'أنت هنا',
    standing: {
      'declined-by-you': 'رفضتَه',
      declined: 'أُغلق: رفض أحدهم',
      voided: 'سحبه المرسل',
      expired: 'انتهت المهلة',
      waiting: 'لم يحن دورك بعد',
      open: 'لم يحن بعد',
      nothing: 'لا شيء مطلوب',
    },
    next: (title) => `التالي: ${isolate(title)}`,
    left: (count) => `المستندات المتبقية للتوقيع: ${count}`,
    allDone: (count) => `كان هذا الأخير. أنهيت المستندات كلها وعددها ${count}.`,
    summary: (signed, of) => `كان هذا الأخير. ما وقّعته: ${signed} من ${of}. تبيّن القائمة ما آل إليه الباقي.`,
    failed: 'تعذّر فتح المستند التالي. تحقّق من اتصالك وحاول مرة أخرى.',
    after: {
      'you-declined': (title) => `رفضتَ «${isolate(title)}». هذا هو المستند التالي.`,
      declined: (title) => `أُغلق «${isolate(title)}» لأن أحدهم رفض توقيعه. هذا هو المستند التالي.`,
      voided: (title) => `سحب المرسل «${isolate(title)}». هذا هو المستند التالي.`,
      expired: (title) => `انتهت مهلة توقيع «${isolate(title)}». هذا هو المستند التالي.`,
    },
  },
  he: {
    heading: (count) => `${count} מסמכים בביקור אחד`,
    position: (at, of) => `מסמך ${at} מתוך ${of}`,
    text: 'חותמים על כל מסמך בנפרד. החתימה נשמרת למסמכים הבאים עד לסגירת הדף.',
    signed: 'חתמת',
    here: 'כאן עכשיו',
    standing: {
      'declined-by-you': 'סירבת',
      declined: 'נסגר: מישהו סירב',
      voided: 'בוטל בידי השולח',
      expired: 'המועד עבר',
      waiting: 'עוד לא הגיע תורך',
      open: 'בהמשך',
      nothing: 'אין מה לעשות',
    },
    next: (title) => `הבא: ${isolate(title)}`,
    left: (count) => `מסמכים שנותר לחתום עליהם: ${count}`,
    allDone: (count) => `זה היה האחרון. עברת על כל ${count} המסמכים.`,
    summary: (signed, of) => `זה היה האחרון. מסמכים שחתמת עליהם: ${signed} מתוך ${of}. ברשימה רואים מה קרה עם האחרים.`,
    failed: 'לא ניתן היה לפתוח את המסמך הבא. יש לבדוק את החיבור ולנסות שוב.',
    after: {
      'you-declined': (title) => `סירבת לחתום על „${isolate(title)}”. זה המסמך הבא.`,
      declined: (title) => `„${isolate(title)}” נסגר כי מישהו סירב לחתום. זה המסמך הבא.`,
      voided: (title) => `השולח ביטל את „${isolate(title)}”. זה המסמך הבא.`,
      expired: (title) => `המועד לחתימה על „${isolate(title)}” עבר. זה המסמך הבא.`,
    },
  },
};
