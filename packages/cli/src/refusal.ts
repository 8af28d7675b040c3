/** The requested operation is not possible with this file. The message is a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
