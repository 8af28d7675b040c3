/** A log outside, such as the collector that an operator watches all their systems with. */
export type LogMessage = {
  /** What the receiver knows a repeated message by. */
  id: string;
  at: Date;
  severity: 'critical' | 'high' | 'medium' | 'low';
  kind: string;
  text: string;
  fields: Readonly<Record<string, string>>;
};

export interface EventLog {
  /**
   * Hands the messages over, in their order.
   * @throws Error when not all of them could be handed over; some may have been
   */
  send(messages: readonly LogMessage[]): Promise<void>;
}
