import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { JsonObject } from '../document/paths';
import { placeName } from '../document/place-name';
import type { Problems } from './use-plan-document';
import { plural, t } from '../../../i18n/t';

interface ProblemListProps {
  problems: Problems;
  document: JsonObject;
  /** The line of a path in the JSON, or of the nearest place above it. */
  lineOf: (path: string) => number | undefined;
  onGo: (path: string) => void;
}

/** All that the service says against the plan; each leads to its place. */
export function ProblemList({ problems, document, lineOf, onGo }: ProblemListProps) {
  const alert = useRef<HTMLDivElement>(null);
  const count = [...problems.values()].reduce((sum, texts) => sum + texts.length, 0);
  const isThere = count > 0;
  useEffect(() => {
    if (isThere) alert.current?.focus();
  }, [isThere]);
  if (!isThere) return null;
  return (
    <Alert
      ref={alert}
      color="red"
      role="alert"
      tabIndex={-1}
      icon={<IconAlertCircle aria-hidden />}
      title={plural(count, 'Not saved: {{count}} problem', 'Not saved: {{count}} problems')}
    >
      <List size="sm" spacing={4}>
        {[...problems].map(([path, texts]) => {
          const line = lineOf(path);
          return (
            <List.Item key={path}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                c="inherit"
                underline="always"
                onClick={() => onGo(path)}
              >
                {placeName(path, document)}
              </Anchor>
              : {texts.join(' ')}
              {line !== undefined && ` (${t('line {{line}}', { line })})`}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
