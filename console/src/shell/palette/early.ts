/** What was typed while the palette was being loaded. */
export interface Early {
  text: string;
  /** Whether Enter was pressed. */
  isSent: boolean;
}
