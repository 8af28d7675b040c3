/**
 * Words in documents that describe the blank beside them, in the languages of the service. The words for one kind are
 * alternatives. In languages that separate words, an alternative matches only whole words.
 */
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';

export type LabelKind = 'signature' | 'initials' | 'date' | 'name' | 'email' | 'company' | 'job-title';

const WORDS: Record<Language, Record<LabelKind, readonly string[]>> = {
  en: {
    signature: ['signature', 'signatures', 'signed', 'signed by', 'sign', 'sign here', 'signatory', 'by'],
    initials: ['initials', 'initial', 'initial here'],
    date: ['date', 'dated', 'date signed', 'date of signature'],
    name: ['name', 'print name', 'printed name', 'full name', 'name of signatory'],
    email: ['email', 'e-mail', 'email address', 'e-mail address'],
    company: ['company', 'company name', 'organization', 'organisation', 'employer', 'name of company'],
    'job-title': ['title', 'job title', 'position', 'its', 'capacity', 'role'],
  },
  de: {
    signature: ['unterschrift', 'unterschriften', 'unterzeichnet', 'gezeichnet', 'unterzeichner'],
    initials: ['paraphe', 'kürzel', 'initialen'],
    date: ['datum', 'ort, datum', 'ort und datum', 'datum der unterschrift', 'unterschriftsdatum'],
    name: ['name', 'vorname', 'nachname', 'vor- und nachname', 'name in druckbuchstaben', 'name in blockschrift'],
    email: ['e-mail', 'email', 'e-mail-adresse'],
    company: ['firma', 'unternehmen', 'firmenname', 'gesellschaft', 'arbeitgeber'],
    'job-title': ['funktion', 'position', 'berufsbezeichnung', 'titel', 'stellung'],
  },
  fr: {
    signature: ['signature', 'signatures', 'signé', 'signé par', 'signataire'],
    initials: ['paraphe', 'paraphes', 'initiales'],
    date: ['date', 'fait le', 'le', 'date de signature', 'date de la signature'],
    name: ['nom', 'prénom', 'nom et prénom', 'nom, prénom', 'nom complet', 'nom du signataire'],
    email: ['e-mail', 'email', 'courriel', 'adresse e-mail', 'adresse électronique'],
    company: ['société', 'entreprise', 'raison sociale', 'employeur', 'organisation'],
    'job-title': ['fonction', 'qualité', 'titre', 'poste'],
  },
  es: {
    signature: ['firma', 'firmas', 'firmado', 'firmado por', 'firmante'],
    initials: ['iniciales', 'rúbrica'],
    date: ['fecha', 'fecha de firma', 'fecha de la firma', 'lugar y fecha'],
    name: ['nombre', 'apellidos', 'nombre y apellidos', 'nombre completo', 'nombre del firmante'],
    email: ['correo electrónico', 'correo', 'e-mail', 'email'],
    company: ['empresa', 'compañía', 'razón social', 'sociedad', 'organización'],
    'job-title': ['cargo', 'puesto', 'título'],
  },
  it: {
    signature: ['firma', 'firme', 'firmato', 'firmato da', 'firmatario', 'sottoscrizione'],
    initials: ['sigla', 'iniziali'],
    date: ['data', 'luogo e data', 'data della firma', 'data di firma'],
    name: ['nome', 'cognome', 'nome e cognome', 'nome completo', 'nominativo'],
    email: ['e-mail', 'email', 'posta elettronica', 'indirizzo e-mail'],
    company: ['azienda', 'società', 'ragione sociale', 'impresa', 'ditta'],
    'job-title': ['qualifica', 'carica', 'ruolo', 'titolo', 'funzione'],
  },
  pt: {
    signature: ['assinatura', 'assinaturas', 'assinado', 'assinado por', 'signatário'],
    initials: ['rubrica', 'iniciais'],
    date: ['data', 'local e data', 'data da assinatura', 'data de assinatura'],
    name: ['nome', 'nome completo', 'nome do signatário', 'apelido', 'sobrenome'],
    email: ['e-mail', 'email', 'correio eletrónico', 'correio eletrônico', 'endereço de e-mail'],
    company: ['empresa', 'companhia', 'razão social', 'sociedade', 'organização'],
    'job-title': ['cargo', 'função', 'título'],
  },
  nl: {
    signature: ['handtekening', 'handtekeningen', 'ondertekend', 'ondertekend door', 'ondertekenaar', 'getekend'],
    initials: ['paraaf', 'initialen'],
    date: ['datum', 'plaats en datum', 'datum van ondertekening', 'datum ondertekening'],
    name: ['naam', 'voornaam', 'achternaam', 'volledige naam', 'naam ondertekenaar'],
    email: ['e-mail', 'email', 'e-mailadres'],
    company: ['bedrijf', 'bedrijfsnaam', 'onderneming', 'organisatie', 'werkgever'],
    'job-title': ['functie', 'titel', 'hoedanigheid'],
  },
  pl: {
    signature: ['podpis', 'podpisy', 'podpisano', 'podpisano przez', 'podpisujący', 'czytelny podpis'],
    initials: ['parafa', 'inicjały'],
    date: ['data', 'data podpisu', 'data podpisania', 'miejscowość i data', 'miejscowość, data'],
    name: ['imię', 'nazwisko', 'imię i nazwisko', 'imiona i nazwisko'],
    email: ['e-mail', 'email', 'adres e-mail'],
    company: ['firma', 'nazwa firmy', 'spółka', 'przedsiębiorstwo', 'pracodawca'],
    'job-title': ['stanowisko', 'funkcja', 'tytuł'],
  },
  ja: {
    signature: ['署名', 'ご署名', 'サイン', '署名欄', '記名押印', '捺印'],
    initials: ['イニシャル'],
    date: ['日付', '署名日', '年月日', '締結日', '記入日'],
    name: ['氏名', 'お名前', '名前', 'ご氏名'],
    email: ['メールアドレス', '電子メール', 'eメール'],
    company: ['会社名', '社名', '会社', '法人名', '勤務先'],
    'job-title': ['役職', '肩書', '役職名'],
  },
  hi: {
    signature: ['हस्ताक्षर', 'दस्तखत', 'हस्ताक्षरकर्ता'],
    initials: ['आद्याक्षर'],
    date: ['दिनांक', 'तारीख', 'तिथि'],
    name: ['नाम', 'पूरा नाम'],
    email: ['ईमेल', 'ई-मेल', 'ईमेल पता'],
    company: ['कंपनी', 'संस्था', 'कंपनी का नाम', 'संगठन'],
    'job-title': ['पद', 'पदनाम'],
  },
  ar: {
    signature: ['التوقيع', 'توقيع', 'الموقع', 'الإمضاء'],
    initials: ['الأحرف الأولى'],
    date: ['التاريخ', 'تاريخ', 'تاريخ التوقيع'],
    name: ['الاسم', 'الاسم الكامل', 'اسم الموقع'],
    email: ['البريد الإلكتروني', 'بريد إلكتروني'],
    company: ['الشركة', 'اسم الشركة', 'المؤسسة', 'جهة العمل'],
    'job-title': ['المنصب', 'المسمى الوظيفي', 'الوظيفة', 'الصفة'],
  },
  he: {
    signature: ['חתימה', 'חתימת', 'חתום', 'החותם'],
    initials: ['ראשי תיבות'],
    date: ['תאריך', 'תאריך חתימה', 'תאריך החתימה'],
    name: ['שם', 'שם מלא', 'שם החותם', 'שם פרטי', 'שם משפחה'],
    email: ['דוא"ל', 'דואר אלקטרוני', 'אימייל'],
    company: ['חברה', 'שם החברה', 'ארגון', 'מעסיק'],
    'job-title': ['תפקיד', 'תואר'],
  },
};

