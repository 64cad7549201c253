import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { t } from '../i18n/t';
import { useClipboard } from '@mantine/hooks';

/**
 * A text to copy: a key, a secret, a command.
 * @param label what it is, for screen readers
 */
export function CopyText({ value, label, isBlock = false }: { value: string; label: string; isBlock?: boolean }) {
  const source = useRef<HTMLElement>(null);
  const keep = (element: HTMLElement | null): void => {
    source.current = element;
  };
  const { isCopied, copy } = useCopy(source, value);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {isBlock ? (
        <pre ref={keep} className="mono copy-text" tabIndex={0} role="region" aria-label={label}>
          {value}
        </pre>
      ) : (
        <code ref={keep} className="mono copy-text">
          {value}
        </code>
      )}
      <Tooltip label={isCopied ? t('Copied') : t('Copy')}>
        <ActionIcon
          variant="default"
          onClick={copy}
          aria-label={isCopied ? t('Copied {{label}}', { label }) : t('Copy {{label}}', { label })}
        >
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

const SHOWN_MS = 2000;

/**
 * Copies a text shown on the page. Without TLS there is no clipboard API, so the text is selected and copied by
 * command.
 * @param source the element that shows the text
 */
function useCopy(source: RefObject<HTMLElement | null>, value: string): { isCopied: boolean; copy: () => void } {
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
