import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const ui: AppWords['ui'] = {
  errorView: { requestId: (requestId) => ['अनुरोध ID ', requestId], tryAgain: 'फिर कोशिश करें' },
  pageTitle: { countersign: (title) => `${title} · Countersign` },
  statusPill: {
    notYetInvited: 'अभी आमंत्रित नहीं',
    invited: 'आमंत्रित',
    getsCopy: 'प्रति पाते हैं',
    notInvited: 'आमंत्रित नहीं',
    didNotSignInTime: 'समय पर हस्ताक्षर नहीं',
    opened: 'खोला गया',
    wasOpened: 'खोला गया, अब आवश्यक नहीं',
    wasInvited: 'आमंत्रित, अब आवश्यक नहीं',
  },
  initials: {
    noSignersYet: 'अभी कोई हस्ताक्षरकर्ता नहीं',
    of: (signed, countedCount) => `${number(countedCount)} में से ${number(signed)}`,
  },
  time: {
    justNow: 'अभी-अभी',
    minAgo: (age) => `${number(age)} मिनट पहले`,
    today: (clock) => `आज, ${clock}`,
    yesterday: (clock) => `बीता कल, ${clock}`,
    inDays: counted({ one: '# दिन में', other: '# दिन में' }),
    daysAgo: counted({ one: '# दिन पहले', other: '# दिन पहले' }),
    tomorrow: 'आने वाला कल',
    todayAlone: 'आज',
  },
  toast: { requestId: (detail, requestId) => `${detail} अनुरोध ID: ${requestId}` },
};
