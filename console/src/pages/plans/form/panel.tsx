import { ActionIcon, Card, Collapse, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { moved, pathText, type Json, type Path } from '../document/paths';
import { useFormContext } from './form-context';
import classes from './form.module.css';
import { plural, t } from '#console/i18n/t';

interface PanelProps {
  /** The list that it is in: `ranks`. */
  list: Path;
  index: number;
  /** What it is called, for screen readers: `rank gold`. */
  name: string;
  title: ReactNode;
  /** In a few words, while it is folded. */
  summary: ReactNode;
  problems: number;
  icon?: ReactNode;
  entries: readonly Json[];
  /** What else goes with it when it is removed. */
  onRemove: () => void;
  children: ReactNode;
}

/** One rank or bonus: folded to a line, or with its fields; it can be moved and removed. */
export function Panel({ list, index, name, title, summary, problems, icon, entries, onRemove, children }: PanelProps) {
  const { open, setOpen, isReadOnly, change } = useFormContext();
  const id = useId();
  const at = (place: number): string => pathText([...list, place]);
  const isOpen = open.has(at(index));
  const move = (by: -1 | 1): void => {
    const other = index + by;
    const wasOpen = open.has(at(other));
    change(list, moved(entries, index, by));
    setOpen([at(other)], isOpen);
    setOpen([at(index)], wasOpen);
    const button = `[data-move="${at(other)}"][data-by="${by}"]`;
    requestAnimationFrame(() => {
      const next = document.querySelector<HTMLButtonElement>(button);
      (next?.disabled === true ? document.querySelector<HTMLElement>(`[data-head="${at(other)}"]`) : next)?.focus();
    });
  };
  return (
    <Card component="li" withBorder padding={4} aria-label={name}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={id}
          data-head={at(index)}
          onClick={() => setOpen([at(index)], !isOpen)}
        >
          {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
          {icon}
          <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text component="span" fw={600} display="block">
              {title}
            </Text>
            <Text component="span" size="sm" c="dimmed" display="block">
              {summary}
            </Text>
            {problems > 0 && (
              <Text component="span" size="sm" c="var(--mantine-color-error)" display="block">
                {plural(problems, '{{count}} problem', '{{count}} problems')}
              </Text>
            )}
          </span>
        </button>
        {!isReadOnly && (
          <Group gap={0} wrap="nowrap" pt={8} pe={4}>
            <Move {...{ name, index, place: at(index), isOff: index === 0 }} by={-1} onMove={move} />
            <Move {...{ name, index, place: at(index), isOff: index === entries.length - 1 }} by={1} onMove={move} />
            <Tooltip label={t('Remove')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <div id={id} className={isOpen ? classes.body : undefined}>
          {isOpen && children}
        </div>
      </Collapse>
    </Card>
  );
}

interface MoveProps {
  name: string;
  place: string;
  by: -1 | 1;
  isOff: boolean;
  onMove: (by: -1 | 1) => void;
}

function Move({ name, place, by, isOff, onMove }: MoveProps) {
  return (
    <Tooltip label={by === -1 ? t('Move up') : t('Move down')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={by === -1 ? t('Move {{name}} up', { name }) : t('Move {{name}} down', { name })}
        disabled={isOff}
        data-move={place}
        data-by={by}
        onClick={() => onMove(by)}
      >
        {by === -1 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
