import { useClipboard } from '@mantine/hooks';
import { useState, type RefObject } from 'react';

const SHOWN_MS = 2000;

/**
 * Copies a text shown on the page. Without TLS there is no clipboard API, so the text is selected and copied by
 * command.
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
