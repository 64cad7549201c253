import { useClipboard } from '@mantine/hooks';
import { useState, type RefObject } from 'react';

const SHOWN_MS = 2000;

/**
 * Copies a text that is on the page. Browsers give pages that did not come over TLS no clipboard, so there what is shown
 * is selected and copied as a person would.
 * @param source the element that shows the text
 */
export function useCopy(source: RefObject<HTMLElement | null>, value: string): { isCopied: boolean; copy: () => void } {
  const clipboard = useClipboard({ timeout: SHOWN_MS });
  const [isCopiedByHand, setCopiedByHand] = useState(false);
  const copy = (): void => {
    if (window.isSecureContext) return clipboard.copy(value);
    if (source.current === null) return;
    window.getSelection()?.selectAllChildren(source.current);
    setCopiedByHand(document.execCommand('copy'));
    setTimeout(() => setCopiedByHand(false), SHOWN_MS);
  };
  return { isCopied: clipboard.copied || isCopiedByHand, copy };
}
