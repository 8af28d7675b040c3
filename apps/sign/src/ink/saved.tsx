/** Options for visitors with an account: use the saved signature, or save the new one. */
import type { Adopted } from '../flow/fields.ts';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';

/** `busy` means that the signature is being saved to the account. */
export type Keep = 'no' | 'yes' | 'busy' | 'failed';

export function SavedTab() {
  return <>{useWords().m.savedSignature.tab}</>;
}

export function SavedPanel({ signature }: { signature: Adopted }) {
  const words = useWords().m.savedSignature;
  return (
    <>
      <div class="paper-slip" role="img" aria-label={words.picture}>
        <SignaturePicture signature={signature} />
      </div>
      <p class="small muted">{words.why}</p>
    </>
  );
}

type Props = { state: Keep; replaces: boolean; onKeep: (keep: Keep) => void };

export function KeepBox({ state, replaces, onKeep }: Props) {
  const words = useWords().m.savedSignature;
  return (
    <div class="keep">
      <label>
        <input
          type="checkbox"
          checked={state === 'yes' || state === 'busy'}
          aria-describedby={state === 'failed' ? 'keep-fault' : undefined}
          onChange={({ currentTarget }) => onKeep(currentTarget.checked ? 'yes' : 'no')}
        />
        <span>
          {words.save}
          {replaces ? <span class="small muted">{words.replaces}</span> : null}
        </span>
      </label>
      {state === 'failed' ? (
        <p id="keep-fault" class="fault" role="alert">
          {words.failed}
        </p>
      ) : null}
    </div>
  );
}
