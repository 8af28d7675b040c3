/** `kind_number_id`, as a sending names what it places; the id keeps the names of one file apart. */
const GENERATED = /^([A-Za-z]+(?:-[a-z]+)*)_(\d+)_[0-9a-z]{8}$/;

/**
 * What a field is called where people read of it: by its label, else by its name. A generated name says what it is of:
 * `job-title_3_xzfyjdbg` reads "Job title", `Signer_1_j45a2xj2` reads "Signature of recipient 1".
 */
export function fieldTitle(name: string, label: string | null | undefined): string {
  if (label !== null && label !== undefined && label !== '') return label;
  const [, kind, number] = GENERATED.exec(name) ?? [];
  if (kind === undefined) return name;
  if (kind === 'Signer') return `Signature of recipient ${number}`;
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
