/** A table as CSV, which spreadsheets open as it is. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

// A spreadsheet calculates what begins like a formula; a quote in front of it makes it a text.
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

function quoted(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
