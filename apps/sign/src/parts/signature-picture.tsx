import type { Adopted } from '../flow/fields.ts';
import { later } from './later.tsx';

/**
 * The component with the handwriting fonts is loaded on demand, because drawn and uploaded signatures do not need the
 * fonts.
 */
const WrittenName = later(async () => (await import('../ink/written.tsx')).WrittenName, null);

/**
 * Shows the adopted signature as large as its box allows. It is decorative, because the surrounding text describes it.
 */
export function SignaturePicture({ signature }: { signature: Adopted }) {
  if (signature.type === 'typed') return <WrittenName text={signature.text} hand={signature.hand ?? 'casual'} />;
  return <img class="signature-picture" src={signature.picture} alt="" draggable={false} />;
}
