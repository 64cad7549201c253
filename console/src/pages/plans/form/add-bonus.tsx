import { Button, Group, Modal, SimpleGrid, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { valueAt, type Json, type JsonObject } from '../document/paths';
import type { BonusType, JsonSchema } from '../document/schema';
import { BonusDrawing } from './bonus-drawing';
import classes from './add-bonus.module.css';
import { Help } from './help';
import { t } from '#console/i18n/t';

/** Offers the types of bonuses, each explained and drawn. */
export function AddBonus({
  types,
  bonuses,
  onAdd,
}: {
  types: readonly BonusType[];
  bonuses: readonly Json[];
  onAdd: (bonus: JsonObject) => void;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const choose = (type: BonusType): void => {
    close();
    onAdd(beginningOf(type, bonuses));
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={open}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('Add a bonus')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('Add a bonus')} size="xl" returnFocus={false}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {types.map((type) => (
            <button key={type.type} type="button" className={classes.type} onClick={() => choose(type)}>
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <BonusDrawing type={type.type} />
                <span>
                  <Text component="span" fw={600} display="block">
                    {type.title}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" display="block">
                    <Help text={type.description} />
                  </Text>
                </span>
              </Group>
            </button>
          ))}
        </SimpleGrid>
      </Modal>
    </>
  );
}

/** A new bonus of a type: with a free id, the defaults, and what is required and may be empty. */
function beginningOf({ type, schema }: BonusType, bonuses: readonly Json[]): JsonObject {
  const ids = bonuses.map((bonus) => valueAt(bonus, 'id'));
  let id = type;
  for (let number = 2; ids.includes(id); number += 1) id = `${type}_${number}`;
  const filled = Object.entries(schema.properties ?? {}).flatMap(([key, part]): [string, Json][] => {
    if (key === 'id' || key === 'type') return [];
    if (part.default !== undefined) return [[key, part.default as Json]];
    const empty = emptyOf(part);
    return schema.required?.includes(key) === true && empty !== undefined ? [[key, empty]] : [];
  });
  return { id, type, ...Object.fromEntries(filled) };
}

function emptyOf({ type, items }: JsonSchema): Json | undefined {
  if (type === 'object') return {};
  if (type === 'array') return items?.properties === undefined ? [] : [{}];
  return undefined;
}
