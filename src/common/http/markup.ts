/** Escapes text for HTML, including attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML text that is safe to send. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | Markup | readonly Markup[] | undefined;

/** HTML, in which texts stand as texts, whatever is in them. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, next, at) => text + textOf(parts[at - 1]) + next));
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part !== 'string') return part.map(({ text }) => text).join('');
  return escape(part);
}
