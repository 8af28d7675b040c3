/** Alternatives to signing: declining, or naming another signer. One button opens the dialog for both. */
import type { SigningView } from '@countersign/contract';
import { useState } from 'preact/hooks';
import type { Visit } from '../flow/use-visit.ts';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { useWords } from '../parts/words.ts';

const OtherwiseDialog = later(async () => (await import('./otherwise-dialog.tsx')).OtherwiseDialog, null);

type Props = { view: SigningView; visit: Visit; compact?: boolean };

export function DeclineOrForward({ view, visit, compact = false }: Props) {
  const { m } = useWords();
  const [open, setOpen] = useState(false);
  if (!view.can_decline) return null;
  return (
    <>
      <button
        type="button"
        class={compact ? 'button quiet square' : 'button quiet'}
        aria-label={compact ? m.otherwise : undefined}
        onClick={() => setOpen(true)}
      >
        {compact ? <Icon name="more" /> : m.otherwise}
      </button>
      {open ? <OtherwiseDialog view={view} visit={visit} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