/**
 * Frequent words that reveal the language of a document. The same label can differ by language: "Firma" means a
 * signature in one language and a company in another.
 */
const FREQUENT: Record<Language, readonly string[]> = {
  en: ['the', 'and', 'of', 'to', 'this', 'is'],
  de: ['der', 'die', 'und', 'das', 'ist', 'mit', 'von'],
  fr: ['le', 'la', 'les', 'et', 'des', 'du', 'est'],
  es: ['el', 'los', 'las', 'por', 'este', 'y', 'del'],
  it: ['il', 'della', 'di', 'per', 'che', 'alla', 'e'],
  pt: ['o', 'os', 'do', 'da', 'com', 'não', 'ao'],
  nl: ['het', 'een', 'van', 'deze', 'op', 'met', 'en'],
  pl: ['w', 'na', 'się', 'za', 'jest', 'oraz', 'umowy'],
  ja: [],
  hi: [],
  ar: [],
  he: [],
};

/** Matches scripts without spaces between words, and scripts whose words may be split when text is read from a PDF. */
const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Converts to lower case, collapses spaces, and removes punctuation around words. */
export function plain(text: string): string {
  const line = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[_.…:()[\]*]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return JOINED.test(line) ? line.replaceAll(' ', '') : line;
}

/**
 * The kind of field that a piece of text names, and where the name occurs: as the whole text, in its first or last
 * words, or somewhere within it.
 */
