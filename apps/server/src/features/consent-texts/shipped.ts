/**
 * What a signer agrees to before signing, in the language that the sender named for them, where the organization has no text of its
 * own. A changed text is a new version; the hash of version and text stands in every signature's audit entry.
 */
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { sha256Hex } from '../../platform/crypto/tokens.ts';

const VERSION = '2026-11-01';

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

export type Consent = {
  readonly version: string;
  readonly language: Language;
  readonly text: string;
  readonly sha256: string;
};

/** What stands in the audit entry of a signature: whoever has the text and its version can compute it. */
export const isConsentText = ({ version, text, sha256 }: Pick<Consent, 'version' | 'text' | 'sha256'>): boolean =>
  consentHash(version, text) === sha256;

export const consentHash = (version: string, text: string): string => sha256Hex(`${version}\n${text}`);

/** Since when they are given. Of another version the older one stays here, with the end of its validity. */
export const SHIPPED_FROM = '2026-11-01T00:00:00.000Z';
export const SHIPPED: readonly Consent[] = ALL_LANGUAGES.map((language) => {
  const text = TEXTS[language];
  return { version: VERSION, language, text, sha256: consentHash(VERSION, text) };
});
