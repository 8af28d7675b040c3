import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'توقيع المستند',
  prepare: 'إعداد المستند',
  signLoading: 'جارٍ تحميل المستند…',
  failed: 'تعذّر عرض المستند هنا',
  failedText: 'حاول مرة أخرى، أو افتح المستند في علامة تبويب جديدة. لم يُفقد أي شيء.',
  again: 'حاول مرة أخرى',
  newTab: 'فتح في علامة تبويب جديدة',
};
