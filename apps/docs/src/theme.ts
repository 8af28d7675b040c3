/** Runs before the page is drawn, so that the page does not flash in the wrong color scheme. */
import { chosenScheme } from './scheme.ts';

const scheme = chosenScheme();
if (scheme) document.documentElement.dataset['mantineColorScheme'] = scheme;
