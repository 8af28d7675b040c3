import { APP_WORDS, type AppWords } from '@countersign/words/app';
import { account } from '@countersign/words/en/app/account';
import { frameMenus } from '@countersign/words/en/app/frame-menus';
import { home } from '@countersign/words/en/app/home';
import { expect, test } from 'vitest';

type Areas = Pick<AppWords, 'account' | 'frameMenus' | 'home'>;
const translations = Object.entries(APP_WORDS).map(
  ([language, load]) => [language, async (): Promise<Areas> => (await load()).app] as const,
);

test.each([['en', async (): Promise<Areas> => ({ account, frameMenus, home })] as const, ...translations])(
  'refers to the page "Access and security" by its name in the menu: %s',
  async (_, load) => {
    const words = await load();
    const page = words.frameMenus.settingsLayout.security;
    expect(words.home.homePage.goToSecurity).toContain(page);
    expect(words.account.emailChangePages.goToSecurity).toContain(page);
    expect(words.account.emailChangePages.confirmationLinkWorksOnceWithin).toContain(page);
  },
);
