/** The language that a request asks for. */
import { type Language, languageOf } from '@countersign/contract/languages';
import Negotiator from 'negotiator';

const LONGEST_ACCEPT_LANGUAGE = 1000;

/** Returns the language that a page would choose from the browser's `navigator.languages`. */
export function languageAskedFor(header: string | undefined): Language {
  // The length of the header is limited, because parsing takes quadratic time. Browsers send a few dozen characters.
  const headers = { 'accept-language': header?.slice(0, LONGEST_ACCEPT_LANGUAGE) };
  return languageOf(new Negotiator({ headers }).languages()) ?? 'en';
}
