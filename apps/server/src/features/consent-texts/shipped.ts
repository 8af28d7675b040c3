/**
 * The service's consent text, in the signer's language as chosen by the sender. It applies if the organization has no
 * text of its own. A changed text is a new version. The hash of version and text is in every signature's audit entry.
 */
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { sha256Hex } from '../../platform/crypto/tokens.ts';

const TEXTS: Readonly<Record<Language, string>> = {
  en:
    'I agree to sign this document electronically. I have been able to read it, and I understand that my electronic signature ' +
    'has the effect that the law gives to it, like one on paper. I need not sign this way: I can ask the sender for a paper copy instead. ' +
    'My e-mail address, the time, my network address and browser are recorded as evidence of this signature.',
  de:
    'Ich bin damit einverstanden, dieses Dokument elektronisch zu unterschreiben. Ich konnte es lesen und weiß, dass meine elektronische ' +
    'Unterschrift die Wirkung hat, die das Gesetz ihr gibt, wie eine auf Papier. Ich muss nicht auf diese Weise unterschreiben: Ich kann ' +
    'den Absender stattdessen um eine Fassung auf Papier bitten. Meine E-Mail-Adresse, die Uhrzeit, meine Netzwerkadresse und mein Browser ' +
    'werden als Nachweis dieser Unterschrift aufgezeichnet.',
  fr:
    'J’accepte de signer ce document par voie électronique. J’ai pu le lire et je comprends que ma signature électronique produit les ' +
    'effets que la loi lui reconnaît, comme une signature sur papier. Je ne suis pas tenu(e) de signer ainsi : je peux demander à ' +
    'l’expéditeur un exemplaire papier. Mon adresse e-mail, l’heure, mon adresse réseau et mon navigateur sont enregistrés comme preuve de ' +
    'cette signature.',
  es:
    'Acepto firmar este documento por vía electrónica. He podido leerlo y entiendo que mi firma electrónica tiene los efectos que la ley ' +
    'le reconoce, como una firma en papel. No estoy obligado/a a firmar así: puedo pedir al remitente una copia en papel. Mi dirección de ' +
    'correo electrónico, la hora, mi dirección de red y mi navegador quedan registrados como prueba de esta firma.',
  pt:
    'Concordo em assinar este documento eletronicamente. Pude lê-lo e entendo que a minha assinatura eletrônica tem os efeitos que a lei ' +
    'lhe atribui, como uma assinatura em papel. Não sou obrigado(a) a assinar desta forma: posso pedir ao remetente uma via em papel. ' +
    'O meu endereço de e-mail, a hora, o meu endereço de rede e o meu navegador são registrados como prova desta assinatura.',
  it:
    'Accetto di firmare questo documento elettronicamente. Ho potuto leggerlo e comprendo che la mia firma elettronica ha gli effetti che ' +
    'la legge le riconosce, come una firma su carta. Non sono tenuto/a a firmare in questo modo: posso chiedere al mittente una copia ' +
    'cartacea. Il mio indirizzo e-mail, l’ora, il mio indirizzo di rete e il mio browser vengono registrati come prova di questa firma.',
  nl:
    'Ik ga ermee akkoord dit document elektronisch te ondertekenen. Ik heb het kunnen lezen en begrijp dat mijn elektronische handtekening ' +
    'de gevolgen heeft die de wet eraan verbindt, net als een op papier. Ik hoef niet op deze manier te ondertekenen: ik kan de afzender ' +
    'om een papieren exemplaar vragen. Mijn e-mailadres, het tijdstip, mijn netwerkadres en mijn browser worden vastgelegd als bewijs van ' +
    'deze handtekening.',
  pl:
    'Zgadzam się podpisać ten dokument elektronicznie. Miałem(-am) możliwość jego przeczytania i rozumiem, że mój podpis elektroniczny ' +
    'wywołuje skutki, jakie przypisuje mu prawo, tak jak podpis na papierze. Nie muszę podpisywać w ten sposób: mogę poprosić nadawcę ' +
    'o egzemplarz papierowy. Mój adres e-mail, czas, mój adres sieciowy i przeglądarka są zapisywane jako dowód tego podpisu.',
  ar:
    'أوافق على توقيع هذا المستند إلكترونيًا. لقد تمكنت من قراءته، وأدرك أن لتوقيعي الإلكتروني الأثر الذي يمنحه له القانون، مثل التوقيع على ' +
    'الورق. ولست ملزمًا بالتوقيع بهذه الطريقة: إذ يمكنني أن أطلب من المرسل نسخة ورقية بدلًا من ذلك. ويُسجَّل عنوان بريدي الإلكتروني والوقت ' +
    'وعنوان شبكتي ومتصفحي دليلًا على هذا التوقيع.',
  he:
    'הנני מסכים/ה לחתום על מסמך זה באופן אלקטרוני. היה באפשרותי לקרוא אותו, וידוע לי שלחתימתי האלקטרונית יש התוקף שהחוק מעניק לה, ' +
    'כמו לחתימה על נייר. אין חובה לחתום בדרך זו: באפשרותי לבקש מהשולח עותק מודפס במקום זאת. כתובת הדוא״ל שלי, השעה, כתובת הרשת ' +
    'והדפדפן שלי נרשמים כראיה לחתימה זו.',
  hi:
    'मैं इस दस्तावेज़ पर इलेक्ट्रॉनिक रूप से हस्ताक्षर करने के लिए सहमत हूँ। मुझे इसे पढ़ने का अवसर मिला है, और मैं समझता/समझती हूँ कि मेरे इलेक्ट्रॉनिक ' +
    'हस्ताक्षर का वही प्रभाव है जो कानून उसे देता है, जैसे काग़ज़ पर किए गए हस्ताक्षर का। मेरे लिए इसी तरह हस्ताक्षर करना आवश्यक नहीं है: इसके बदले मैं ' +
    'प्रेषक से काग़ज़ी प्रति माँग सकता/सकती हूँ। मेरा ई-मेल पता, समय, मेरा नेटवर्क पता और ब्राउज़र इस हस्ताक्षर के प्रमाण के रूप में दर्ज किए जाते हैं।',
  ja:
    '私は、この文書に電子的に署名することに同意します。文書を読むことができ、私の電子署名には紙の署名と同じように法律が認める効力があることを理解しています。' +
    'この方法で署名する義務はなく、代わりに送信者に紙の文書を求めることができます。' +
    '私のメールアドレス、日時、ネットワークアドレス、ブラウザーは、この署名の証拠として記録されます。',
};

