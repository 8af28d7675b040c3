import { countdown } from '../flow/clock.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

/**
 * Shown two minutes before the session ends. Any key press or touch also extends the session. The button is for people
 * who read the warning before they do anything else. The countdown is not a live region, because announcements every
 * second would be useless.
 */
export function SessionWarning({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const { m } = useWords();
  return (
    <div class="toast" role="alertdialog" aria-labelledby="session-warning" aria-describedby="session-why">
      <Icon name="clock" />
      <p>
        <strong id="session-warning">{m.sessionWarning(countdown(seconds))}</strong>
        <span id="session-why">{m.sessionKept}</span>
      </p>
      <button type="button" class="button primary" onClick={onStay}>
        {m.stay}
      </button>
    </div>
  );
}
