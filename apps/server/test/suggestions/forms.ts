/**
 * Draws contracts and forms as HTML, with the blanks that a person would turn into fields. This file shares no code and
 * no word lists with the detector. The labels are those of real forms, and the detector's word lists do not contain all
 * of them.
 */
import { ALL_LANGUAGES, directionOf, type Language } from '@countersign/contract/languages';

export type DrawnForm = { readonly name: string; readonly html: string };

type Kind = 'signature' | 'date' | 'name' | 'email' | 'company' | 'job-title' | 'initials';
type Texts = Record<Exclude<Kind, 'initials'>, readonly string[]> & {
  title: string;
  body: readonly string[];
  /** The sentence, in which each @ marks a blank. */
  sentence: string;
  consent: string;
  filled: readonly string[];
  columns: readonly string[];
  other: string;
};

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Consulting agreement and signature page',
    body: [
      'The parties sign this agreement on the date of the last signature. Notices by e-mail count as written notices.',
      'The name of the company may be used in publications only after the company has agreed in writing.',
    ],
    sentence: 'The work begins on @ and the fee is @ per month.',
    consent: 'I have read the terms and agree to them',
    filled: ['Project: Harbour Bridge', 'Contract number: 2026-114', 'Prepared by: Legal department'],
    columns: ['Item', 'Date', 'Amount'],
    other: 'Place of work',
    signature: ['Signature', 'Signed', "Contractor's signature", 'By', 'Authorized signature', 'Signature of employee'],
    date: ['Date', 'Dated', 'Date of signature', 'Signature date'],
    name: ['Name', 'Print name', 'Full name', 'Name (please print)', 'First and last name'],
    email: ['E-mail', 'Email address', 'Contact email'],
    company: ['Company', 'Company name', 'Organization'],
    'job-title': ['Title', 'Position', 'Its', 'Job title'],
  },
  de: {
    title: 'Dienstvertrag mit Unterschriftenseite',
    body: [
      'Dieser Vertrag gilt ab dem Datum der letzten Unterschrift. Mitteilungen per E-Mail genügen der Schriftform.',
      'Der Name der Firma darf nur mit ihrer Zustimmung veröffentlicht werden.',
    ],
    sentence: 'Die Arbeit beginnt am @ und wird mit @ Euro vergütet.',
    consent: 'Ich habe die Bedingungen gelesen und stimme ihnen zu',
    filled: ['Projekt: Hafenbrücke', 'Vertragsnummer: 2026-114', 'Erstellt von: Rechtsabteilung'],
    columns: ['Position', 'Datum', 'Betrag'],
    other: 'Arbeitsort',
    signature: [
      'Unterschrift',
      'Unterschrift Arbeitnehmer',
      'Unterschrift des Auftraggebers',
      'Stempel und Unterschrift',
    ],
    date: ['Datum', 'Ort, Datum', 'Datum der Unterschrift'],
    name: ['Name', 'Vor- und Nachname', 'Name in Druckbuchstaben', 'Vorname, Name'],
    email: ['E-Mail', 'E-Mail-Adresse'],
    company: ['Firma', 'Unternehmen', 'Name der Firma'],
    'job-title': ['Funktion', 'Position', 'Stellung im Betrieb'],
  },
  fr: {
    title: 'Contrat de prestation et page de signature',
    body: [
      'Les parties signent le présent contrat à la date de la dernière signature. Les avis par e-mail valent écrit.',
      'Le nom de la société ne peut être publié sans son accord écrit.',
    ],
    sentence: 'Le travail commence le @ pour un montant de @ euros.',
    consent: 'J’ai lu les conditions et je les accepte',
    filled: ['Projet : Pont du port', 'Numéro de contrat : 2026-114'],
    columns: ['Poste', 'Date', 'Montant'],
    other: 'Lieu de travail',
    signature: ['Signature', 'Signature du client', 'Signature de l’employeur', 'Lu et approuvé, signature'],
    date: ['Date', 'Fait le', 'Date de signature'],
    name: ['Nom', 'Nom et prénom', 'Nom du signataire', 'Prénom'],
    email: ['E-mail', 'Adresse e-mail', 'Courriel'],
    company: ['Société', 'Raison sociale', 'Entreprise'],
    'job-title': ['Fonction', 'Qualité', 'Poste occupé'],
  },
  es: {
    title: 'Contrato de servicios y página de firmas',
    body: [
      'Las partes firman este contrato en la fecha de la última firma. Los avisos por correo electrónico son válidos.',
      'El nombre de la empresa solo puede publicarse con su consentimiento.',
    ],
    sentence: 'El trabajo comienza el @ por un importe de @ euros.',
    consent: 'He leído las condiciones y las acepto',
    filled: ['Proyecto: Puente del puerto', 'Número de contrato: 2026-114'],
    columns: ['Concepto', 'Fecha', 'Importe'],
    other: 'Lugar de trabajo',
    signature: ['Firma', 'Firma del cliente', 'Firmado por', 'Firma del trabajador'],
    date: ['Fecha', 'Lugar y fecha', 'Fecha de la firma'],
    name: ['Nombre', 'Nombre y apellidos', 'Nombre completo'],
    email: ['Correo electrónico', 'E-mail'],
    company: ['Empresa', 'Razón social'],
    'job-title': ['Cargo', 'Puesto'],
  },
  it: {
    title: 'Contratto di consulenza e pagina delle firme',
    body: [
      'Le parti firmano il presente contratto alla data dell’ultima firma. Le comunicazioni via e-mail sono valide.',
      'Il nome della società può essere pubblicato solo con il suo consenso.',
    ],
    sentence: 'Il lavoro inizia il @ per un importo di @ euro.',
    consent: 'Ho letto le condizioni e le accetto',
    filled: ['Progetto: Ponte del porto', 'Numero di contratto: 2026-114'],
    columns: ['Voce', 'Data', 'Importo'],
    other: 'Luogo di lavoro',
    signature: ['Firma', 'Firma del cliente', 'Firma del dipendente', 'Timbro e firma'],
    date: ['Data', 'Luogo e data', 'Data della firma'],
    name: ['Nome', 'Nome e cognome', 'Cognome'],
    email: ['E-mail', 'Indirizzo e-mail'],
    company: ['Azienda', 'Ragione sociale', 'Società'],
    'job-title': ['Qualifica', 'Ruolo', 'Carica'],
  },
  pt: {
    title: 'Contrato de prestação de serviços e página de assinaturas',
    body: [
      'As partes assinam este contrato na data da última assinatura. Avisos por e-mail são válidos.',
      'O nome da empresa só pode ser publicado com o seu consentimento.',
    ],
    sentence: 'O trabalho começa em @ pelo valor de @ euros.',
    consent: 'Li as condições e aceito-as',
    filled: ['Projeto: Ponte do porto', 'Número do contrato: 2026-114'],
    columns: ['Item', 'Data', 'Valor'],
    other: 'Local de trabalho',
    signature: ['Assinatura', 'Assinatura do cliente', 'Assinado por', 'Assinatura do contratado'],
    date: ['Data', 'Local e data', 'Data da assinatura'],
    name: ['Nome', 'Nome completo', 'Nome do responsável'],
    email: ['E-mail', 'Endereço de e-mail'],
    company: ['Empresa', 'Razão social'],
    'job-title': ['Cargo', 'Função'],
  },
  nl: {
    title: 'Overeenkomst van opdracht en pagina voor handtekeningen',
    body: [
      'Partijen ondertekenen deze overeenkomst op de datum van de laatste handtekening. Berichten per e-mail gelden.',
      'De naam van het bedrijf mag alleen met toestemming worden gepubliceerd.',
    ],
    sentence: 'Het werk begint op @ en kost @ euro per maand.',
    consent: 'Ik heb de voorwaarden gelezen en ga akkoord',
    filled: ['Project: Havenbrug', 'Contractnummer: 2026-114'],
    columns: ['Post', 'Datum', 'Bedrag'],
    other: 'Werkplek',
    signature: ['Handtekening', 'Handtekening opdrachtgever', 'Ondertekend door'],
    date: ['Datum', 'Plaats en datum', 'Datum ondertekening'],
    name: ['Naam', 'Voor- en achternaam', 'Naam ondertekenaar'],
    email: ['E-mail', 'E-mailadres'],
    company: ['Bedrijf', 'Bedrijfsnaam', 'Organisatie'],
    'job-title': ['Functie', 'Hoedanigheid'],
  },
  pl: {
    title: 'Umowa o świadczenie usług i strona podpisów',
    body: [
      'Strony podpisują umowę w dniu ostatniego podpisu. Zawiadomienia pocztą e-mail są ważne.',
      'Nazwa firmy może być publikowana tylko za jej zgodą.',
    ],
    sentence: 'Praca rozpoczyna się @ za kwotę @ złotych.',
    consent: 'Znam warunki i wyrażam na nie zgodę',
    filled: ['Projekt: Most portowy', 'Numer umowy: 2026-114'],
    columns: ['Pozycja', 'Data', 'Kwota'],
    other: 'Miejsce pracy',
    signature: ['Podpis', 'Podpis zleceniodawcy', 'Czytelny podpis', 'Podpis pracownika'],
    date: ['Data', 'Miejscowość i data', 'Data podpisania'],
    name: ['Imię i nazwisko', 'Nazwisko', 'Imię i nazwisko (drukowanymi)'],
    email: ['E-mail', 'Adres e-mail'],
    company: ['Firma', 'Nazwa firmy'],
    'job-title': ['Stanowisko', 'Funkcja'],
  },
  ja: {
    title: '業務委託契約書 署名ページ',
    body: [
      '本契約は最後の署名の日付から有効です。通知は電子メールで行うことができます。',
      '会社の名称は書面による同意なしに公表できません。',
    ],
    sentence: '業務は @ に開始し、報酬は月額 @ 円とします。',
    consent: '条件を読み、同意します',
    filled: ['案件：港の橋', '契約番号：2026-114'],
    columns: ['項目', '日付', '金額'],
    other: '勤務地',
    signature: ['署名', 'ご署名', '署名（自署）', '委託者署名'],
    date: ['日付', '署名日', '契約締結日'],
    name: ['氏名', 'お名前', '氏名（漢字）'],
    email: ['メールアドレス', '電子メール'],
    company: ['会社名', '法人名'],
    'job-title': ['役職', '役職名'],
  },
  hi: {
    title: 'सेवा अनुबंध और हस्ताक्षर पृष्ठ',
    body: [
      'यह अनुबंध अंतिम हस्ताक्षर की तारीख से लागू होता है। ईमेल से दी गई सूचना मान्य है।',
      'कंपनी का नाम लिखित सहमति के बिना प्रकाशित नहीं किया जा सकता।',
    ],
    sentence: 'कार्य @ को आरंभ होगा और शुल्क @ रुपये होगा।',
    consent: 'मैंने शर्तें पढ़ी हैं और उनसे सहमत हूँ',
    filled: ['परियोजना: बंदरगाह पुल', 'अनुबंध संख्या: 2026-114'],
    columns: ['मद', 'तारीख', 'राशि'],
    other: 'कार्य स्थान',
    signature: ['हस्ताक्षर', 'ग्राहक के हस्ताक्षर', 'कर्मचारी के हस्ताक्षर'],
    date: ['दिनांक', 'तारीख', 'हस्ताक्षर की तारीख'],
    name: ['नाम', 'पूरा नाम'],
    email: ['ईमेल', 'ईमेल पता'],
    company: ['कंपनी', 'कंपनी का नाम'],
    'job-title': ['पदनाम', 'पद'],
  },
  ar: {
    title: 'عقد خدمات وصفحة التوقيع',
    body: [
      'يسري هذا العقد من تاريخ آخر توقيع. الإشعارات عبر البريد الإلكتروني صالحة.',
      'لا يجوز نشر اسم الشركة إلا بموافقة خطية منها.',
    ],
    sentence: 'يبدأ العمل في @ مقابل مبلغ قدره @ شهريا.',
    consent: 'قرأت الشروط وأوافق عليها',
    filled: ['المشروع: جسر الميناء', 'رقم العقد: 2026-114'],
    columns: ['البند', 'التاريخ', 'المبلغ'],
    other: 'مكان العمل',
    signature: ['التوقيع', 'توقيع العميل', 'توقيع الموظف'],
    date: ['التاريخ', 'تاريخ التوقيع'],
    name: ['الاسم', 'الاسم الكامل'],
    email: ['البريد الإلكتروني'],
    company: ['الشركة', 'اسم الشركة'],
    'job-title': ['المنصب', 'المسمى الوظيفي'],
  },
  he: {
    title: 'הסכם שירותים ועמוד חתימות',
    body: [
      'הסכם זה נכנס לתוקף בתאריך החתימה האחרונה. הודעות בדואר אלקטרוני תקפות.',
      'אין לפרסם את שם החברה ללא הסכמתה בכתב.',
    ],
    sentence: 'העבודה תתחיל ביום @ בתמורה לסך @ לחודש.',
    consent: 'קראתי את התנאים ואני מסכים להם',
    filled: ['פרויקט: גשר הנמל', 'מספר חוזה: 2026-114'],
    columns: ['פריט', 'תאריך', 'סכום'],
    other: 'מקום העבודה',
    signature: ['חתימה', 'חתימת הלקוח', 'חתימת העובד'],
    date: ['תאריך', 'תאריך החתימה'],
    name: ['שם', 'שם מלא'],
    email: ['דואר אלקטרוני'],
    company: ['חברה', 'שם החברה'],
    'job-title': ['תפקיד'],
  },
};

