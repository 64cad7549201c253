/** Where pictures are kept, for all instances. An extension may replace it. */
export abstract class PictureStore {
  /** Keeps a file. A name never gets another content, so one that is there may stay as it is. */
  abstract put(name: string, content: Buffer): Promise<void>;

  /** A file; undefined if there is none of this name. */
  abstract get(name: string): Promise<Buffer | undefined>;
}
