import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ar');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'الحسابات وعمليات الدخول',
    tooManyAttempts: 'محاولات كثيرة جدًا',
    rejectedKeys: 'مفاتيح مرفوضة',
    rejectedOperations: 'عمليات مرفوضة',
    limitsReached: 'حدود بُلغت',
    requestFirewall: 'جدار حماية الطلبات',
    membersAndRoles: 'الأعضاء والأدوار',
    invitations: 'الدعوات',
    certificates: 'الشهادات',
    certificateAuthorityKeys: 'مفاتيح سلطة التصديق',
    securityIncidents: 'الحوادث الأمنية',
    trustAnchors: 'مراسي الثقة',
    dataExports: 'عمليات تصدير البيانات',
    retention: 'الحفظ',
    userImports: 'استيراد المستخدمين',
    critical: 'حرجة',
    high: 'عالية',
    medium: 'متوسطة',
    low: 'منخفضة',
  },
  securityEventsPage: {
    when: 'متى',
    what: 'ماذا',
    severity: 'الخطورة',
    who: 'المستخدم',
    timesWithinMinute: (summary: string, count: number) => `${isolate(summary)} (${number(count)}× خلال دقيقة)`,
    events: 'الأحداث',
    any: 'الكل',
    andHigher: (label: string): string => `${isolate(label)} فأعلى`,
    onePerson: 'شخص واحد',
    showAllPeople: 'عرض كل الأشخاص',
    showAllAddresses: 'عرض كل العناوين',
    securityEvents: 'الأحداث الأمنية',
    noMatches: 'لا نتائج',
    noSecurityEventMatchesFilters: 'لا حدث أمنيًا يطابق عوامل التصفية.',
    olderEvents: 'أحداث أقدم',
    signInsRejectedRequests:
      'عمليات الدخول والطلبات المرفوضة وتغييرات الأعضاء والمفاتيح والأذونات. تظهر الأحداث الجديدة تلقائيًا. يرسلها webhook للحدث security.events إلى أنظمتك.',
    dataJsonLines: 'البيانات (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${isolate(summary)} (${number(count)}× في هذا اليوم)`,
    times: (when: string, count: number) => `${isolate(when)}، ${number(count)}×`,
    showEach: 'عرض كل مرة',
  },
};
