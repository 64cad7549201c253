/** Milliseconds that a connection may take to be made. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** Milliseconds that a statement may take, and a transaction may wait for the next one. */
export const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Milliseconds without a byte from PostgreSQL. It answers within its own limit, or says that it took too long: only a server
 * that is frozen or cut off is silent for longer.
 */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
