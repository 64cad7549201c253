import { Alert, Anchor, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconExternalLink, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { describeFailure } from '#console/api/failure';
import { useMay } from '#console/api/permissions';
import type { components } from '#console/api/schema';
import { uploadFile } from '#console/api/upload';
import { Thumbnail } from '#console/components/thumbnail';
import { t } from '#console/i18n/t';
import type { BundleValues } from './bundle.values';
import classes from './form.module.css';

type Picture = components['schemas']['UploadedPictureView'];

/** The picture of a bundle: a file that is dropped or chosen, or the address of one that is elsewhere. */
export function ImageField({ form }: { form: UseFormReturnType<BundleValues> }) {
  const address = form.values.image.trim();
  const upload = usePicture((url) => form.setFieldValue('image', url));
  const [isOver, setOver] = useState(false);
  const mayChange = useMay()('bundles.write');
  const isOpen = mayChange && !upload.isPending;
  const take = (file: File | null | undefined): void => {
    if (isOpen && file) upload.mutate(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="xs">
      <Group
        className={classes.picture}
        data-over={isOver || undefined}
        gap="md"
        wrap="nowrap"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(isOpen);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Thumbnail address={address === '' ? null : address} size={96} alt={t('Image of the bundle')} />
        <Stack gap={6} flex={1}>
          <Group gap="xs">
            <FileButton accept="image/jpeg,image/png,image/webp" onChange={take} disabled={!isOpen}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="xs"
                  leftSection={<IconUpload size={14} aria-hidden />}
                  loading={upload.isPending}
                >
                  {address === '' ? t('Upload a picture…') : t('Replace it…')}
                </Button>
              )}
            </FileButton>
            {address !== '' && (
              <Button variant="subtle" size="xs" color="gray" onClick={() => form.setFieldValue('image', '')}>
                {t('Remove the picture')}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {t('Drop a JPEG, PNG or WebP here, of up to 10 MB. It is kept in sizes for shops and lists.')}
          </Text>
        </Stack>
      </Group>
      {upload.error !== null && (
        <Alert color="red" role="alert" title={t('The picture was not uploaded')}>
          {describeFailure(upload.error)}
        </Alert>
      )}
      <TextInput
        label={t('Image')}
        description={t('The address of the picture: an uploaded one, a URL, or a path such as /images/tea.jpg.')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        {...form.getInputProps('image')}
      />
      <Original address={address} />
    </Stack>
  );
}

/** Sends pictures. */
function usePicture(onDone: (url: string) => void) {
  return useMutation<Picture, Error, File>({
    mutationFn: (file) =>
      uploadFile<Picture>({
        path: '/admin/api/pictures/',
        file,
        type: file.type,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }),
    onSuccess: ({ url }) => onDone(url),
  });
}

/** A link to the image: the console itself loads nothing from other hosts. */
function Original({ address }: { address: string }) {
  if (!/^(https?:\/\/|\/)/.test(address) || !URL.canParse(address, window.location.origin)) return null;
  return (
    <Anchor href={new URL(address, window.location.origin).href} target="_blank" rel="noreferrer" size="sm">
      <Group component="span" gap={4}>
        {t('Open the image in a new tab')}
        <IconExternalLink size={14} aria-hidden />
      </Group>
    </Anchor>
  );
}
