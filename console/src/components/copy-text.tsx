import { ActionIcon, Box, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/**
 * A text that people copy: a key, a secret, a command.
 * @param label what it is, for screen readers
 */
export function CopyText({ value, label, isBlock = false }: { value: string; label: string; isBlock?: boolean }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Box
        component={isBlock ? 'pre' : 'code'}
        className="mono copy-text"
        tabIndex={isBlock ? 0 : undefined}
        aria-label={isBlock ? label : undefined}
        role={isBlock ? 'region' : undefined}
      >
        {value}
      </Box>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon variant="default" onClick={copy} aria-label={copied ? `Copied ${label}` : `Copy ${label}`}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