const FORMS = 50;
/** Returns numbers from a linear congruential generator, so that the same forms are drawn every time. */
function numbers(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export function drawForms(seed: number): DrawnForm[] {
  return Array.from({ length: FORMS }, (_, index) => {
    const language = ALL_LANGUAGES[index % ALL_LANGUAGES.length] ?? 'en';
    return { name: `${index} ${language}`, html: new Drawing(language, numbers(seed * 1000 + index)).html() };
  });
}

type Style = 'rule' | 'caption' | 'underscores' | 'dots' | 'frame' | 'row' | 'space' | 'above';
const STYLES: readonly Style[] = ['rule', 'caption', 'underscores', 'dots', 'frame', 'row', 'space', 'above'];

class Drawing {
  readonly #texts: Texts;
  readonly #language: Language;
  readonly #random: () => number;

  constructor(language: Language, random: () => number) {
    this.#language = language;
    this.#texts = TEXTS[language];
    this.#random = random;
  }

  html(): string {
    const { title, body, consent, filled, sentence } = this.#texts;
    const parts = [`<h1${this.#chance(0.4) ? ' style="text-decoration:underline"' : ''}>${title}</h1>`];
    if (this.#chance(0.5)) parts.push('<hr>');
    for (const text of body) parts.push(`<p>${text}</p>`);
    if (this.#chance(0.5)) parts.push(...filled.map((text) => `<div class="line">${text}</div>`));
    if (this.#chance(0.5)) parts.push(this.#table());
    if (this.#chance(0.4)) parts.push(`<p>${sentence.replaceAll('@', () => this.#underscores('any', 14))}</p>`);
    if (this.#chance(0.4))
      parts.push(`<div class="line"><span class="square" data-kind="checkbox"></span> ${consent}</div>`);
    const style = this.#one(STYLES);
    const blocks = this.#chance(0.5) ? 2 : 1;
    // Only the shorter layouts fit into two columns.
    const columns = blocks === 2 && style !== 'underscores' && style !== 'dots' && this.#chance(0.6);
    parts.push(`<div class="${columns ? 'columns' : ''}">`);
    for (let at = 0; at < blocks; at += 1) parts.push(`<div class="block">${this.#block(style)}</div>`);
    parts.push('</div><footer>1 / 1</footer>');
    return `<!doctype html><html lang="${this.#language}" dir="${directionOf(this.#language)}"><meta charset="utf-8"><body>${parts.join('\n')}</body></html>`;
  }

  #block(style: Style): string {
    const kinds: Kind[] = ['signature', 'date', 'name'];
    for (const more of ['company', 'job-title', 'email'] as const) if (this.#chance(0.35)) kinds.push(more);
    const fields = this.#chance(0.5) ? kinds.toReversed() : kinds;
    const drawn = fields.map((kind) =>
      this.#field(style, kind, this.#one(this.#texts[kind as keyof Texts] as string[])),
    );
    if (this.#chance(0.3) && style !== 'caption' && style !== 'above' && style !== 'space')
      drawn.push(this.#field(style, 'text', this.#texts.other));
    return style === 'row' ? `<table class="rows">${drawn.join('')}</table>` : drawn.join('\n');
  }

  #field(style: Style, kind: Kind | 'text', label: string): string {
    const tall = kind === 'signature' ? 44 : 22;
    switch (style) {
      case 'rule':
        return `<div class="field"><span>${label}:</span><span class="rule" style="height:${tall}px" data-kind="${kind}"></span></div>`;
      case 'caption':
        return `<div class="stack"><div class="rule wide" style="height:${tall + 8}px" data-kind="${kind}"></div><small>${label}</small></div>`;
      case 'above':
        return `<div class="stack"><small>${label}</small><div class="rule wide" style="height:${tall}px" data-kind="${kind}"></div></div>`;
      case 'underscores':
        return `<div class="field"><span>${label}:</span> ${this.#underscores(kind, 30)}</div>`;
      case 'dots':
        return `<div class="field"><span>${label}</span> <span data-kind="${kind}">${'.'.repeat(60)}</span></div>`;
      case 'frame':
        return `<div class="stack"><small>${label}</small><div class="frame" style="height:${tall + 6}px" data-kind="${kind}"></div></div>`;
      case 'row':
        return `<tr><td class="label">${label}</td><td data-kind="${kind}" style="height:${tall + 4}px"></td></tr>`;
      case 'space':
        return `<div class="field" style="margin:${tall / 2}px 0"><span>${label}:</span><span class="empty" data-kind="${kind}"></span></div>`;
    }
  }

  #underscores(kind: string, count: number): string {
    return `<span data-kind="${kind}" style="white-space:nowrap">${'_'.repeat(count)}</span>`;
  }

  #table(): string {
    const { columns } = this.#texts;
    const rows = [1, 2].map(
      (row) => `<tr><td>${columns[0]} ${row}</td><td>2026-0${row}-14</td><td>${row * 450}.00</td></tr>`,
    );
    return `<table class="data"><tr>${columns.map((column) => `<th>${column}</th>`).join('')}</tr>${rows.join('')}</table>`;
  }

  #chance = (share: number): boolean => this.#random() < share;
  #one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

/** The page is A4 at 96 pixels per inch. */
export const FORM_STYLE = `
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0; padding: 60px; font: 14px/1.5 'Noto Sans', 'Noto Sans JP Variable', sans-serif; box-sizing: border-box; height: 1120px; position: relative }
h1 { font-size: 22px } hr { border: 0; border-top: 1px solid #000 }
.line { margin: 6px 0 } .columns { display: flex; gap: 40px } .columns > .block { flex: 1 } .block { margin-top: 26px }
.field { display: flex; align-items: flex-end; gap: 8px; margin: 12px 0 }
.field > span:first-child { white-space: nowrap } .rule { border-bottom: 1px solid #000; flex: 1; max-width: 300px }
.stack { margin: 14px 0 } .stack > small { display: block; font-size: 11px } .wide { width: 240px; max-width: 100% }
.frame { border: 1px solid #444; width: 260px; max-width: 95% } .empty { flex: 1; min-width: 160px; height: 20px }
.square { display: inline-block; width: 13px; height: 13px; border: 1px solid #000; vertical-align: -2px; margin-inline-end: 6px }
table { border-collapse: collapse; margin: 12px 0 } td, th { border: 1px solid #666; padding: 4px 10px; text-align: start }
.rows { width: 100% } .rows .label { width: 38% } footer { position: absolute; bottom: 20px; inset-inline-start: 60px; font-size: 11px }
`;
