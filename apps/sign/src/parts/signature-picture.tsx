import type { Adopted } from '../flow/fields.ts';
import { later } from './later.tsx';

/** With the fonts behind it; whoever draws or uploads needs neither. */
const WrittenName = later(async () => (await import('../ink/written.tsx')).WrittenName, null);

/** The adopted signature, as large as its box allows. Decorative: whoever shows it says in words what it is. */
export function SignaturePicture({ signature }: { signature: Adopted }) {
  if (signature.type === 'typed') return <WrittenName text={signature.text} hand={signature.hand ?? 'casual'} />;
  return <img class="signature-picture" src={signature.picture} alt="" draggable={false} />;
}
