import { lazy, use, type ComponentType } from 'react';
import { Stack } from '@mantine/core';
import type { Block, SlotName, Slots } from '../extension-api';
import { Contained } from './contained';
import { useExtensions, type DeclaredExtension } from './declared';
import { partsOf } from './parts-of';
import { t } from '../i18n/t';

const FormSection = lazy(async () => ({ default: (await import('../components/form-section')).FormSection }));

/** The blocks of extensions in one place of the console; nothing without extensions. */
export function Slot<Name extends SlotName>({ name, given }: { name: Name; given: Slots[Name] }) {
  const extensions = useExtensions()?.filter(({ blocks }) => blocks.some(({ slot }) => slot === name)) ?? [];
  if (extensions.length === 0) return null;
  return (
    <Stack gap="lg">
      {extensions.map((extension) => (
        <Contained key={extension.name} extension={extension}>
          <Blocks extension={extension} slot={name} given={given} />
        </Contained>
      ))}
    </Stack>
  );
}

function Blocks({ extension, slot, given }: { extension: DeclaredExtension; slot: SlotName; given: object }) {
  const blocks = use(partsOf(extension)).filter((part): part is Block => part.kind === 'block' && part.slot === slot);
  if (blocks.length === 0) throw new Error(t('it has no block for {{slot}}, which it declares', { slot }));
  return blocks.map(({ title, description, Component }, index) => {
    // Which slot it is in, and so what it is given, was seen to by defineBlock.
    const Shown = Component as ComponentType<object>;
    const shown = <Shown {...given} />;
    return (
      <Contained key={index} extension={extension}>
        {title === undefined ? (
          shown
        ) : (
          <FormSection title={title} description={description}>
            {shown}
          </FormSection>
        )}
      </Contained>
    );
  });
}
