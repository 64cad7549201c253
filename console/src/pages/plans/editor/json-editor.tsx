import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { sentence } from '../document/schema';
import type { JsonMistake } from '../document/json-text';
import classes from './json-editor.module.css';
import { t } from '#console/i18n/t';

/** Lines that stay visible above the one that is gone to. */
const LINES_ABOVE = 4;

/** What others can do with the editor. */
export interface JsonEditorHandle {
  /** Selects a line and brings it into sight. */
  goTo: (line: number) => void;
}

interface JsonEditorProps {
  ref?: Ref<JsonEditorHandle>;
  text: string;
  mistake: JsonMistake | undefined;
  /** Lines with problems. */
  wrong: ReadonlySet<number>;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/** The plan as JSON, with numbered lines. */
export function JsonEditor({ ref, text, mistake, wrong, isReadOnly, onChange }: JsonEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n');
  const goTo = (line: number): void => {
    const field = area.current;
    if (field === null || box.current === null) return;
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    box.current.scrollTop = (field.scrollHeight / lines.length) * (line - 1 - LINES_ABOVE);
    box.current.scrollLeft = 0;
    box.current.scrollIntoView({ block: 'nearest' });
  };
  useImperativeHandle(ref, () => ({ goTo }));
  const isWrong = (line: number): boolean => wrong.has(line) || line === mistake?.line;
  const widest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  return (
    <Stack gap="sm">
      {mistake !== undefined && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertCircle aria-hidden />}
          title={t('Not valid JSON from line {{line}} on', { line: mistake.line })}
        >
          <Group gap="sm">
            <Text size="sm">{sentence(mistake.message)}</Text>
            <Button variant="default" size="compact-sm" onClick={() => goTo(mistake.line)}>
              {t('Go to line {{line}}', { line: mistake.line })}
            </Button>
          </Group>
        </Alert>
      )}
      <div ref={box} className={classes.editor}>
        <pre className={classes.gutter} aria-hidden>
          {lines.map((_, index) => (
            <span key={index} className={isWrong(index + 1) ? classes.wrong : undefined}>
              {index + 1}
            </span>
          ))}
        </pre>
        <textarea
          ref={area}
          className={classes.text}
          aria-label={t('The plan as JSON')}
          aria-invalid={mistake !== undefined || wrong.size > 0}
          readOnly={isReadOnly}
          rows={lines.length}
          style={{ minWidth: `calc(${widest + 2}ch + 1rem)`, height: `calc(${lines.length} * var(--line) + 1rem)` }}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </Stack>
  );
}
