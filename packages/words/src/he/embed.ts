import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'חתימה על המסמך',
  prepare: 'הכנת המסמך',
  signLoading: 'המסמך נטען…',
  failed: 'לא ניתן להציג את המסמך כאן',
  failedText: 'אפשר לנסות שוב או לפתוח את המסמך בכרטיסייה חדשה. דבר לא אבד.',
  again: 'ניסיון נוסף',
  newTab: 'פתיחה בכרטיסייה חדשה',
};
