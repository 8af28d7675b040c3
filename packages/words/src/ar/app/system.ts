import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'سليم',
    warning: 'تحذير',
    actionNeeded: 'يلزم إجراء',
    everythingInOrder: 'كل شيء على ما يرام.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `فحوص تحتاج إلى انتباه: ${number(open)} من ${number(checksCount)}.`,
    system: 'النظام',
    checksForProductionReadiness: 'فحوص الجاهزية للتشغيل والأمان. تُحدَّث كل 30 ثانية.',
    checkNow: 'الفحص الآن',
    productionReadiness: 'الجاهزية للتشغيل',
    checksMustPassBeforePeople: 'فحوص يجب أن تنجح قبل الاعتماد على هذا النظام.',
    security: 'الأمان',
    agesOfKeysAndCertificates: 'أعمار المفاتيح والشهادات، والإعدادات الضعيفة، والأشخاص بلا عامل ثانٍ.',
    thisServer: 'هذا الخادم',
    version: 'الإصدار',
    started: 'بدأ التشغيل',
    database: 'قاعدة البيانات',
    postgresql: 'PostgreSQL',
    schema: 'المخطط',
    passed: counted({
      zero: 'لا فحوص ناجحة',
      one: 'فحص واحد ناجح',
      two: 'فحصان ناجحان',
      few: '# فحوص ناجحة',
      many: '# فحصًا ناجحًا',
      other: '# فحص ناجح',
    }),
  },
};
