/**
 * Matches `kind_number_id`, the naming scheme for fields that a sender places. The ID keeps names unique within a file.
 */
const GENERATED = /^([A-Za-z]+(?:-[a-z]+)*)_(\d+)_[0-9a-z]{8}$/;

/**
 * Returns the display name of a field, which is its label or else its name. A generated name is made readable:
 * `job-title_3_xzfyjdbg` becomes "Job title", and `Signer_1_j45a2xj2` becomes "Signature of recipient 1".
 */
export function fieldTitle(name: string, label: string | null | undefined): string {
  if (label !== null && label !== undefined && label !== '') return label;
  const [, kind, number] = GENERATED.exec(name) ?? [];
  if (kind === undefined) return name;
  if (kind === 'Signer') return `Signature of recipient ${number}`;
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
