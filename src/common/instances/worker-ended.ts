/** A worker that ended, whatever made it. */
export class WorkerEnded extends Error {
  /**
   * @param code null when a signal ended it
   * @param ranMs milliseconds since its start
   */
  constructor(
    number: number,
    readonly code: number | null,
    readonly signal: NodeJS.Signals | null,
    readonly ranMs: number,
  ) {
    super(`worker ${number} ended with ${signal ?? `code ${code}`}`);
  }
}
