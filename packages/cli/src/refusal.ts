/** What was asked for cannot be done with this file; the message is a sentence for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
