/** The initials that are adopted together with the signature. They can be replaced in each initials field. */
import type { Hand } from '@countersign/contract';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';

export function OwnInitials({ text, hand }: { text: string; hand: Hand }) {
  const { title, once } = useWords().m.marks.initials;
  return (
    <section class="own-initials" aria-label={title}>
      <h3>{title}</h3>
      <div class="paper-slip is-small" role="img" aria-label={text}>
        <SignaturePicture signature={{ type: 'typed', text, hand }} />
      </div>
      <p class="small muted">{once}</p>
    </section>
  );
}
