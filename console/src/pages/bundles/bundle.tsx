import { Anchor, Box, Button, Group, Skeleton, Stack, Text, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { CustomFieldsSection } from '../../components/custom-fields';
import { FailureState } from '../../components/failure-state';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { StatusBadge } from '../../components/status-badge';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { productTypeQuery } from '../product-types';
import { bundleQuery, type Bundle, deleteImpactQuery } from './bundles.queries';
import { EditBundle } from './edit-bundle';
import { PricesDialog } from './prices/prices-dialog';
import { rich } from '../../i18n/rich';
import { HistoryButton } from '../audit';
import { t } from '../../i18n/t';
import { DeleteQuestion } from './delete-question';
import { DeleteRefusal } from './delete-refusal';

const BACK = { to: '/bundles', label: t('Bundles') };

/** One bundle: its header, form and delete dialog. */
export function BundlePage() {
  const { bundleId = '' } = useParams();
  const bundle = useQuery(bundleQuery(bundleId));
  const type = useQuery({ ...productTypeQuery(bundle.data?.product_type ?? ''), enabled: bundle.data !== undefined });
  const [deletion, prices] = [useDialog('delete'), useDialog('prices')];
  const [isGone, setGone] = useState(false);
  // Unmount the form first, so that it does not ask about unsaved changes.
  if (isGone) return <Navigate to="/bundles" replace />;
  const failed = [bundle, type].find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined)
    return (
      <>
        <PageHeader title={t('Bundle')} back={BACK} />
        <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
      </>
    );
  if (bundle.data === undefined || type.data === undefined)
    return (
      <Stack role="status" aria-label={t('Loading the bundle')}>
        <Skeleton height={34} width={260} />
        <Skeleton height={320} />
        <Skeleton height={240} />
      </Stack>
    );
  return (
    <>
      <PageHeader
        title={bundle.data.name}
        aside={<StatusBadge status={bundle.data.status} />}
        description={<Facts of={bundle.data} typeLabel={type.data.label} />}
        back={BACK}
        actions={
          <>
            <HistoryButton of={[{ type: 'bundle', id: bundleId }]} />
            <May do="bundles.write">
              <Button
                component={Link}
                to={`/bundles/new/${bundle.data.product_type}?from=${encodeURIComponent(bundleId)}`}
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
              >
                {t('Duplicate…')}
              </Button>
              <Button
                variant="outline"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => deletion.open()}
              >
                {t('Delete')}
              </Button>
            </May>
          </>
        }
      />
      <EditBundle key={bundle.data.bundle_id} bundle={bundle.data} type={type.data} />
      <Box mt="lg">
        <CustomFieldsSection
          key={t('fields of {{bundle_id}}', { bundle_id: bundle.data.bundle_id })}
          resource="bundles"
          of={bundle.data}
          permission="bundles.write"
          path={`bundles/${encodeURIComponent(bundleId)}/`}
          queryKey={bundleQuery(bundleId).queryKey}
        />
      </Box>
      <PricesDialog bundleId={bundleId} dialog={prices} />
      <DeleteBundle
        bundle={bundle.data}
        opened={deletion.isOpen}
        onClose={deletion.close}
        onDeleted={() => setGone(true)}
      />
    </>
  );
}

/** Id, type and last change of a bundle. */
function Facts({ of: { bundle_id, product_type, updated_at }, typeLabel }: { of: Bundle; typeLabel: string }) {
  return (
    <Group component="span" gap="md">
      <Text component="span" className="mono">
        {bundle_id}
      </Text>
      <Anchor component={Link} to={`/product-types/${product_type}`} size="sm">
        {typeLabel}
      </Anchor>
      <Text component="span" size="sm">
        {rich('Changed <when/>', { when: <When at={updated_at} /> })}
      </Text>
    </Group>
  );
}

interface DeleteBundleProps {
  bundle: Bundle;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Checks what a delete would affect, then asks for confirmation. */
function DeleteBundle({ opened, ...props }: DeleteBundleProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('Delete “{{name}}”?', { name: props.bundle.name })}
      size="lg"
    >
      <Impact {...props} />
    </Modal>
  );
}

function Impact({ bundle, onClose, onDeleted }: Omit<DeleteBundleProps, 'opened'>) {
  const { data, error, isPending, refetch } = useQuery(deleteImpactQuery(bundle.bundle_id));
  if (isPending) return <Skeleton height={140} role="status" aria-label={t('Checking carts and orders')} />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  return data.deletable ? (
    <DeleteQuestion bundle={bundle} onClose={onClose} onDeleted={onDeleted} onRefused={() => void refetch()} />
  ) : (
    <DeleteRefusal bundle={bundle} impact={data} onClose={onClose} />
  );
}
