import { createElement, Fragment, type ReactNode } from 'react';
import { t } from './t';

/** What stands for a hole or a tag of a text: a tag with words inside is a function of them. */
export type Part = ReactNode | ((words: ReactNode) => ReactNode);

const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>|\{\{(\w+)\}\}/g;

/**
 * A text with elements inside, whose order is that of the language:
 * `rich('Paid <when/> to <link>{{name}}</link>', { when: <When at={at} />, link: (words) => <Link to="/">{words}</Link>, name })`.
 */
export function rich(english: string, parts: Readonly<Record<string, Part>>): ReactNode {
  // What users have written is put in last, so that it is never read as a tag.
  return filled(t(english, Object.fromEntries(Object.keys(parts).map((name) => [name, `{{${name}}}`]))), parts);
}

function filled(text: string, parts: Readonly<Record<string, Part>>): ReactNode {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(TAG)) {
    const [whole, around, words, alone, hole] = found;
    pieces.push(text.slice(end, found.index));
    const part = parts[around ?? alone ?? hole!];
    pieces.push(typeof part === 'function' ? part(words === undefined ? null : filled(words, parts)) : part);
    end = found.index + whole.length;
  }
  return createElement(Fragment, null, ...pieces, text.slice(end));
}
