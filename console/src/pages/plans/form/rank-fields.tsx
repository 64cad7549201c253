import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { FormSection } from '#console/components/form-section';
import { listOf, pathText, valueAt, type Json, type Path } from '../document/paths';
import { helpOf, resolved } from '../document/schema';
import { conditionsInWords } from '../document/summaries';
import { Conditions } from './conditions';
import { useFormContext } from './form-context';
import { countBelow } from './count-below';
import { Help } from './help';
import { NameField } from './name-field';
import { Panel } from './panel';
import { t } from '#console/i18n/t';

const RANKS: Path = ['ranks'];

/** The ranks, the lowest first, with their conditions. */
export function RankFields({ value, onRemove }: { value: Json | undefined; onRemove: (index: number) => void }) {
  const { schema, isReadOnly, change, setOpen, problems, ranks: names } = useFormContext();
  const ranks = listOf(value);
  const ranksSchema = schema.properties?.ranks;
  const add = (): void => {
    const index = ranks.length;
    change(RANKS, [...ranks, { name: freeName(names), requires: index === 0 ? {} : { personal_volume: 1 } }]);
    setOpen([pathText([...RANKS, index])], true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="ranks[${index}].name"]`)?.focus());
  };
  return (
    <FormSection
      title={t('Ranks')}
      description={`${helpOf(ranksSchema) ?? ''} ${t('A member has the highest rank whose conditions are all met; the first rank has none.')}`}
      isWide
    >
      <Stack gap="sm" align="stretch" data-path="ranks" tabIndex={-1}>
        <Stack component="ul" gap="xs" p={0} m={0} className="plain-list" aria-label={t('Ranks')}>
          {ranks.map((rank, index) => (
            <Rank
              key={index}
              rank={rank}
              index={index}
              entries={ranks}
              problems={countBelow(problems, [...RANKS, index])}
              onRemove={onRemove}
            />
          ))}
        </Stack>
        {!isReadOnly && ranks.length < (ranksSchema?.maxItems ?? Infinity) && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={add}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('Add a rank')}
          </Button>
        )}
      </Stack>
    </FormSection>
  );
}

interface RankProps {
  rank: Json;
  index: number;
  entries: readonly Json[];
  problems: number;
  onRemove: (index: number) => void;
}

function Rank({ rank, index, entries, problems: count, onRemove }: RankProps) {
  const { schema: root, isReadOnly, rename, problems } = useFormContext();
  const path = [...RANKS, index];
  const name = valueAt(rank, 'name');
  const text = typeof name === 'string' ? name : '';
  const requires = valueAt(rank, 'requires');
  const schema = resolved(root.properties?.ranks?.items ?? {}, root);
  const namePath = pathText([...path, 'name']);
  return (
    <Panel
      list={RANKS}
      index={index}
      name={t('rank {{text}}', { text })}
      title={`${index + 1}. ${text}`}
      summary={conditionsInWords(requires)}
      problems={count}
      entries={entries}
      onRemove={() => onRemove(index)}
    >
      <Stack gap="md">
        <NameField
          label={t('Name')}
          description={<Help text={helpOf(schema.properties?.name) ?? ''} />}
          error={problems.get(namePath)?.join(' ')}
          data-path={namePath}
          value={text}
          isReadOnly={isReadOnly}
          onRename={(next) => rename('rank', index, next)}
        />
        <Conditions path={[...path, 'requires']} value={requires} />
      </Stack>
    </Panel>
  );
}

function freeName(names: readonly string[]): string {
  for (let number = names.length + 1; ; number += 1)
    if (!names.includes(t('rank {{number}}', { number }))) return t('rank {{number}}', { number });
}
