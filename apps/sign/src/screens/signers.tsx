/** Shows the signers and their progress. It includes their names and states, but never their addresses. */
import type { SignerStatus, SigningView } from '@countersign/contract';
import { useWords } from '../parts/words.ts';

const tones: Record<SignerStatus, string> = {
  waiting: 'idle',
  'pending-signature': 'wait',
  signed: 'done',
  declined: 'bad',
  notified: 'idle',
};

export function Signers({ view }: { view: SigningView }) {
  const { m } = useWords();
  const everyone = [{ name: view.signer.name, status: view.signer.status }, ...view.others];
  return (
    <section class="signers" aria-label={m.waitingFor}>
      <ul>
        {everyone.map((one, index) => (
          <li key={index}>
            <bdi>{one.name}</bdi>
            <span class={`chip ${tones[one.status]}`}>{m.signerStates[one.status]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
