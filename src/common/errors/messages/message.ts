import type { ErrorCode } from '../error-codes.js';

/** A message for clients: in English, as the code has it, and in other languages. `{name}` is a placeholder. */
export interface Message {
  readonly en: string;
  readonly de: string;
  /** The error that it is the message of; without it, what is wrong with a field. */
  readonly of?: ErrorCode;
  /** What to do, where the message and the error do not say it. */
  readonly remedy?: string;
}
