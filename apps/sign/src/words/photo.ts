/** On a device with a camera: a file for a field as a picture taken on the spot. */
import type { Language } from '@countersign/contract/languages';

export const PHOTO: Record<Language, { take: string }> = {
  en: { take: 'Take a photo' },
  de: { take: 'Foto aufnehmen' },
  fr: { take: 'Prendre une photo' },
  es: { take: 'Hacer una foto' },
  it: { take: 'Scatta una foto' },
  pt: { take: 'Tirar uma foto' },
  nl: { take: 'Foto maken' },
  pl: { take: 'Zrób zdjęcie' },
  ja: { take: '写真を撮る' },
  hi: { take: 'फ़ोटो लें' },
  ar: { take: 'التقاط صورة' },
  he: { take: 'לצלם תמונה' },
};