export type Named = { readonly kind: LabelKind; readonly how: 'whole' | 'edge' | 'within' };
/** The maximum length of a label. Longer text is a sentence. */
const MAX_LABEL = 300;

type Known = { readonly kind: LabelKind; readonly word: string };

/** The labels of a document in the languages in which it may be written. */
export class Labels {
  /** The known labels. The longest labels come first, so that "date of signature" is a date. */
  readonly #known: readonly Known[];
  /** Cached, because each piece of text is compared with every blank near it. */
  readonly #cache = new Map<string, Named | undefined>();

  /** @param text the text of the document, or its beginning */
  constructor(text: string) {
    const languages = languagesOf(text);
    this.#known = languages
      .flatMap((language) =>
        (Object.entries(WORDS[language]) as [LabelKind, readonly string[]][]).flatMap(([kind, words]) =>
          words.map((word) => ({ kind, word: plain(word) })),
        ),
      )
      .toSorted((a, b) => b.word.length - a.word.length);
  }

  kindNamedBy(text: string): Named | undefined {
    if (text.length > MAX_LABEL) return undefined;
    if (!this.#cache.has(text)) this.#cache.set(text, this.#read(text));
    return this.#cache.get(text);
  }

  #read(text: string): Named | undefined {
    const line = plain(text);
    if (line === '') return undefined;
    const whole = this.#known.find(({ word }) => word === line);
    if (whole) return { kind: whole.kind, how: 'whole' };
    const named = this.#partOf(line);
    // "Signature date" is the label of a date field, and "Date, signature" is the label of a signature field.
    const isDate = named?.kind === 'signature' && !/[,/&;]/u.test(line) && this.#partOf(line, 'date')?.how === 'edge';
    return isDate ? { kind: 'date', how: 'edge' } : named;
  }

  #partOf(line: string, only?: LabelKind): Named | undefined {
    let within: Named | undefined;
    for (const { kind, word } of this.#known) {
      if (only !== undefined && kind !== only) continue;
      const at = positionOf(line, word);
      if (at < 0) continue;
      const isEdge = at === 0 || at + word.length === line.length;
      // Short words, such as "by" or "its", are labels only if they are the whole line or the beginning of a short
      // line.
      if (word.length < 4 && !JOINED.test(word) && (at > 0 || line.length > 24)) continue;
      if (isEdge) return { kind, how: 'edge' };
      within ??= { kind, how: 'within' };
    }
    return within;
  }
}

/**
 * Returns the most likely language and English, because many forms repeat their labels in English. Returns all
 * languages if the text does not reveal any.
 */
function languagesOf(text: string): readonly Language[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = ALL_LANGUAGES.map((language) => {
    const frequent = new Set(FREQUENT[language]);
    return { language, count: words.filter((word) => frequent.has(word)).length };
  }).toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (!first || first.count < 3 || first.count < 1.5 * (second?.count ?? 0)) return ALL_LANGUAGES;
  return ALL_LANGUAGES.filter(
    (language) => language === 'en' || language === first.language || FREQUENT[language].length === 0,
  );
}

function positionOf(line: string, word: string): number {
  if (JOINED.test(word)) return line.indexOf(word);
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
    if (!isLetter(line[at - 1]) && !isLetter(line[at + word.length])) return at;
  return -1;
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);
