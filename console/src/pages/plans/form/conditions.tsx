import { ActionIcon, Button, Group as Row, Menu, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listOf, objectOf, pathText, valueAt, type Json, type Path } from '../document/paths';
import { helpOf, inWords, resolved, type JsonSchema } from '../document/schema';
import classes from './form.module.css';
import { useFormContext } from './form-context';
import { Help } from './help';
import { NumberField } from './number-field';
import { t, within } from '#console/i18n/t';

/** What a condition begins with when it is added. */
const BEGINNINGS: Readonly<Record<string, Json>> = { legs: [{ count: 1 }], any: [{}, {}] };

/** The conditions of a rank, of activity, or of one way of several. Those that are there have fields, others can be added. */
export function Conditions({ path, value }: { path: Path; value: Json | undefined }) {
  const { schema: root, isReadOnly, change, problems } = useFormContext();
  const schema = resolved({ $ref: '#/$defs/PlanConditions' }, root);
  const known = Object.entries(schema.properties ?? {});
  const present = known.filter(([name]) => valueAt(value, name) !== undefined);
  const absent = known.filter(([name]) => valueAt(value, name) === undefined);
  const errors = problems.get(pathText(path));
  return (
    <Stack gap="md" data-path={pathText(path)} tabIndex={-1}>
      {errors !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errors.join(' ')}
        </Text>
      )}
      {present.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No conditions: always met.')}
        </Text>
      )}
      {present.length > 0 && (
        <div className={classes.fields}>
          {present.map(([name, one]) => (
            <Condition key={name} name={name} path={[...path, name]} schema={one} value={valueAt(value, name)} />
          ))}
        </div>
      )}
      {!isReadOnly && absent.length > 0 && (
        <AddCondition absent={absent} onAdd={(name) => change([...path, name], BEGINNINGS[name] ?? 1)} />
      )}
    </Stack>
  );
}

function AddCondition({
  absent,
  onAdd,
}: {
  absent: readonly (readonly [string, JsonSchema])[];
  onAdd: (name: string) => void;
}) {
  return (
    <Menu position="bottom-start" withinPortal={false} width={340} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('Add a condition')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {absent.map(([name, schema]) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {inWords(name)}
            <Text size="xs" c="dimmed">
              <Help text={helpOf(schema) ?? ''} />
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ConditionProps {
  name: string;
  path: Path;
  schema: JsonSchema;
  value: Json | undefined;
}

function Condition({ name, path, schema, value }: ConditionProps) {
  const { problems, change } = useFormContext();
  const place = pathText(path);
  if (name === 'legs') return <Legs path={path} schema={schema} value={value} />;
  if (name === 'any') return <Any path={path} schema={schema} value={value} />;
  return (
    <NumberField
      name={name}
      label={inWords(name)}
      description={<Help text={helpOf(schema) ?? ''} />}
      error={problems.get(place)?.join(' ')}
      data-path={place}
      value={value}
      // An empty field stays until the condition is removed.
      onChange={(next) => change(path, next ?? '')}
      action={
        <Remove
          label={t('Remove the condition {{name}}', { name: within(inWords(name)) })}
          onClick={() => change(path, undefined)}
        />
      }
    />
  );
}

/** So many legs with a rank. */
function Legs({ path, schema, value }: Omit<ConditionProps, 'name'>) {
  const { change, isReadOnly, ranks, problems } = useFormContext();
  return (
    <Several
      name="legs"
      path={path}
      schema={schema}
      value={value}
      add={t('Add legs with another rank')}
      added={{ count: 1 }}
    >
      {(leg, index, remove) => {
        const rank = valueAt(leg, 'rank');
        const [countAt, rankAt] = ['count', 'rank'].map((key) => pathText([...path, index, key]));
        return (
          <Row key={index} gap="xs" align="flex-start">
            <NumberField
              name="count"
              label={undefined}
              aria-label={t('Legs, condition {{index}}', { index: index + 1 })}
              error={problems.get(countAt!)?.join(' ')}
              data-path={countAt!}
              value={valueAt(leg, 'count')}
              onChange={(next) => change([...path, index, 'count'], next)}
            />
            <Text size="sm" lh="2.25rem">
              {t('legs with')}
            </Text>
            <Select
              aria-label={t('Rank, condition {{index}}', { index: index + 1 })}
              placeholder={t('Choose a rank')}
              data={[...new Set([...ranks, ...(typeof rank === 'string' ? [rank] : [])])]}
              value={typeof rank === 'string' ? rank : null}
              error={problems.get(rankAt!)?.join(' ')}
              data-path={rankAt}
              onChange={(chosen) => change([...path, index, 'rank'], chosen ?? undefined)}
              allowDeselect={false}
              readOnly={isReadOnly}
              w={200}
            />
            <Remove label={t('Remove leg condition {{index}}', { index: index + 1 })} onClick={remove} />
          </Row>
        );
      }}
    </Several>
  );
}

/** Several alternatives, of which one has to be met. */
function Any({ path, schema, value }: Omit<ConditionProps, 'name'>) {
  return (
    <Several name="any" path={path} schema={schema} value={value} add={t('Add an alternative')} added={{}}>
      {(alternative, index, remove) => (
        <div
          key={index}
          className={classes.inner}
          role="group"
          aria-label={t('Alternative {{index}}', { index: index + 1 })}
        >
          <Row justify="space-between" mb="xs">
            <Text size="sm" fw={600}>
              {index === 0 ? t('Either') : t('Or')}
            </Text>
            <Remove label={t('Remove alternative {{index}}', { index: index + 1 })} onClick={remove} />
          </Row>
          <Conditions path={[...path, index]} value={objectOf(alternative)} />
        </div>
      )}
    </Several>
  );
}

interface SeveralProps extends ConditionProps {
  /** The label of the button that adds one, and what it adds. */
  add: string;
  added: Json;
  children: (item: Json, index: number, remove: () => void) => ReactNode;
}

/** A condition that is a list. It goes with its last entry. */
function Several({ name, path, schema, value, add, added, children }: SeveralProps) {
  const { change, isReadOnly } = useFormContext();
  const items = listOf(value);
  const remove = (index: number): void => {
    const rest = items.filter((_, at) => at !== index);
    change(path, rest.length === 0 ? undefined : rest);
  };
  return (
    <Stack gap="sm" className={classes.wide} data-path={pathText(path)} tabIndex={-1}>
      <div>
        <Text size="sm" fw={500}>
          {inWords(name)}
        </Text>
        <Text size="xs" c="dimmed">
          <Help text={helpOf(schema) ?? ''} />
        </Text>
      </div>
      {items.map((item, index) => children(item, index, () => remove(index)))}
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => change(path, [...items, added])}
        >
          {add}
        </Button>
      )}
    </Stack>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  const { isReadOnly } = useFormContext();
  if (isReadOnly) return null;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
