/** The words for several roles of one visitor in a document, complete in every language of the service. */
import type { Language } from '@countersign/contract/languages';

export type RoleWords = {
  /** Above the list; `count` is two at least. */
  heading: (count: number) => string;
  position: (at: number, of: number) => string;
  text: string;
  left: (count: number) => string;
  allDone: (count: number) => string;
  failed: string;
  /** In the list, behind the name. */
  approver: string;
};

export const ROLES: Record<Language, RoleWords> = {
  en: {
    heading: (count) => `You sign in ${count} roles`,
    position: (at, of) => `Role ${at} of ${of}`,
    text: 'You sign each role by itself. Your signature is kept for the next ones until you close this page.',
    left: (count) => `Roles left to sign: ${count}`,
    allDone: (count) => `That was the last one. All ${count} roles are signed.`,
    failed: 'The next role could not be opened. Check your connection and try again.',
    approver: 'approval',
  },
  de: {
    heading: (count) => `Sie unterschreiben in ${count} Rollen`,
    position: (at, of) => `Rolle ${at} von ${of}`,
    text: 'Sie unterschreiben jede Rolle für sich. Ihre Unterschrift bleibt für die nächsten erhalten, bis Sie diese Seite schließen.',
    left: (count) => `Noch zu unterschreibende Rollen: ${count}`,
    allDone: (count) => `Das war die letzte. Sie haben in allen ${count} Rollen unterschrieben.`,
    failed: 'Die nächste Rolle ließ sich nicht öffnen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    approver: 'Freigabe',
  },
  fr: {
    heading: (count) => `Vous signez à ${count} titres`,
    position: (at, of) => `Titre n° ${at} sur ${of}`,
    text: 'Vous signez à chaque titre séparément. Votre signature est conservée pour les suivants jusqu’à la fermeture de cette page.',
    left: (count) => `Titres restant à signer : ${count}`,
    allDone: (count) => `C’était le dernier. Vous avez signé aux ${count} titres.`,
    failed: 'La suite n’a pas pu être ouverte. Vérifiez votre connexion et réessayez.',
    approver: 'approbation',
  },
  es: {
    heading: (count) => `Usted firma en ${count} funciones`,
    position: (at, of) => `Función ${at} de ${of}`,
    text: 'Usted firma en cada función por separado. Su firma se conserva para las siguientes hasta que cierre esta página.',
    left: (count) => `Funciones pendientes de firma: ${count}`,
    allDone: (count) => `Esa era la última. Ha firmado en las ${count} funciones.`,
    failed: 'No se pudo abrir la siguiente función. Compruebe su conexión e inténtelo de nuevo.',
    approver: 'aprobación',
  },
  it: {
    heading: (count) => `Lei firma in ${count} ruoli`,
    position: (at, of) => `Ruolo ${at} di ${of}`,
    text: 'Lei firma ogni ruolo separatamente. La Sua firma resta disponibile per i successivi finché non chiude questa pagina.',
    left: (count) => `Ruoli ancora da firmare: ${count}`,
    allDone: (count) => `Era l’ultimo. Ha firmato in tutti i ${count} ruoli.`,
    failed: 'Non è stato possibile aprire il ruolo successivo. Controlli la connessione e riprovi.',
    approver: 'approvazione',
  },
  nl: {
    heading: (count) => `U ondertekent in ${count} rollen`,
    position: (at, of) => `Rol ${at} van ${of}`,
    text: 'U ondertekent elke rol apart. Uw handtekening blijft voor de volgende bewaard totdat u deze pagina sluit.',
    left: (count) => `Nog te ondertekenen rollen: ${count}`,
    allDone: (count) => `Dat was de laatste. U hebt in alle ${count} rollen ondertekend.`,
    failed: 'De volgende rol kon niet worden geopend. Controleer uw verbinding en probeer het opnieuw.',
    approver: 'goedkeuring',
  },
  pl: {
    heading: (count) => `Podpisujesz w kilku rolach (${count})`,
    position: (at, of) => `Rola ${at} z ${of}`,
    text: 'Każdą rolę podpisujesz osobno. Twój podpis zostanie zachowany dla kolejnych do zamknięcia tej strony.',
    left: (count) => `Role pozostałe do podpisania: ${count}`,
    allDone: (count) => `To była ostatnia. Podpisano we wszystkich rolach (${count}).`,
    failed: 'Nie udało się otworzyć następnej roli. Sprawdź połączenie i spróbuj ponownie.',
    approver: 'zatwierdzenie',
  },
  pt: {
    heading: (count) => `Você assina em ${count} funções`,
    position: (at, of) => `Função ${at} de ${of}`,
    text: 'Você assina cada função separadamente. Sua assinatura fica guardada para as próximas até você fechar esta página.',
    left: (count) => `Funções que faltam assinar: ${count}`,
    allDone: (count) => `Essa era a última. Você assinou em todas as ${count} funções.`,
    failed: 'Não foi possível abrir a próxima função. Verifique sua conexão e tente novamente.',
    approver: 'aprovação',
  },
  ja: {
    heading: (count) => `${count} つの役割で署名します`,
    position: (at, of) => `役割 ${at} / ${of}`,
    text: '役割ごとに署名します。署名は、このページを閉じるまで次の役割のために保持されます。',
    left: (count) => `署名が残っている役割: ${count}`,
    allDone: (count) => `これで最後です。${count} つの役割すべてで署名しました。`,
    failed: '次の役割を開けませんでした。接続を確認して、もう一度お試しください。',
    approver: '承認',
  },
  ar: {
    heading: (count) => `توقّع بصفات متعددة (${count})`,
    position: (at, of) => `الصفة ${at} من ${of}`,
    text: 'توقّع بكل صفة على حدة. يُحفظ توقيعك للصفات التالية حتى تغلق هذه الصفحة.',
    left: (count) => `الصفات المتبقية للتوقيع: ${count}`,
    allDone: (count) => `كانت هذه الأخيرة. وقّعت بكل الصفات (${count}).`,
    failed: 'تعذّر فتح الصفة التالية. تحقق من اتصالك وحاول مرة أخرى.',
    approver: 'موافقة',
  },
  he: {
    heading: (count) => `החתימה שלך נדרשת ב־${count} תפקידים`,
    position: (at, of) => `תפקיד ${at} מתוך ${of}`,
    text: 'חותמים על כל תפקיד בנפרד. החתימה שלך נשמרת לתפקידים הבאים עד לסגירת הדף.',
    left: (count) => `תפקידים שנותר לחתום עליהם: ${count}`,
    allDone: (count) => `זה היה האחרון. חתמת בכל ${count} התפקידים.`,
    failed: 'לא ניתן לפתוח את התפקיד הבא. כדאי לבדוק את החיבור ולנסות שוב.',
    approver: 'אישור',
  },
  hi: {
    heading: (count) => `आप ${count} भूमिकाओं में हस्ताक्षर करते हैं`,
    position: (at, of) => `भूमिका ${at}, कुल ${of}`,
    text: 'आप हर भूमिका में अलग से हस्ताक्षर करते हैं। यह पेज बंद करने तक आपका हस्ताक्षर अगली भूमिकाओं के लिए रखा जाता है।',
    left: (count) => `हस्ताक्षर के लिए बाकी भूमिकाएँ: ${count}`,
    allDone: (count) => `यह आखिरी थी। आपने सभी ${count} भूमिकाओं में हस्ताक्षर कर दिए हैं।`,
    failed: 'अगली भूमिका नहीं खुल सकी। अपना कनेक्शन जाँचें और फिर से कोशिश करें।',
    approver: 'अनुमोदन',
  },
};
