import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '../../components/failure-state';
import { DeleteQuestion } from './delete-question';
import { DeleteRefusal } from './delete-refusal';
import { deleteImpactQuery, type Bundle } from './bundles.queries';
import { t } from '../../i18n/t';

interface DeleteBundleProps {
  bundle: Bundle;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Checks what a delete would affect, then asks for confirmation. */
export function DeleteBundle({ opened, ...props }: DeleteBundleProps) {
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