/**
 * The disclosures that a consumer in the United States must receive before giving consent: 15 U.S.C. 7001(c)(1)(B) and
 * (C). Included since version 2026-11-28.
 */
const DISCLOSURES: Readonly<Record<Language, string>> = {
  en:
    'This consent covers this document and the messages about it. I can withdraw it until I have signed, by declining the ' +
    'document or by telling the sender; what I have signed stays valid. I can also ask the sender for a paper copy after signing, ' +
    'and the sender tells me whether it costs anything. I tell the sender when my e-mail address changes. To read and keep the ' +
    'document I need a current web browser, an e-mail address and a program that shows PDF files.',
  de:
    'Diese Einwilligung gilt für dieses Dokument und die Nachrichten dazu. Ich kann sie widerrufen, bis ich unterschrieben habe, ' +
    'indem ich das Dokument ablehne oder es dem Absender mitteile; was ich unterschrieben habe, bleibt gültig. Auch nach der ' +
    'Unterschrift kann ich den Absender um eine Fassung auf Papier bitten; er sagt mir, ob sie etwas kostet. Ändert sich meine ' +
    'E-Mail-Adresse, teile ich es dem Absender mit. Um das Dokument zu lesen und aufzubewahren, brauche ich einen aktuellen ' +
    'Browser, eine E-Mail-Adresse und ein Programm, das PDF-Dateien anzeigt.',
  fr:
    'Ce consentement porte sur ce document et sur les messages qui le concernent. Je peux le retirer tant que je n’ai pas signé, ' +
    'en refusant le document ou en prévenant l’expéditeur ; ce que j’ai signé reste valable. Après la signature aussi, je peux ' +
    'demander à l’expéditeur un exemplaire papier ; il m’indique si cela entraîne des frais. Si mon adresse e-mail change, j’en ' +
    'informe l’expéditeur. Pour lire et conserver le document, il me faut un navigateur à jour, une adresse e-mail et un ' +
    'programme qui affiche les fichiers PDF.',
  es:
    'Este consentimiento se refiere a este documento y a los mensajes sobre él. Puedo retirarlo hasta que haya firmado, ' +
    'rechazando el documento o avisando al remitente; lo que he firmado sigue siendo válido. También después de firmar puedo ' +
    'pedir al remitente una copia en papel, y él me dice si tiene algún coste. Si cambia mi dirección de correo electrónico, ' +
    'aviso al remitente. Para leer y conservar el documento necesito un navegador actualizado, una dirección de correo ' +
    'electrónico y un programa que muestre archivos PDF.',
  pt:
    'Este consentimento abrange este documento e as mensagens sobre ele. Posso retirá-lo até ter assinado, recusando o documento ' +
    'ou avisando o remetente; o que assinei continua válido. Também depois de assinar posso pedir ao remetente uma via em papel, ' +
    'e ele me diz se há algum custo. Se o meu endereço de e-mail mudar, aviso o remetente. Para ler e guardar o documento, ' +
    'preciso de um navegador atualizado, de um endereço de e-mail e de um programa que mostre arquivos PDF.',
  it:
    'Questo consenso riguarda questo documento e i messaggi che lo riguardano. Posso revocarlo finché non ho firmato, rifiutando ' +
    'il documento o avvisando il mittente; ciò che ho firmato resta valido. Anche dopo la firma posso chiedere al mittente una ' +
    'copia cartacea, e il mittente mi dice se comporta dei costi. Se il mio indirizzo e-mail cambia, lo comunico al mittente. Per ' +
    'leggere e conservare il documento mi servono un browser aggiornato, un indirizzo e-mail e un programma che mostri i file PDF.',
  nl:
    'Deze toestemming geldt voor dit document en de berichten daarover. Ik kan haar intrekken totdat ik heb ondertekend, door het ' +
    'document te weigeren of het de afzender te laten weten; wat ik heb ondertekend, blijft geldig. Ook na het ondertekenen kan ' +
    'ik de afzender om een papieren exemplaar vragen; de afzender zegt of dat iets kost. Als mijn e-mailadres verandert, laat ik ' +
    'dat de afzender weten. Om het document te lezen en te bewaren heb ik een actuele browser, een e-mailadres en een programma ' +
    'nodig dat pdf-bestanden toont.',
  pl:
    'Ta zgoda dotyczy tego dokumentu i wiadomości o nim. Mogę ją wycofać do chwili podpisania, odrzucając dokument lub ' +
    'zawiadamiając nadawcę; to, co zostało podpisane, pozostaje ważne. Także po podpisaniu mogę poprosić nadawcę o egzemplarz ' +
    'papierowy, a nadawca powie, czy wiąże się to z kosztami. O zmianie mojego adresu e-mail zawiadamiam nadawcę. Aby przeczytać ' +
    'i zachować dokument, potrzebuję aktualnej przeglądarki, adresu e-mail i programu, który wyświetla pliki PDF.',
  ar:
    'تشمل هذه الموافقة هذا المستند والرسائل المتعلقة به. ويمكنني سحبها ما لم أوقّع، برفض المستند أو بإبلاغ المرسل، ويبقى ما ' +
    'وقّعته ساريًا. ويمكنني بعد التوقيع أيضًا أن أطلب من المرسل نسخة ورقية، ويخبرني هل لها تكلفة. وأبلغ المرسل إذا تغيّر عنوان ' +
    'بريدي الإلكتروني. ولقراءة المستند والاحتفاظ به أحتاج إلى متصفح حديث وعنوان بريد إلكتروني وبرنامج يعرض ملفات PDF.',
  he:
    'הסכמה זו חלה על מסמך זה ועל ההודעות הנוגעות לו. באפשרותי לחזור ממנה כל עוד לא חתמתי, בסירוב למסמך או בהודעה לשולח; מה שכבר ' +
    'נחתם נשאר בתוקף. גם אחרי החתימה באפשרותי לבקש מהשולח עותק מודפס, והשולח יודיע אם הדבר כרוך בתשלום. אם כתובת הדוא״ל שלי ' +
    'תשתנה, אודיע על כך לשולח. כדי לקרוא את המסמך ולשמור אותו דרושים לי דפדפן עדכני, כתובת דוא״ל ותוכנה שמציגה קובצי PDF.',
  hi:
    'यह सहमति इस दस्तावेज़ और इससे जुड़े संदेशों के लिए है। हस्ताक्षर करने तक मैं दस्तावेज़ को अस्वीकार करके या प्रेषक को बताकर ' +
    'इसे वापस ले सकता/सकती हूँ; जिस पर हस्ताक्षर हो चुके हैं, वह मान्य रहता है। हस्ताक्षर के बाद भी मैं प्रेषक से काग़ज़ी प्रति ' +
    'माँग सकता/सकती हूँ, और प्रेषक बताएगा कि उसका कोई शुल्क है या नहीं। मेरा ई-मेल पता बदलने पर मैं प्रेषक को सूचित ' +
    'करूँगा/करूँगी। दस्तावेज़ पढ़ने और सँभालकर रखने के लिए मुझे एक अद्यतन ब्राउज़र, एक ई-मेल पता और PDF फ़ाइलें दिखाने वाला ' +
    'प्रोग्राम चाहिए।',
  ja:
    'この同意は、この文書とこれに関するメッセージに適用されます。署名するまでは、文書を拒否するか送信者に伝えることで同意を撤回できます。署名したものは引き続き有効です。署名後も送信者に紙の文書を求めることができ、費用がかかるかどうかは送信者が知らせます。' +
    'メールアドレスが変わったときは送信者に知らせます。文書を読み、保管するには、最新のウェブブラウザー、メールアドレス、PDFファイルを表示できるプログラムが必要です。',
};

