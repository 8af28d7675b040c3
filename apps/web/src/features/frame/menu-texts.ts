import { frameMenus } from '@countersign/words/en/app/frame-menus';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('frameMenus', frameMenus);
