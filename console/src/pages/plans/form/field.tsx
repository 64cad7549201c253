import { Checkbox, Fieldset, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { BONUS_TYPES } from '#console/api/bonus-types';
import { listOf, pathText, valueAt, type Json, type Path } from '../document/paths';
import { helpOf, inWords, resolved, type JsonSchema } from '../document/schema';
import { Conditions } from './conditions';
import classes from './form.module.css';
import { useFormContext } from './form-context';
import { ByRankField, LevelsField, StepsField } from './grids';
import { Help } from './help';
import { NumberField } from './number-field';
import { t } from '#console/i18n/t';

interface FieldProps {
  /** The key in its object: `minimum_payout`. */
  name: string;
  path: Path;
  schema: JsonSchema;
  value: Json | undefined;
  /** Whether the object may be without it. */
  isOptional?: boolean;
}

/** A field of a plan, made as its schema says. */
function Field({ name, path, schema, value, isOptional = false }: FieldProps) {
  const { problems, isReadOnly, change, ranks } = useFormContext();
  const place = pathText(path);
  const errors = problems.get(place);
  const help = helpOf(schema);
  const common = {
    label: inWords(name),
    description: help === undefined ? undefined : <Help text={help} />,
    error: errors?.join(' '),
    'data-path': place,
  };
  const grid = { label: common.label, help: common.description, path, schema, value };
  if (schema.enum !== undefined)
    return (
      <Select
        {...common}
        data={schema.enum.map((one) => ({ value: one, label: inWords(one) }))}
        value={textOf(value ?? schema.default)}
        onChange={(chosen) => change(path, chosen ?? undefined)}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
    );
  if (schema.type === 'boolean')
    return (
      <Checkbox
        {...common}
        checked={(value ?? schema.default) === true}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => change(path, currentTarget.checked)}
      />
    );
  if (schema.type === 'number' || schema.type === 'integer')
    return (
      <NumberField
        {...common}
        name={name}
        placeholder={schema.default === undefined ? undefined : JSON.stringify(schema.default)}
        value={value}
        onChange={(next) => change(path, next)}
      />
    );
  if (schema.type === 'string' && name === 'rank')
    return (
      <Select
        {...common}
        data={[...new Set([...ranks, ...(typeof value === 'string' ? [value] : [])])]}
        value={typeof value === 'string' ? value : null}
        onChange={(chosen) => change(path, chosen ?? undefined)}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
    );
  if (schema.type === 'string')
    return (
      <TextInput
        {...common}
        readOnly={isReadOnly}
        autoComplete="off"
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => change(path, currentTarget.value)}
      />
    );
  if (schema.properties?.any !== undefined)
    return (
      <Group label={common.label} help={common.description} errors={errors}>
        <Conditions path={path} value={value} />
      </Group>
    );
  if (schema.type === 'array' && schema.items?.type === 'string')
    return <BonusChoice {...{ path, name, value }} {...common} />;
  if (schema.type === 'array' && schema.items?.properties !== undefined) return <StepsField {...grid} />;
  if (schema.type === 'array') return <LevelsField {...grid} />;
  if (schema.properties !== undefined)
    return <Part {...{ name, path, schema, value, isOptional }} help={common.description} errors={errors} />;
  return <ByRankField {...grid} />;
}

/** What is left out has its default, and the form shows what holds. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** All fields of an object, in the order of its schema. */
export function Fields({
  path,
  schema,
  value,
  without = [],
}: {
  path: Path;
  schema: JsonSchema;
  value: Json | undefined;
  /** Keys that have fields elsewhere. */
  without?: readonly string[];
}) {
  const { schema: root } = useFormContext();
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  return (
    <div className={classes.fields}>
      {shown.map(([name, reference]) => {
        const one = resolved(reference, root);
        return (
          <div key={name} className={isWide(one) ? classes.wide : undefined}>
            <Field
              name={name}
              path={[...path, name]}
              schema={one}
              value={valueAt(value, name)}
              isOptional={schema.required?.includes(name) !== true && one.default === undefined}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Whether a field takes the whole width: tables, parts, and what needs many words. */
function isWide({ type, description = '' }: JsonSchema): boolean {
  return type === 'array' || type === 'object' || description.length > 180;
}

/** A part with fields of its own; what may be left out is ticked first. */
function Part({
  name,
  path,
  schema,
  value,
  isOptional,
  help,
  errors,
}: Required<FieldProps> & { help: ReactNode; errors: readonly string[] | undefined }) {
  const { change, isReadOnly } = useFormContext();
  const label = inWords(name);
  if (!isOptional)
    return (
      <Group label={label} help={help} errors={errors}>
        <Fields path={path} schema={schema} value={value} />
      </Group>
    );
  return (
    <Stack gap="sm">
      <Checkbox
        label={label}
        description={help}
        error={errors?.join(' ')}
        data-path={pathText(path)}
        checked={value !== undefined}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => change(path, currentTarget.checked ? {} : undefined)}
      />
      {value !== undefined && (
        <div className={classes.inner}>
          <Fields path={path} schema={schema} value={value} />
        </div>
      )}
    </Stack>
  );
}

/** Fields that belong together. */
function Group({
  label,
  help,
  errors,
  children,
}: {
  label: string;
  help?: ReactNode;
  errors?: readonly string[];
  children: ReactNode;
}) {
  return (
    <Fieldset legend={label} className={classes.group}>
      {help !== undefined && <Input.Description mb="xs">{help}</Input.Description>}
      {errors !== undefined && <Input.Error mb="xs">{errors.join(' ')}</Input.Error>}
      {children}
    </Fieldset>
  );
}

/** Some of the other bonuses of the plan. */
function BonusChoice({
  path,
  name,
  value,
  label,
  description,
  error,
}: {
  path: Path;
  name: string;
  value: Json | undefined;
  label: string;
  description: ReactNode;
  error: string | undefined;
}) {
  const { bonuses, change, isReadOnly, problems } = useFormContext();
  const chosen = listOf(value).map(String);
  const at = bonuses.findIndex((_, index) => path[0] === 'bonuses' && path[1] === index);
  const { above, types } = BONUS_TYPES.get(bonuses[at]?.type ?? '')?.names[name] ?? {};
  const offered = bonuses.filter(
    ({ type }, index) => index !== at && (above === undefined || index < at) && (types?.includes(type) ?? true),
  );
  const ids = [...new Set([...offered.map(({ id }) => id), ...chosen])];
  const inList = chosen.flatMap((_, index) => problems.get(pathText([...path, index])) ?? []);
  const told = [error, ...inList].filter((text) => text !== undefined).join(' ');
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={told === '' ? undefined : told}
      value={chosen}
      onChange={(next) =>
        change(
          path,
          ids.filter((id) => next.includes(id)),
        )
      }
    >
      <Stack gap={6} mt="xs" data-path={pathText(path)} tabIndex={-1}>
        {ids.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('There is no bonus that could be named here.')}
          </Text>
        )}
        {ids.map((id) => (
          <Checkbox key={id} value={id} label={id} disabled={isReadOnly} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
