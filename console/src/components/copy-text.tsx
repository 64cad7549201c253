import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCopy } from './use-copy';
import { t } from '../i18n/t';

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
