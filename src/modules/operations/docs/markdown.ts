import { escape } from '#common/http/markup.js';

/** Renders code, bold and links of a Markdown line. */
export function inline(markdown: string): string {
  return escape(markdown)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2">$1</a>');
}

/** Renders the Markdown used in descriptions: headings, lists, fenced code and paragraphs. */
export function markdown(text: string): string {
  return text
    .split(/(^```[\s\S]*?^```)$/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((part) => part.trim())
    .filter(Boolean)
    .map(block)
    .join('\n');
}

function block(text: string): string {
  if (text.startsWith('```')) return `<pre>${escape(text.replace(/^```.*\n|\n```$/g, ''))}</pre>`;
  const heading = /^#{1,6} (.+)$/.exec(text);
  if (heading !== null) return `<h3>${inline(heading[1]!)}</h3>`;
  const lines = text.split('\n');
  const tag = listTag(lines);
  if (tag === undefined) return `<p>${inline(text)}</p>`;
  return `<${tag}>${lines.map((line) => `<li>${inline(line.replace(/^(-|\d+\.) /, ''))}</li>`).join('')}</${tag}>`;
}

function listTag(lines: readonly string[]): 'ul' | 'ol' | undefined {
  if (lines.every((line) => line.startsWith('- '))) return 'ul';
  return lines.every((line) => /^\d+\. /.test(line)) ? 'ol' : undefined;
}
