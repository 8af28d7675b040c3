import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'هذا الحقل مطلوب.',
  empty: 'لا يمكن أن يكون هذا الحقل فارغًا.',
  too_short: 'الحد الأدنى لعدد الأحرف: {limit}.',
  too_long: 'الحد الأقصى لعدد الأحرف: {limit}.',
  too_few: 'الحد الأدنى لعدد العناصر: {limit}.',
  too_many: 'الحد الأقصى لعدد العناصر: {limit}.',
  below_minimum: 'أصغر قيمة مسموح بها هي {limit}.',
  above_maximum: 'أكبر قيمة مسموح بها هي {limit}.',
  email: 'أدخل عنوان بريد إلكتروني مثل \u2068name@example.com\u2069.',
  date: 'أدخل تاريخًا صالحًا.',
  datetime: 'أدخل تاريخًا ووقتًا صالحين.',
  password_too_short: 'الحد الأدنى لعدد أحرف كلمة المرور: {limit}.',
  password_too_common:
    'من السهل تخمين كلمة المرور، لأنها مؤلفة من كلمات مرور شائعة. استخدم بدلًا منها أربع كلمات لا رابط بينها.',
  password_contains_context:
    'من السهل تخمين كلمة المرور، لأنها تحتوي على اسمك أو عنوان بريدك الإلكتروني أو مؤسستك أو اسم هذه الخدمة. استخدم بدلًا منها أربع كلمات لا رابط بينها.',
  password_required: 'أدخل كلمة المرور، لأن هذا ليس المتصفح الذي سجّلت فيه.',
  code_required: 'أدخل رمزًا من تطبيق المصادقة أو رمز استرداد.',
  another_address: 'أدخل العنوان الذي أُرسلت إليه الدعوة.',
  no_such_member: 'اختر عضوًا نشطًا آخر في هذه المؤسسة.',
  not_an_administrator: 'لا يمكن أن يتولى مفاتيح API إلا مسؤول.',
  invalid_url: 'أدخل عنوانًا كاملًا يبدأ بـ \u2068https://\u2069.',
  insecure_url: 'يجب أن يبدأ العنوان بـ \u2068https://\u2069.',
  unknown_host: 'لم يُعثر على اسم مضيف العنوان في DNS.',
  private_address: 'يجب أن يكون العنوان عامًا، ولا يمكن أن يكون في شبكة محلية.',
  empty_file: 'الملف فارغ.',
  not_a_pdf: 'الملف ليس PDF.',
  wrong_password: 'لا يُفتح الملف بكلمة المرور هذه.',
};
