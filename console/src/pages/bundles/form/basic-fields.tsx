import { Anchor, Image, Radio, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { FormSection } from '../../../components/form-section';
import type { BundleValues } from './bundle.values';

/** What a bundle is called, whether it is sold, and its picture. */
export function BasicFields({ form, isNew }: { form: UseFormReturnType<BundleValues>; isNew: boolean }) {
  const { name, image, bundle_name_translations } = form.values;
  const takeForEnglish = (): void => {
    if (isNew && !bundle_name_translations.en && name.trim() !== '')
      form.setFieldValue('bundle_name_translations.en', name.trim());
  };
  const nameProps = form.getInputProps('name') as { onBlur?: () => void };
  return (
    <FormSection title="The bundle" description="What lists and orders call it, and whether it can be bought.">
      <Stack>
        {isNew && (
          <TextInput
            label="Bundle id"
            description="By which applications know the bundle. It stays as it is."
            placeholder="tea-box"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            withAsterisk
            maxLength={255}
            {...form.getInputProps('bundle_id')}
          />
        )}
        <TextInput
          label="Name"
          description="In lists, carts and orders. Names in each language are below."
          placeholder="Tea box"
          autoComplete="off"
          withAsterisk
          maxLength={200}
          {...nameProps}
          onBlur={() => {
            nameProps.onBlur?.();
            takeForEnglish();
          }}
        />
        <Radio.Group label="Status" {...form.getInputProps('status')}>
          <Group gap="xl" mt={6} style={{ rowGap: 'var(--mantine-spacing-sm)' }}>
            <Radio value="active" label="Active" description="Can be bought." />
            <Radio value="inactive" label="Inactive" description="Cannot be bought; carts show it as unavailable." />
          </Group>
        </Radio.Group>
        <TextInput
          label="Picture"
          description="Its address, https://… or a path such as /pictures/tea.jpg. May be left empty."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          {...form.getInputProps('image')}
        />
        <Picture key={image} address={image.trim()} />
      </Stack>
    </FormSection>
  );
}

/** A link to a picture, and the picture itself if it is on this host: the console asks no other host for anything. */
function Picture({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!/^(https?:\/\/|\/)/.test(address) || !URL.canParse(address, window.location.origin)) return null;
  const url = new URL(address, window.location.origin);
  return (
    <Group gap="md">
      {url.origin === window.location.origin && !isBroken && (
        <Image
          src={url.href}
          alt="The picture of the bundle"
          h={96}
          w="auto"
          radius="md"
          onError={() => setBroken(true)}
        />
      )}
      <Anchor href={url.href} target="_blank" rel="noreferrer" size="sm">
        <Group component="span" gap={4}>
          Open the picture in a new tab
          <IconExternalLink size={14} aria-hidden />
        </Group>
      </Anchor>
    </Group>
  );
}