export type Consent = {
  readonly version: string;
  readonly language: Language;
  readonly text: string;
  readonly sha256: string;
};

/** Checks the hash of a consent text. The audit entry of a signature contains this hash. */
export const isConsentText = ({ version, text, sha256 }: Pick<Consent, 'version' | 'text' | 'sha256'>): boolean =>
  consentHash(version, text) === sha256;

export const consentHash = (version: string, text: string): string => sha256Hex(`${version}\n${text}`);

export type Shipped = Consent & { readonly validFrom: string; readonly validUntil: string | null };

const VERSIONS: readonly {
  version: string;
  from: string;
  until: string | null;
  textIn: (language: Language) => string;
}[] = [
  {
    version: '2026-11-28',
    from: '2026-11-28T00:00:00.000Z',
    until: null,
    // Japanese has no spaces between sentences.
    textIn: (language) => `${TEXTS[language]}${language === 'ja' ? '' : ' '}${DISCLOSURES[language]}`,
  },
  {
    version: '2026-11-01',
    from: '2026-11-01T00:00:00.000Z',
    until: '2026-11-28T00:00:00.000Z',
    textIn: (language) => TEXTS[language],
  },
];

/** The service's texts, newest version first. Older versions are kept because signatures refer to their hashes. */
export const SHIPPED: readonly Shipped[] = VERSIONS.flatMap(({ version, from, until, textIn }) =>
  ALL_LANGUAGES.map((language) => {
    const text = textIn(language);
    return { version, language, text, sha256: consentHash(version, text), validFrom: from, validUntil: until };
  }),
);

/** Returns the texts that were valid at a time. For a time before the first version, returns the oldest texts. */
export function shippedAt(time: Date): readonly Shipped[] {
  const at = time.toISOString();
  const valid = SHIPPED.filter(
    ({ validFrom, validUntil }) => validFrom <= at && (validUntil === null || at < validUntil),
  );
  return valid.length > 0 ? valid : SHIPPED.slice(-ALL_LANGUAGES.length);
}
