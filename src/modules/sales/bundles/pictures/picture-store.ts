/** Where pictures are kept, for all instances. An extension may replace it. */
export abstract class PictureStore {
  /**
   * Keeps a file. A name never gets another content, so one that is there may stay as it is.
   * @throws AppError INSUFFICIENT_STORAGE if it cannot be kept now
   */
  abstract put(name: string, content: Buffer): Promise<void>;

  /**
   * A file; undefined if there is none of this name.
   * @throws AppError SERVICE_UNAVAILABLE if it cannot be read now
   */
  abstract get(name: string): Promise<Buffer | undefined>;
}
