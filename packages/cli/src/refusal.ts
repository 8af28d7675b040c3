/** The requested operation is not possible with this file. The message is a human-readable sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
