/**
 * Saves a text as a file.
 * @param type its media type: `text/csv`
 */
export function download(file: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: file });
  link.click();
  URL.revokeObjectURL(address);
}
