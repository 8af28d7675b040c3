import type { notifications } from './notifications.ts';
import { explain } from '../api/errors.ts';
import { GivenUp } from '../api/step-up.ts';
import { m } from './texts.ts';

/** Shows toasts in the order of the calls, including calls before the script is loaded. */
export function withNotifications(use: (loaded: typeof notifications) => void): void {
  import('./notifications.ts').then(
    (loaded) => use(loaded.notifications),
    () => undefined,
  );
}

const show = (toast: Parameters<typeof notifications.show>[0]): void =>
  withNotifications((loaded) => void loaded.show(toast));

export function toastDone(title: string, message?: string): void {
  show({ title, message: message ?? null, color: 'var(--cs-done)', autoClose: 5000 });
}

/** Explains a failed action. The toast stays until dismissed if it contains a request ID. */
export function toastError(error: unknown): void {
  if (error instanceof GivenUp) return;
  const { title, detail, requestId } = explain(error);
  show({
    title,
    message: requestId === null ? detail : m.toast.requestId(detail, requestId),
    color: 'var(--cs-no)',
    autoClose: requestId === null ? 8000 : false,
  });
}

export function toastRefusal(title: string, message: string): void {
  show({ title, message, color: 'var(--cs-no)', autoClose: 12_000 });
}

/** Removes all toasts, because a new attempt makes earlier messages obsolete. */
export const clearToasts = (): void => withNotifications((loaded) => loaded.clean());
