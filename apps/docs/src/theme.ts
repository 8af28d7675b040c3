/** Runs before the page is drawn, so that a chosen color scheme does not flash. */
import { chosenScheme } from './scheme.ts';

const scheme = chosenScheme();
if (scheme) document.documentElement.dataset['mantineColorScheme'] = scheme;
