/** The words of the second step, complete in every language of the service. */
import { isolate } from './isolate.ts';
import type { Language } from '@countersign/contract/languages';

export type SecondStepWords = {
  title: string;
  text: (sender: string, address: string) => string;
  send: string;
  sent: (address: string) => string;
  label: string;
  open: string;
  wrong: (left: number) => string;
  again: string;
  tooMany: string;
  failed: string;
  account: (sender: string) => string;
  signIn: string;
};

export const SECOND_STEP: Record<Language, SecondStepWords> = {
  en: {
    title: 'One more step',
    text: (sender, address) => `${sender} asks for a code that we mail to your second address, ${address}.`,
    send: 'Send the code',
    sent: (address) => `The code is on its way to ${address}. It works for 10 minutes.`,
    label: 'Code of six digits',
    open: 'Open the document',
    wrong: (left) => `That is not the newest code, or its time is over. Tries left: ${left}.`,
    again: 'Send another code',
    tooMany: 'Too many codes were asked for. Wait a while, or use the newest one.',
    failed: 'The code could not be sent. Check your connection and try again.',
    account: (sender) =>
      `${sender} asks you to confirm with your own account: the one with the e-mail address this link came to. Sign in with its authenticator app or passkey.`,
    signIn: 'Go to sign-in',
  },
  de: {
    title: 'Noch ein Schritt',
    text: (sender, address) => `${sender} verlangt einen Code, den wir an Ihre zweite Adresse senden: ${address}.`,
    send: 'Code senden',
    sent: (address) => `Der Code ist unterwegs an ${address}. Er gilt 10 Minuten.`,
    label: 'Sechsstelliger Code',
    open: 'Dokument öffnen',
    wrong: (left) => `Das ist nicht der neueste Code, oder seine Zeit ist um. Verbleibende Versuche: ${left}.`,
    again: 'Neuen Code senden',
    tooMany: 'Es wurden zu viele Codes angefordert. Warten Sie etwas, oder nehmen Sie den neuesten.',
    failed: 'Der Code konnte nicht gesendet werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    account: (sender) =>
      `${sender} bittet Sie, mit Ihrem eigenen Konto zu bestätigen: dem mit der Adresse, an die dieser Link ging. Melden Sie sich mit Authenticator-App oder Passkey an.`,
    signIn: 'Zur Anmeldung',
  },
  fr: {
    title: 'Encore une étape',
    text: (sender, address) => `${sender} demande un code que nous envoyons à votre seconde adresse, ${address}.`,
    send: 'Envoyer le code',
    sent: (address) => `Le code est en route vers ${address}. Il est valable 10 minutes.`,
    label: 'Code à six chiffres',
    open: 'Ouvrir le document',
    wrong: (left) => `Ce n’est pas le dernier code, ou son délai est passé. Essais restants : ${left}.`,
    again: 'Envoyer un autre code',
    tooMany: 'Trop de codes ont été demandés. Attendez un peu ou utilisez le dernier.',
    failed: 'Le code n’a pas pu être envoyé. Vérifiez votre connexion et réessayez.',
    account: (sender) =>
      `${sender} vous demande de confirmer avec votre propre compte : celui de l’adresse qui a reçu ce lien. Connectez-vous avec son application d’authentification ou une clé d’accès.`,
    signIn: 'Aller à la connexion',
  },
  es: {
    title: 'Un paso más',
    text: (sender, address) => `${sender} pide un código que enviamos a su segunda dirección, ${address}.`,
    send: 'Enviar el código',
    sent: (address) => `El código va de camino a ${address}. Vale 10 minutos.`,
    label: 'Código de seis cifras',
    open: 'Abrir el documento',
    wrong: (left) => `Ese no es el código más reciente o ya caducó. Intentos restantes: ${left}.`,
    again: 'Enviar otro código',
    tooMany: 'Se han pedido demasiados códigos. Espere un poco o use el más reciente.',
    failed: 'No se pudo enviar el código. Compruebe la conexión e inténtelo de nuevo.',
    account: (sender) =>
      `${sender} le pide que confirme con su propia cuenta: la de la dirección que recibió este enlace. Inicie sesión con su aplicación de autenticación o una clave de acceso.`,
    signIn: 'Ir al inicio de sesión',
  },
  it: {
    title: 'Ancora un passaggio',
    text: (sender, address) => `${sender} chiede un codice che inviamo al Suo secondo indirizzo, ${address}.`,
    send: 'Invia il codice',
    sent: (address) => `Il codice è in arrivo a ${address}. Vale 10 minuti.`,
    label: 'Codice di sei cifre',
    open: 'Apri il documento',
    wrong: (left) => `Non è il codice più recente, oppure è scaduto. Tentativi rimasti: ${left}.`,
    again: 'Invia un altro codice',
    tooMany: 'Sono stati chiesti troppi codici. Attenda un po’ o usi il più recente.',
    failed: 'Il codice non è stato inviato. Controlli la connessione e riprovi.',
    account: (sender) =>
      `${sender} Le chiede di confermare con il Suo account: quello con l’indirizzo che ha ricevuto questo link. Acceda con l’app di autenticazione o una passkey.`,
    signIn: 'Vai all’accesso',
  },
  pt: {
    title: 'Mais um passo',
    text: (sender, address) => `${sender} pede um código que enviamos para o seu segundo endereço, ${address}.`,
    send: 'Enviar o código',
    sent: (address) => `O código está a caminho de ${address}. Vale por 10 minutos.`,
    label: 'Código de seis dígitos',
    open: 'Abrir o documento',
    wrong: (left) => `Não é o código mais recente ou o prazo terminou. Tentativas restantes: ${left}.`,
    again: 'Enviar outro código',
    tooMany: 'Foram pedidos códigos demais. Espere um pouco ou use o mais recente.',
    failed: 'Não foi possível enviar o código. Verifique a conexão e tente de novo.',
    account: (sender) =>
      `${sender} pede que você confirme com a sua própria conta: a do endereço que recebeu este link. Entre com o aplicativo autenticador ou uma chave de acesso.`,
    signIn: 'Ir para a página de entrada',
  },
  nl: {
    title: 'Nog één stap',
    text: (sender, address) => `${sender} vraagt om een code die we naar uw tweede adres sturen: ${address}.`,
    send: 'Code versturen',
    sent: (address) => `De code is onderweg naar ${address}. Hij werkt 10 minuten.`,
    label: 'Code van zes cijfers',
    open: 'Document openen',
    wrong: (left) => `Dat is niet de nieuwste code, of de tijd is om. Resterende pogingen: ${left}.`,
    again: 'Nieuwe code versturen',
    tooMany: 'Er zijn te veel codes gevraagd. Wacht even of gebruik de nieuwste.',
    failed: 'De code kon niet worden verstuurd. Controleer uw verbinding en probeer het opnieuw.',
    account: (sender) =>
      `${sender} vraagt u te bevestigen met uw eigen account: dat met het adres waar deze link aankwam. Meld u aan met de authenticator-app of passkey.`,
    signIn: 'Naar aanmelden',
  },
  pl: {
    title: 'Jeszcze jeden krok',
    text: (sender, address) => `${sender} prosi o kod, który wysyłamy na Twój drugi adres: ${address}.`,
    send: 'Wyślij kod',
    sent: (address) => `Kod jest w drodze na adres ${address}. Działa 10 minut.`,
    label: 'Kod z sześciu cyfr',
    open: 'Otwórz dokument',
    wrong: (left) => `To nie jest najnowszy kod albo jego czas minął. Pozostałe próby: ${left}.`,
    again: 'Wyślij nowy kod',
    tooMany: 'Poproszono o zbyt wiele kodów. Poczekaj chwilę albo użyj najnowszego.',
    failed: 'Nie udało się wysłać kodu. Sprawdź połączenie i spróbuj ponownie.',
    account: (sender) =>
      `${sender} prosi o potwierdzenie własnym kontem: tym z adresem, na który przyszedł ten link. Zaloguj się aplikacją uwierzytelniającą lub kluczem dostępu.`,
    signIn: 'Przejdź do logowania',
  },
  ja: {
    title: 'もう一つの手順',
    text: (sender, address) => `${sender} 様の指定により、第2のアドレス ${address} にお送りするコードが必要です。`,
    send: 'コードを送る',
    sent: (address) => `コードを ${address} にお送りしました。10分間有効です。`,
    label: '6桁のコード',
    open: '文書を開く',
    wrong: (left) => `最新のコードではないか、期限が切れています。残り${left}回です。`,
    again: '新しいコードを送る',
    tooMany: 'コードの請求が多すぎます。しばらく待つか、最新のコードをお使いください。',
    failed: 'コードを送信できませんでした。接続を確認してもう一度お試しください。',
    account: (sender) =>
      `${sender} 様は、このリンクを受け取ったアドレスのアカウントでの確認を求めています。認証アプリまたはパスキーでサインインしてください。`,
    signIn: 'サインインへ進む',
  },
  hi: {
    title: 'एक और चरण',
    text: (sender, address) => `${sender} एक कोड माँगते हैं, जिसे हम आपके दूसरे पते ${address} पर भेजते हैं।`,
    send: 'कोड भेजें',
    sent: (address) => `कोड ${address} पर भेज दिया गया है। यह 10 मिनट तक काम करता है।`,
    label: 'छह अंकों का कोड',
    open: 'दस्तावेज़ खोलें',
    wrong: (left) => `यह सबसे नया कोड नहीं है, या इसका समय समाप्त हो गया। शेष प्रयास: ${left}।`,
    again: 'दूसरा कोड भेजें',
    tooMany: 'बहुत अधिक कोड माँगे गए। थोड़ा रुकें, या सबसे नया कोड उपयोग करें।',
    failed: 'कोड नहीं भेजा जा सका। अपना कनेक्शन जाँचें और फिर कोशिश करें।',
    account: (sender) =>
      `${sender} चाहते हैं कि आप अपने खाते से पुष्टि करें: जिसका पता वही है जिस पर यह लिंक आया। उसके प्रमाणक ऐप या पासकी से साइन इन करें।`,
    signIn: 'साइन-इन पर जाएँ',
  },
  ar: {
    title: 'خطوة أخرى',
    text: (sender, address) => `يطلب ${isolate(sender)} رمزًا نرسله إلى عنوانك الثاني ${isolate(address)}.`,
    send: 'إرسال الرمز',
    sent: (address) => `الرمز في طريقه إلى ${isolate(address)}. يعمل لمدة 10 دقائق.`,
    label: 'رمز من ستة أرقام',
    open: 'فتح المستند',
    wrong: (left) => `ليس هذا أحدث رمز، أو انتهت مدته. المحاولات المتبقية: ${left}.`,
    again: 'إرسال رمز آخر',
    tooMany: 'طُلبت رموز كثيرة. انتظر قليلًا أو استخدم أحدثها.',
    failed: 'تعذّر إرسال الرمز. تحقق من الاتصال وحاول مجددًا.',
    account: (sender) =>
      `يطلب ${isolate(sender)} أن تؤكد بحسابك أنت: الحساب الذي له عنوان البريد الذي وصله هذا الرابط. سجّل الدخول بتطبيق المصادقة أو مفتاح المرور.`,
    signIn: 'إلى تسجيل الدخول',
  },
  he: {
    title: 'עוד שלב אחד',
    text: (sender, address) => `לבקשת ${isolate(sender)} נדרש קוד שאנו שולחים לכתובת השנייה שלך, ${isolate(address)}.`,
    send: 'שליחת הקוד',
    sent: (address) => `הקוד בדרך אל ${isolate(address)}. הוא תקף 10 דקות.`,
    label: 'קוד בן שש ספרות',
    open: 'פתיחת המסמך',
    wrong: (left) => `זה אינו הקוד החדש ביותר, או שזמנו עבר. ניסיונות שנותרו: ${left}.`,
    again: 'שליחת קוד נוסף',
    tooMany: 'התבקשו קודים רבים מדי. יש להמתין מעט או להשתמש בחדש ביותר.',
    failed: 'לא ניתן לשלוח את הקוד. יש לבדוק את החיבור ולנסות שוב.',
    account: (sender) =>
      `${isolate(sender)} מבקש שתאשר בחשבון שלך: זה עם הכתובת שאליה הגיע הקישור. יש להתחבר עם יישומון האימות או מפתח גישה.`,
    signIn: 'מעבר להתחברות',
  },
};
