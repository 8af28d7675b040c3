/** The words of a field that takes a file, complete in every language of the service. */
import { isolate } from './isolate.ts';
import type { Language } from '@countersign/contract/languages';

export type AttachmentWords = {
  choose: string;
  other: string;
  hint: string;
  sending: (file: string) => string;
  remove: string;
  tooLarge: string;
  offline: string;
  failed: string;
  /** Where another try with the same file is of no use. */
  refused: (file: string) => string;
};

export const ATTACHMENTS: Record<Language, AttachmentWords> = {
  en: {
    choose: 'Choose a file',
    other: 'Choose another file',
    hint: 'PDF, PNG or JPEG, at most 10 MB. The sender gets it when you sign; other signers do not.',
    sending: (file) => `Sending ${file} …`,
    remove: 'Take it back',
    tooLarge: 'This file is larger than 10 MB. Make it smaller, or scan it with fewer dots per inch.',
    offline: 'The file did not arrive. Check your connection and choose it again.',
    failed: 'The file could not be taken at the moment. Choose it again in a minute.',
    refused: (file) =>
      `${file} cannot be taken. It has to be a PDF, PNG or JPEG that is undamaged, without a password and without scripts.`,
  },
  de: {
    choose: 'Datei auswählen',
    other: 'Andere Datei auswählen',
    hint: 'PDF, PNG oder JPEG, höchstens 10 MB. Der Absender erhält sie, wenn Sie unterschreiben; andere Unterzeichner nicht.',
    sending: (file) => `${file} wird gesendet …`,
    remove: 'Zurücknehmen',
    tooLarge: 'Diese Datei ist größer als 10 MB. Verkleinern Sie sie oder scannen Sie mit geringerer Auflösung.',
    offline: 'Die Datei ist nicht angekommen. Prüfen Sie Ihre Verbindung und wählen Sie sie erneut aus.',
    failed: 'Die Datei kann gerade nicht angenommen werden. Wählen Sie sie in einer Minute erneut aus.',
    refused: (file) =>
      `${file} kann nicht angenommen werden. Es muss eine unbeschädigte PDF-, PNG- oder JPEG-Datei ohne Passwort und ohne Skripte sein.`,
  },
  fr: {
    choose: 'Choisir un fichier',
    other: 'Choisir un autre fichier',
    hint: 'PDF, PNG ou JPEG, 10 Mo au plus. L’expéditeur le reçoit quand vous signez ; les autres signataires non.',
    sending: (file) => `Envoi de ${file} …`,
    remove: 'Le retirer',
    tooLarge: 'Ce fichier dépasse 10 Mo. Réduisez-le ou numérisez-le avec une résolution plus faible.',
    offline: 'Le fichier n’est pas arrivé. Vérifiez votre connexion et choisissez-le de nouveau.',
    failed: 'Le fichier ne peut pas être reçu pour le moment. Choisissez-le de nouveau dans une minute.',
    refused: (file) =>
      `${file} ne peut pas être accepté. Il faut un fichier PDF, PNG ou JPEG intact, sans mot de passe ni scripts.`,
  },
  es: {
    choose: 'Elegir un archivo',
    other: 'Elegir otro archivo',
    hint: 'PDF, PNG o JPEG, 10 MB como máximo. El remitente lo recibe cuando usted firma; los demás firmantes no.',
    sending: (file) => `Enviando ${file} …`,
    remove: 'Retirarlo',
    tooLarge: 'Este archivo supera los 10 MB. Redúzcalo o escanéelo con menos resolución.',
    offline: 'El archivo no ha llegado. Compruebe su conexión y elíjalo de nuevo.',
    failed: 'El archivo no se puede recibir en este momento. Elíjalo de nuevo en un minuto.',
    refused: (file) =>
      `No se puede aceptar ${file}. Tiene que ser un PDF, PNG o JPEG sin daños, sin contraseña y sin scripts.`,
  },
  it: {
    choose: 'Scegli un file',
    other: 'Scegli un altro file',
    hint: 'PDF, PNG o JPEG, al massimo 10 MB. Il mittente lo riceve quando Lei firma; gli altri firmatari no.',
    sending: (file) => `Invio di ${file} …`,
    remove: 'Ritiralo',
    tooLarge: 'Questo file supera i 10 MB. Lo riduca o lo scansioni a una risoluzione più bassa.',
    offline: 'Il file non è arrivato. Controlli la connessione e lo scelga di nuovo.',
    failed: 'Al momento il file non può essere ricevuto. Lo scelga di nuovo tra un minuto.',
    refused: (file) =>
      `${file} non può essere accettato. Deve essere un file PDF, PNG o JPEG integro, senza password e senza script.`,
  },
  pt: {
    choose: 'Escolher um arquivo',
    other: 'Escolher outro arquivo',
    hint: 'PDF, PNG ou JPEG, no máximo 10 MB. O remetente o recebe quando você assina; os outros signatários não.',
    sending: (file) => `Enviando ${file} …`,
    remove: 'Retirar',
    tooLarge: 'Este arquivo tem mais de 10 MB. Reduza-o ou digitalize-o com menor resolução.',
    offline: 'O arquivo não chegou. Verifique a sua conexão e escolha-o de novo.',
    failed: 'No momento o arquivo não pode ser recebido. Escolha-o de novo daqui a um minuto.',
    refused: (file) =>
      `${file} não pode ser aceito. Precisa ser um PDF, PNG ou JPEG sem danos, sem senha e sem scripts.`,
  },
  nl: {
    choose: 'Bestand kiezen',
    other: 'Ander bestand kiezen',
    hint: 'PDF, PNG of JPEG, hoogstens 10 MB. De afzender krijgt het wanneer u ondertekent; andere ondertekenaars niet.',
    sending: (file) => `${file} wordt verzonden …`,
    remove: 'Terugnemen',
    tooLarge: 'Dit bestand is groter dan 10 MB. Maak het kleiner of scan het met een lagere resolutie.',
    offline: 'Het bestand is niet aangekomen. Controleer uw verbinding en kies het opnieuw.',
    failed: 'Het bestand kan nu niet worden aangenomen. Kies het over een minuut opnieuw.',
    refused: (file) =>
      `${file} kan niet worden aangenomen. Het moet een onbeschadigde pdf, PNG of JPEG zijn, zonder wachtwoord en zonder scripts.`,
  },
  pl: {
    choose: 'Wybierz plik',
    other: 'Wybierz inny plik',
    hint: 'PDF, PNG lub JPEG, najwyżej 10 MB. Nadawca otrzyma go, gdy podpiszesz; inni podpisujący nie.',
    sending: (file) => `Wysyłanie ${file} …`,
    remove: 'Wycofaj',
    tooLarge: 'Ten plik ma ponad 10 MB. Zmniejsz go lub zeskanuj w niższej rozdzielczości.',
    offline: 'Plik nie dotarł. Sprawdź połączenie i wybierz go ponownie.',
    failed: 'Pliku nie można teraz przyjąć. Wybierz go ponownie za minutę.',
    refused: (file) =>
      `Nie można przyjąć pliku ${file}. Musi to być nieuszkodzony plik PDF, PNG lub JPEG bez hasła i bez skryptów.`,
  },
  ja: {
    choose: 'ファイルを選択',
    other: '別のファイルを選択',
    hint: 'PDF、PNG、JPEG、10 MB まで。署名すると送信者に届きます。ほかの署名者には届きません。',
    sending: (file) => `${file} を送信しています…`,
    remove: '取り消す',
    tooLarge: 'このファイルは 10 MB を超えています。小さくするか、低い解像度でスキャンしてください。',
    offline: 'ファイルが届きませんでした。接続を確認して、もう一度選択してください。',
    failed: '現在ファイルを受け取れません。1 分後にもう一度選択してください。',
    refused: (file) =>
      `${file} は受け取れません。破損がなく、パスワードもスクリプトも含まない PDF、PNG、JPEG を選択してください。`,
  },
  hi: {
    choose: 'फ़ाइल चुनें',
    other: 'दूसरी फ़ाइल चुनें',
    hint: 'PDF, PNG या JPEG, अधिकतम 10 MB। हस्ताक्षर करने पर यह भेजने वाले को मिलती है; दूसरे हस्ताक्षरकर्ताओं को नहीं।',
    sending: (file) => `${file} भेजी जा रही है …`,
    remove: 'वापस लें',
    tooLarge: 'यह फ़ाइल 10 MB से बड़ी है। इसे छोटा करें या कम रिज़ॉल्यूशन में स्कैन करें।',
    offline: 'फ़ाइल नहीं पहुँची। अपना कनेक्शन जाँचें और इसे फिर से चुनें।',
    failed: 'फ़ाइल अभी नहीं ली जा सकती। एक मिनट बाद इसे फिर से चुनें।',
    refused: (file) =>
      `${file} नहीं ली जा सकती। फ़ाइल बिना पासवर्ड और बिना स्क्रिप्ट की, सही-सलामत PDF, PNG या JPEG होनी चाहिए।`,
  },
  ar: {
    choose: 'اختر ملفًا',
    other: 'اختر ملفًا آخر',
    hint: 'PDF أو PNG أو JPEG، بحد أقصى 10 ميغابايت. يصل إلى المرسل عند توقيعك، ولا يصل إلى الموقّعين الآخرين.',
    sending: (file) => `جارٍ إرسال ${isolate(file)} …`,
    remove: 'سحب الملف',
    tooLarge: 'هذا الملف أكبر من 10 ميغابايت. صغّره أو امسحه ضوئيًا بدقة أقل.',
    offline: 'لم يصل الملف. تحقق من اتصالك واختره مرة أخرى.',
    failed: 'لا يمكن استلام الملف الآن. اختره مرة أخرى بعد دقيقة.',
    refused: (file) =>
      `لا يمكن استلام ${isolate(file)}. يجب أن يكون ملف PDF أو PNG أو JPEG سليمًا، بلا كلمة مرور وبلا برامج نصية.`,
  },
  he: {
    choose: 'בחירת קובץ',
    other: 'בחירת קובץ אחר',
    hint: 'PDF, PNG או JPEG, עד 10 מ"ב. השולח מקבל אותו עם החתימה; חותמים אחרים אינם מקבלים אותו.',
    sending: (file) => `שולח את ${isolate(file)} …`,
    remove: 'ביטול הצירוף',
    tooLarge: 'הקובץ גדול מ-10 מ"ב. יש להקטין אותו או לסרוק ברזולוציה נמוכה יותר.',
    offline: 'הקובץ לא הגיע. בדקו את החיבור ובחרו אותו שוב.',
    failed: 'לא ניתן לקבל את הקובץ כרגע. בחרו אותו שוב בעוד דקה.',
    refused: (file) =>
      `לא ניתן לקבל את ${isolate(file)}. הקובץ צריך להיות PDF,‏ PNG או JPEG תקין, ללא סיסמה וללא סקריפטים.`,
  },
};
