import { Anchor, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { formatNumber } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { API_PRODUCT_TYPE } from './api-product-type';
import type { ProductType } from './product-types.queries';

/** Deletes a product type, or says why it cannot be deleted. */
export function DeleteProductType({
  type: { name, label, bundles },
  onDeleted,
}: {
  type: ProductType;
  onDeleted: () => void;
}) {
  const { mutateAsync } = useChange({
    run: () => api.DELETE('/admin/api/product-types/{name}/', { params: { path: { name } } }),
    refreshes: [['product-types', 'list']],
    quiet: true,
    done: `“${label}” was deleted.`,
    onDone: onDeleted,
  });
  if (bundles > 0)
    return (
      <FormSection title="Delete" description="Only a type without bundles can be deleted.">
        <Text size="sm">
          {bundles === 1 ? 'One bundle is' : `${formatNumber(bundles)} bundles are`} of this type.{' '}
          <Anchor component={Link} to={`/bundles?product_type=${name}`} inherit underline="always">
            Show {bundles === 1 ? 'it' : 'them'}
          </Anchor>
        </Text>
      </FormSection>
    );
  return (
    <FormSection title="Delete" description="No bundle has this type." isDangerous>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: `Delete “${label}”?`,
            body:
              name === API_PRODUCT_TYPE
                ? 'Applications cannot create bundles until a type with this name is created again.'
                : 'Bundles of this type can no longer be created. A type with the same name can be created later.',
            action: 'Delete',
            run: () => mutateAsync(),
          })
        }
      >
        Delete this product type
      </Button>
    </FormSection>
  );
}
