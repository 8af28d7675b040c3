/** Words of the pages that are added for signatures, in each language. */
import { type Language, languageOf } from '@countersign/contract/languages';

type SignaturePageWords = {
  /** The heading. */
  signatures: string;
  documentId: string;
  /** Caption of a slot; with `{n}`. */
  signatureNumber: string;
  /** With `{page}` and `{pages}`. */
  page: string;
};

const WORDS: Readonly<Record<Language, SignaturePageWords>> = {
  en: {
    signatures: 'Signatures',
    documentId: 'Document ID',
    signatureNumber: 'Signature {n}',
    page: 'Page {page} of {pages}',
  },
  de: {
    signatures: 'Unterschriften',
    documentId: 'Dokument-ID',
    signatureNumber: 'Unterschrift {n}',
    page: 'Seite {page} von {pages}',
  },
  fr: {
    signatures: 'Signatures',
    documentId: 'Identifiant du document',
    signatureNumber: 'Signature {n}',
    page: 'Page {page} sur {pages}',
  },
  es: {
    signatures: 'Firmas',
    documentId: 'ID del documento',
    signatureNumber: 'Firma {n}',
    page: 'Página {page} de {pages}',
  },
  pt: {
    signatures: 'Assinaturas',
    documentId: 'ID do documento',
    signatureNumber: 'Assinatura {n}',
    page: 'Página {page} de {pages}',
  },
  it: {
    signatures: 'Firme',
    documentId: 'ID del documento',
    signatureNumber: 'Firma {n}',
    page: 'Pagina {page} di {pages}',
  },
  nl: {
    signatures: 'Handtekeningen',
    documentId: 'Document-ID',
    signatureNumber: 'Handtekening {n}',
    page: 'Pagina {page} van {pages}',
  },
  pl: {
    signatures: 'Podpisy',
    documentId: 'Identyfikator dokumentu',
    signatureNumber: 'Podpis {n}',
    page: 'Strona {page} z {pages}',
  },
  ar: {
    signatures: 'التوقيعات',
    documentId: 'معرّف المستند',
    signatureNumber: 'التوقيع {n}',
    page: 'صفحة {page} من {pages}',
  },
  he: {
    signatures: 'חתימות',
    documentId: 'מזהה המסמך',
    signatureNumber: 'חתימה {n}',
    page: 'עמוד {page} מתוך {pages}',
  },
  hi: {
    signatures: 'हस्ताक्षर',
    documentId: 'दस्तावेज़ आईडी',
    signatureNumber: 'हस्ताक्षर {n}',
    page: 'पृष्ठ {page} / {pages}',
  },
  ja: { signatures: '署名', documentId: '文書ID', signatureNumber: '署名 {n}', page: '{page} / {pages} ページ' },
};

/** For a locale (BCP 47, `pt-BR`): in its language, or in English. */
export const signaturePageWords = (locale: string | null): SignaturePageWords =>
  WORDS[languageOf([locale ?? '']) ?? 'en'];
