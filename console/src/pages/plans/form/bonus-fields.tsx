import { Box, Group, Stack, Text } from '@mantine/core';
import { FormSection } from '#console/components/form-section';
import { listOf, pathText, valueAt, type Json, type Path } from '../document/paths';
import { bonusTypes, helpOf, inWords, type BonusType } from '../document/schema';
import { bonusInWords } from '../document/summaries';
import { AddBonus } from './add-bonus';
import { BonusDrawing } from './bonus-drawing';
import { countBelow } from './count-below';
import { Fields } from './field';
import { useFormContext } from './form-context';
import { Help } from './help';
import { NameField } from './name-field';
import { Panel } from './panel';
import { t } from '#console/i18n/t';

const BONUSES: Path = ['bonuses'];

/** The bonuses, in their order. */
export function BonusFields({ value }: { value: Json | undefined }) {
  const { schema, isReadOnly, change, setOpen, problems } = useFormContext();
  const bonuses = listOf(value);
  const types = bonusTypes(schema);
  const add = (bonus: Json): void => {
    const index = bonuses.length;
    change(BONUSES, [...bonuses, bonus]);
    setOpen([pathText([...BONUSES, index])], true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="bonuses[${index}].id"]`)?.focus());
  };
  return (
    <FormSection
      title={t('Bonuses')}
      description={`${helpOf(schema.properties?.bonuses) ?? ''} ${t('A matching bonus comes after the bonuses that it matches.')}`}
      isWide
    >
      <Stack gap="sm" align="stretch" data-path="bonuses" tabIndex={-1}>
        <Stack component="ol" gap="xs" p={0} m={0} className="plain-list" aria-label={t('Bonuses')}>
          {bonuses.map((bonus, index) => (
            <BonusPanel
              key={index}
              bonus={bonus}
              index={index}
              entries={bonuses}
              type={types.find(({ type }) => type === valueAt(bonus, 'type'))}
              problems={countBelow(problems, [...BONUSES, index])}
              onRemove={() =>
                change(
                  BONUSES,
                  bonuses.filter((_, at) => at !== index),
                )
              }
            />
          ))}
        </Stack>
        {!isReadOnly && <AddBonus types={types} bonuses={bonuses} onAdd={add} />}
      </Stack>
    </FormSection>
  );
}

interface BonusPanelProps {
  bonus: Json;
  index: number;
  entries: readonly Json[];
  type: BonusType | undefined;
  problems: number;
  onRemove: () => void;
}

function BonusPanel({ bonus, index, entries, type, problems: count, onRemove }: BonusPanelProps) {
  const { isReadOnly, rename, problems } = useFormContext();
  const path = [...BONUSES, index];
  const id = valueAt(bonus, 'id');
  const text = typeof id === 'string' ? id : '';
  const place = pathText([...path, 'id']);
  const typeName = valueAt(bonus, 'type');
  const title = type?.title ?? inWords(typeof typeName === 'string' ? typeName : t('unknown type'));
  return (
    <Panel
      list={BONUSES}
      index={index}
      name={t('bonus {{text}}', { text })}
      title={
        <>
          {index + 1}. {title}{' '}
          <Text component="span" className="mono" c="dimmed" fw={400}>
            {text}
          </Text>
        </>
      }
      summary={bonusInWords(bonus)}
      problems={count}
      entries={entries}
      onRemove={onRemove}
    >
      {type === undefined ? (
        <Text size="sm">{t('This type of bonus is not known here. Change it in the JSON.')}</Text>
      ) : (
        <Stack gap="md">
          <Group gap="md" wrap="nowrap" align="center">
            <BonusDrawing type={type.type} />
            <Text size="sm">
              <Help text={type.description} />
            </Text>
          </Group>
          <Box maw={420}>
            <NameField
              label={inWords('id')}
              description={<Help text={helpOf(type.schema.properties?.id) ?? ''} />}
              error={problems.get(place)?.join(' ')}
              data-path={place}
              value={text}
              isReadOnly={isReadOnly}
              onRename={(next) => rename('bonus', index, next)}
            />
          </Box>
          <Fields path={path} schema={type.schema} value={bonus} without={['id', 'type']} />
        </Stack>
      )}
    </Panel>
  );
}
