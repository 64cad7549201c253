import { CloseButton, Group, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { describeFailure } from '../../api/failure';
import { StatusBadge } from '../../components/status-badge';
import type { Early } from './early';
import classes from './palette.module.css';
import { useEntries, type Entry } from './use-entries';
import { t } from '../../i18n/t';

const DELAY_MS = 120;

interface PaletteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What was pasted elsewhere. */
  pasted: string;
  /** What was typed before this dialog was loaded. */
  typedEarly: () => Early;
  /** Called when the field is there. */
  onReady: () => void;
}

/** Finds things, pages and actions, and goes there: an ARIA combobox in a dialog. */
export function PaletteDialog({ isOpen, ...props }: PaletteDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      // What had it before the field that took the first keys.
      returnFocus={false}
      withCloseButton={false}
      padding={0}
      size={640}
      centered={false}
      yOffset="12vh"
      fullScreen={isNarrow}
      attributes={{ content: { 'aria-label': t('Find anything') } }}
    >
      <Content {...props} />
    </Modal>
  );
}

/** What to do once the service has answered. */
type Wish = 'first' | 'exact';

function Content({ pasted, typedEarly, onReady, onClose }: Omit<PaletteDialogProps, 'isOpen'>) {
  const field = useRef<HTMLInputElement>(null);
  const [early] = useState(typedEarly);
  const [typed, setTyped] = useState(pasted + early.text);
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, DELAY_MS);
  const { groups, exact, isFresh, error } = useEntries(text, settled);
  const [chosen, setChosen] = useState<string>();
  const wish = useRef<Wish | undefined>(pasted === '' ? undefined : 'exact');
  const navigate = useNavigate();
  const listId = useId();
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosen) ?? entries[0];

  useLayoutEffect(() => {
    const { text: last, isSent } = typedEarly();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- keys that came while this was drawn
    if (last !== early.text) setTyped(pasted + last);
    else if (isSent) wish.current = 'first';
    field.current?.focus();
    onReady();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is there
  }, []);

  const open = ({ to }: Entry, isNewTab = false): void => {
    if (isNewTab) window.open(`/admin${to}`, '_blank', 'noopener');
    else {
      onClose();
      void navigate(to);
    }
  };

  useEffect(() => {
    if (!isFresh || wish.current === undefined) return;
    // What was pasted leads to the one thing that it names; otherwise there is something to choose.
    const meant = wish.current === 'first' ? entries[0] : exact.length === 1 ? exact[0] : undefined;
    wish.current = undefined;
    if (meant !== undefined) open(meant);
  });

  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? -1 : entries.indexOf(active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen(entries[(at + step + entries.length) % entries.length]!.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Whoever is quicker than the answer means what it will have first.
      if (!isFresh && chosen === undefined) wish.current = 'first';
      else if (active !== undefined) open(active, event.ctrlKey || event.metaKey);
    }
  };

  const type = (value: string): void => {
    wish.current = undefined;
    setTyped(value);
    setChosen(undefined);
  };

  return (
    <div className={classes.palette} data-palette>
      <Group wrap="nowrap" gap={0} className={classes.head}>
        <TextInput
          ref={field}
          data-autofocus
          className={classes.field}
          variant="unstyled"
          size="md"
          aria-label={t('Find anything')}
          placeholder={t('Search, or say what to do')}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          role="combobox"
          aria-expanded
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={listId}
          {...(active && { 'aria-activedescendant': optionId(listId, active) })}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onPaste={() => setTimeout(() => (wish.current = 'exact'))}
          onKeyDown={press}
        />
        <CloseButton aria-label={t('Close')} onClick={onClose} mx="sm" />
      </Group>
      <div id={listId} role="listbox" aria-label={t('Results')} className={classes.list}>
        {groups.map(({ title, entries: lines }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden>
              {title}
            </div>
            {lines.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(listId, entry)}
                entry={entry}
                isActive={entry === active}
                onPoint={() => setChosen(entry.id)}
                onOpen={(isNewTab) => open(entry, isNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      {error !== null && text !== '' ? (
        <Text role="alert" size="sm" c="error" p="md">
          {describeFailure(error)}
        </Text>
      ) : (
        isFresh &&
        entries.length === 0 && (
          <Text size="sm" c="dimmed" p="md">
            {t('Nothing is called “{{text}}”. Try a username, an e-mail address, an order number or a SKU.', { text })}
          </Text>
        )
      )}
      <VisuallyHidden role="status">
        {isFresh ? t('Results: {{entries}}', { entries: entries.length }) : t('Searching')}
      </VisuallyHidden>
      <Group gap="lg" className={classes.foot} visibleFrom="sm">
        <Hint keys={['↑', '↓']} label={t('to move')} />
        <Hint keys={['Enter']} label={t('to open')} />
        <Hint keys={['Esc']} label={t('to close')} />
      </Group>
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onOpen: (isNewTab: boolean) => void;
}

function Option({ id, entry, isActive, onPoint, onOpen }: OptionProps) {
  const { Icon, label, details = [], status, keys } = entry;
  return (
    // The combobox has the focus, and hears the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      // Not when the list moves below a pointer that rests.
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onOpen(ctrlKey || metaKey)}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.label}>{label}</span>
      <span className={classes.details}>{details.filter((detail) => detail !== label).join(' · ')}</span>
      {status && <StatusBadge status={status} />}
      {keys && (
        <Group gap={4} wrap="nowrap" aria-hidden visibleFrom="sm">
          {keys.split(' ').map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </Group>
      )}
    </div>
  );
}

function Hint({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </Group>
  );
}

function optionId(listId: string, { id }: Entry): string {
  return `${listId}-${id.replaceAll(/[^\w-]/g, '_')}`;
}
