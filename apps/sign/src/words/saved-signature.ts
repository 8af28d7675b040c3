/** The words around a signature that the signer's account keeps, complete in every language of the service. */
import type { Language } from '@countersign/contract/languages';

export type SavedSignatureWords = {
  /** The tab beside those for drawing, typing and uploading. */
  tab: string;
  picture: string;
  why: string;
  save: string;
  replaces: string;
  failed: string;
};

export const SAVED_SIGNATURE: Record<Language, SavedSignatureWords> = {
  en: {
    tab: 'Saved',
    picture: 'Your saved signature',
    why: 'From your account. It is offered because you are signed in; nobody else who has the link sees it.',
    save: 'Save it in my account for next time',
    replaces: 'It replaces the one saved there.',
    failed: 'It could not be saved. You can use it for this document all the same.',
  },
  de: {
    tab: 'Gespeichert',
    picture: 'Ihre gespeicherte Unterschrift',
    why: 'Aus Ihrem Konto. Sie wird angeboten, weil Sie angemeldet sind; sonst sieht sie niemand, der den Link hat.',
    save: 'In meinem Konto für das nächste Mal speichern',
    replaces: 'Sie ersetzt die dort gespeicherte.',
    failed: 'Sie konnte nicht gespeichert werden. Für dieses Dokument können Sie sie trotzdem verwenden.',
  },
  fr: {
    tab: 'Enregistrée',
    picture: 'Votre signature enregistrée',
    why: 'De votre compte. Elle est proposée parce que vous êtes connecté ; personne d’autre ayant le lien ne la voit.',
    save: 'L’enregistrer dans mon compte pour la prochaine fois',
    replaces: 'Elle remplace celle qui y est enregistrée.',
    failed: 'Elle n’a pas pu être enregistrée. Vous pouvez tout de même l’utiliser pour ce document.',
  },
  es: {
    tab: 'Guardada',
    picture: 'Su firma guardada',
    why: 'De su cuenta. Se ofrece porque ha iniciado sesión; nadie más que tenga el enlace la ve.',
    save: 'Guardarla en mi cuenta para la próxima vez',
    replaces: 'Sustituye a la que está guardada allí.',
    failed: 'No se ha podido guardar. Aun así puede usarla en este documento.',
  },
  it: {
    tab: 'Salvata',
    picture: 'La Sua firma salvata',
    why: 'Dal Suo account. È proposta perché Lei ha effettuato l’accesso; nessun altro che abbia il link la vede.',
    save: 'Salvala nel mio account per la prossima volta',
    replaces: 'Sostituisce quella salvata lì.',
    failed: 'Non è stato possibile salvarla. Può comunque usarla per questo documento.',
  },
  pt: {
    tab: 'Salva',
    picture: 'A sua assinatura salva',
    why: 'Da sua conta. Ela é oferecida porque você entrou na conta; ninguém mais que tenha o link a vê.',
    save: 'Salvá-la na minha conta para a próxima vez',
    replaces: 'Ela substitui a que está salva lá.',
    failed: 'Não foi possível salvá-la. Mesmo assim, você pode usá-la neste documento.',
  },
  nl: {
    tab: 'Bewaard',
    picture: 'Uw bewaarde handtekening',
    why: 'Uit uw account. Ze wordt aangeboden omdat u bent ingelogd; niemand anders met de link ziet haar.',
    save: 'Voor de volgende keer in mijn account bewaren',
    replaces: 'Ze vervangt de handtekening die daar is bewaard.',
    failed: 'Ze kon niet worden bewaard. U kunt haar toch voor dit document gebruiken.',
  },
  pl: {
    tab: 'Zapisany',
    picture: 'Twój zapisany podpis',
    why: 'Z Twojego konta. Proponujemy go, bo jesteś zalogowany; nikt inny, kto ma link, go nie widzi.',
    save: 'Zapisz go na moim koncie na następny raz',
    replaces: 'Zastąpi podpis, który jest tam zapisany.',
    failed: 'Nie udało się go zapisać. Możesz mimo to użyć go w tym dokumencie.',
  },
  ja: {
    tab: '保存済み',
    picture: '保存済みの署名',
    why: 'あなたのアカウントの署名です。ログインしているため表示されています。リンクを持つ他の人には表示されません。',
    save: '次回のためにアカウントに保存する',
    replaces: '保存済みの署名と置き換わります。',
    failed: '保存できませんでした。この文書にはそのまま使えます。',
  },
  hi: {
    tab: 'सहेजा हुआ',
    picture: 'आपका सहेजा हुआ हस्ताक्षर',
    why: 'आपके खाते से। यह इसलिए दिखाया गया है क्योंकि आप साइन इन हैं; लिंक रखने वाला कोई और इसे नहीं देखता।',
    save: 'अगली बार के लिए मेरे खाते में सहेजें',
    replaces: 'यह वहाँ सहेजे हुए हस्ताक्षर की जगह ले लेगा।',
    failed: 'इसे सहेजा नहीं जा सका। फिर भी आप इसे इस दस्तावेज़ के लिए इस्तेमाल कर सकते हैं।',
  },
  ar: {
    tab: 'المحفوظ',
    picture: 'توقيعك المحفوظ',
    why: 'من حسابك. يُعرض لأنك سجّلت الدخول؛ ولا يراه أي شخص آخر لديه الرابط.',
    save: 'حفظه في حسابي للمرة القادمة',
    replaces: 'سيحل محل التوقيع المحفوظ هناك.',
    failed: 'تعذّر حفظه. يمكنك مع ذلك استخدامه في هذا المستند.',
  },
  he: {
    tab: 'השמורה',
    picture: 'החתימה השמורה שלך',
    why: 'מהחשבון שלך. היא מוצעת כי נכנסת לחשבון; אף אחד אחר שיש לו הקישור אינו רואה אותה.',
    save: 'לשמור אותה בחשבון שלי לפעם הבאה',
    replaces: 'היא תחליף את החתימה השמורה שם.',
    failed: 'לא ניתן היה לשמור אותה. אפשר בכל זאת להשתמש בה במסמך הזה.',
  },
};
